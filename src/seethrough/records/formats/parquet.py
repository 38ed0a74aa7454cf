"""Parquet files, and Arrow batches from anywhere."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from seethrough.errors import InputError
from seethrough.records.column_names import shown
from seethrough.records.formats.opening import Stream, reading_errors
from seethrough.records.formats.unpacking import Growth

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

_BATCH = 512
_BATCHES = 16
_FEW = 8
_MUCH = 32 << 20
_OF_JSON = frozenset((str, int, float, bool, type(None)))
# Columns are read in steps of this many bytes, not a whole row group at once.
_IN_STEPS: Any = {"buffer_size": 1 << 20, "pre_buffer": False}


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
    with reading_errors(place):
        source = stream if isinstance(stream.raw, io.FileIO) else io.BytesIO(stream.read())
    growth = Growth(place, source.seek(0, io.SEEK_END))
    source.seek(0)
    try:
        metadata = pq.read_metadata(source)
        groups = (metadata.row_group(i) for i in range(metadata.num_row_groups))
        growth.add(sum(group.total_byte_size for group in groups))
        once, rows = _way_of_reading(metadata)
        with pq.ParquetFile(source, read_dictionary=once, **_IN_STEPS) as file:
            read = file.iter_batches(batch_size=rows, use_threads=False)
            batches = _watched(read, Growth(place, growth.packed))
            yield from batch_rows(batches, place)
    except (pa.ArrowException, OSError) as error:
        detail = str(error).splitlines()[0][:100]
        raise InputError(f"{place}: broken Parquet file ({detail})") from None
    except UnicodeDecodeError:
        raise InputError(f"{place}: the name of a column is not UTF-8") from None


def _way_of_reading(metadata: pq.FileMetaData) -> tuple[list[str], int]:
    """Return the columns whose different values are kept once, and how many rows to read at once.

    A cell that is written once and stands in many rows may fill the memory. So texts are kept once
    until they are counted. Every batch of a row group then comes with all different texts so far of
    that group: of few batches in each, copying them costs no more than reading, but some six times
    the memory of the group. Where that is much, only few rows are read at once instead, unless a
    column says itself that its values be kept once.
    """
    import pyarrow as pa

    groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
    kept_once = map(pa.types.is_dictionary, metadata.schema.to_arrow_schema().types)
    if max((g.total_byte_size for g in groups), default=0) > _MUCH and not any(kept_once):
        return [], _FEW
    rows = max((group.num_rows for group in groups), default=0)
    return _of_texts(metadata.schema), max(_BATCH, rows // _BATCHES)


def _of_texts(schema: pq.ParquetSchema) -> list[str]:
    """Return the columns of texts, whose different values are kept once until they are counted.

    Nothing is asked of the chunks of a column, which say whether it is written so, too: where a
    file that was made to do harm describes them wrongly, Arrow ends the process.
    """
    columns = map(schema.column, range(len(schema)))
    return [
        column.path
        for column in columns
        if column.physical_type == "BYTE_ARRAY"
        and "." not in column.path  # a list's cells are written out at once
    ]


def _watched(batches: Iterable[pa.RecordBatch], growth: Growth) -> Iterator[pa.RecordBatch]:
    """Yield batches with every cell written out, once it is known how large that makes them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    for batch in batches:
        if not any(map(pa.types.is_dictionary, batch.schema.types)):
            growth.add(batch.nbytes)
            yield batch
            continue
        columns = batch.columns
        for place, column in enumerate(columns):
            if not pa.types.is_dictionary(column.type):
                growth.add(column.nbytes)
                continue
            if _is_text(column.type.value_type):
                lengths = pc.binary_length(column.dictionary).take(column.indices)
                growth.add(pc.sum(lengths).as_py() or 0)
            columns[place] = column.dictionary_decode()
        yield pa.RecordBatch.from_arrays(columns, names=batch.schema.names)


def _is_text(type_: pa.DataType) -> bool:
    import pyarrow as pa

    return type_ in (pa.string(), pa.large_string(), pa.binary(), pa.large_binary())


def batch_rows(
    batches: Iterable[pa.RecordBatch | pa.Table], place: str
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (row, values) for each row of Arrow batches, as JSON would have them.

    Dates, times and UUIDs become strings, as do bytes that are UTF-8; decimals without a fraction
    become whole numbers, others strings.
    """
    number = 0
    for batch in batches:
        names = batch.schema.names
        if len(set(names)) != len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(f"{place}: two columns are named {shown(twice)}; rename one")
        columns = [_values(column, place, number) for column in batch.columns]
        for row in zip(*columns, strict=True):
            number += 1
            yield number, dict(zip(names, row, strict=True))


def _values(column: Any, place: str, before: int) -> list[Any]:
    import pyarrow as pa

    try:
        if pa.types.is_timestamp(column.type) or pa.types.is_date(column.type):
            column = column.cast(pa.string())  # some fit no Python object
        return [v if type(v) in _OF_JSON else _as_json(v) for v in column.to_pylist()]
    except UnicodeDecodeError:
        problem = "a string is not UTF-8"
    except (OverflowError, ValueError, KeyError):
        problem = "a value, such as a date, that is out of range or in an unknown time zone"
    raise InputError(f"{place}, rows {before + 1} to {before + len(column)}: {problem}")


def _as_json(value: Any) -> Any:
    """Return what is no list or object as a value of JSON, so that ids are ids in any type."""
    if isinstance(value, bytes):
        with contextlib.suppress(UnicodeDecodeError):
            return value.decode()
        return value
    if isinstance(value, Decimal) and value == value.to_integral_value():
        return int(value)
    return value if isinstance(value, list | dict) else str(value)
