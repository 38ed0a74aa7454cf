"""Parquet files, and Arrow batches from anywhere."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from seethrough.errors import InputError
from seethrough.records.column_names import shown
from seethrough.records.formats.opening import Stream

if TYPE_CHECKING:
    import pyarrow as pa

_BATCH = 8192
# Columns are read in steps of this many bytes, not a whole row group at once.
_BUFFER = 1 << 20


def read_rows(stream: Stream, place: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (row, values) for each record, rows counted from 1.

    Raises:
        InputError: Not Parquet, broken, or with two columns of one name.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    if stream.peek(4)[:4] != b"PAR1":
        raise InputError(f"{place}: not a Parquet file; name its format")
    # Parquet ends with its index: what cannot be searched has to be read whole.
    source = stream if isinstance(stream.raw, io.FileIO) else io.BytesIO(stream.read())
    try:
        with pq.ParquetFile(source, buffer_size=_BUFFER) as file:
            yield from batch_rows(file.iter_batches(batch_size=_BATCH), place)
    except (pa.ArrowException, OSError) as error:
        detail = str(error).splitlines()[0][:100]
        raise InputError(f"{place}: broken Parquet file ({detail})") from None
    except UnicodeDecodeError:
        raise InputError(f"{place}: the name of a column is not UTF-8") from None


def batch_rows(
    batches: Iterable[pa.RecordBatch | pa.Table], place: str
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (row, values) for each row of Arrow batches; dates and times become strings."""
    import pyarrow as pa

    number = 0
    for batch in batches:
        names = batch.schema.names
        if len(set(names)) != len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(f"{place}: two columns are named {shown(twice)}; rename one")
        columns = []
        for column in batch.columns:
            if pa.types.is_timestamp(column.type):
                column = column.cast(pa.string())  # nanoseconds fit no Python object
            columns.append(_values(column, place, number))
        for row in zip(*columns, strict=True):
            number += 1
            yield number, dict(zip(names, row, strict=True))


def _values(column: Any, place: str, before: int) -> list[Any]:
    try:
        return column.to_pylist()  # type: ignore[no-any-return]
    except UnicodeDecodeError:
        raise InputError(
            f"{place}, rows {before + 1} to {before + len(column)}: a string is not UTF-8"
        ) from None
