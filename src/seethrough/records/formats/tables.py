"""Tables in memory: Arrow, pandas, polars, Hugging Face data sets, without importing any of them.

By the Arrow PyCapsule interface where the table has it (pandas 2.2, polars 1, DuckDB, pyarrow), by
the data frame interchange protocol where it has that alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from seethrough.errors import InputError
from seethrough.records.formats.parquet import batch_rows

if TYPE_CHECKING:
    import pyarrow as pa

NAME = "table"
"""What a table without a name is called."""

_BATCH = 8192
_INTERFACES = ("__arrow_c_stream__", "__arrow_c_array__", "__dataframe__")
_UNNAMED_INDEX = re.compile(r"__index_level_\d+__")


def read_rows(table: Any, place: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (row, values) for each row of a table, rows counted from 1.

    What pandas calls its rows is a column where it has a name, and left out where it has none.

    Args:
        table: The table.
        place: What to call it in a message.

    Raises:
        InputError: It is no table, several of them, or has two columns of one name.
    """
    for number, values in batch_rows(_batches(table, place), place):
        yield number, {k: v for k, v in values.items() if not _UNNAMED_INDEX.fullmatch(k)}


def is_table(value: Any) -> bool:
    """Return whether a value can be read as a table."""
    data_set = hasattr(value, "with_format") and hasattr(value, "iter")
    return data_set or any(hasattr(value, name) for name in _INTERFACES)


def is_stream(value: Any) -> bool:
    """Return whether a value is a table that can be read only once."""
    import pyarrow as pa

    return isinstance(value, pa.RecordBatchReader)


def _batches(table: Any, place: str) -> Iterable[pa.RecordBatch | pa.Table]:
    import pyarrow as pa

    try:
        if any(getattr(getattr(table, "index", None), "names", None) or ()):
            table = table.reset_index()  # pandas streams its columns alone
        if hasattr(table, "with_format") and hasattr(table, "iter"):  # a data set of Hugging Face
            batches: Iterable[Any] = table.with_format("arrow").iter(batch_size=_BATCH)
            return batches
        if hasattr(table, "__arrow_c_stream__"):
            return pa.RecordBatchReader.from_stream(table)  # type: ignore[no-any-return]
        if hasattr(table, "__arrow_c_array__"):
            return [pa.record_batch(table)]
        if hasattr(table, "__dataframe__"):
            from pyarrow.interchange import from_dataframe

            return from_dataframe(table).to_batches()  # type: ignore[no-any-return]
    except (pa.ArrowException, TypeError, ValueError) as error:
        kind = type(error).__name__  # the message may quote a value
        raise InputError(
            f"{place}: cannot be read as an Arrow table ({kind}); each column needs a name of its"
            " own and values of one type"
        ) from None
    if isinstance(table, dict) and any(hasattr(t, "with_format") for t in table.values()):
        raise InputError(f"{place}: several splits; give one of them: {', '.join(table)}")
    raise InputError(
        f"{place}: a {type(table).__name__} is neither a file nor a table; give a path, or a data"
        " frame or table that has __arrow_c_stream__ or __dataframe__"
    )
