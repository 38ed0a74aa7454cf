"""Arrow tables of strings, made row by row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from seethrough.parallel.parts import parts_by_length
from seethrough.storage.scratch import gathered

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

    Places: TypeAlias = NDArray[np.int64]

# The rows of a batch are Python objects until it is full: so many letters, or so many rows.
_LETTERS = 8 << 20
_ROWS = 8192

_SURROGATE = re.compile("[\ud800-\udfff]")


def string_table(names: Sequence[str], rows: Iterable[Sequence[str]]) -> pa.Table:
    """Return a table of large strings, never all Python objects at once.

    Args:
        names: k columns.
        rows: k strings each.

    Returns:
        The table, on disk where it is large (`seethrough.storage.scratch`). Lone surrogates have
        become U+FFFD.
    """
    import pyarrow as pa

    schema = pa.schema([(name, pa.large_string()) for name in names])
    parts = parts_by_length(rows, _LETTERS, lambda row: max(_LETTERS // _ROWS, sum(map(len, row))))
    return gathered((_batch(part, schema) for part in parts), schema)


def rows_at(table: pa.Table, places: Sequence[int]) -> pa.Table:
    """Return the rows of a table at some places, in that order, on disk where they are large.

    Where the places rise, the table is read part by part; else all of it is copied meanwhile.

    Args:
        table: n rows.
        places: From 0 to n - 1.
    """
    import numpy as np

    at = np.asarray(places, dtype=np.int64)
    if (np.diff(at) < 0).any():
        return table.take(at)
    return gathered(_parts_at(table, at), table.schema)


def _parts_at(table: pa.Table, at: Places) -> Iterator[pa.RecordBatch]:
    begin = 0
    for batch in table.to_batches():
        first, last = at.searchsorted((begin, begin + len(batch)))
        if last > first:
            yield batch.take(at[first:last] - begin)
        begin += len(batch)


def string_array(values: Sequence[str]) -> pa.Array:
    """Return an Arrow array of large strings; lone surrogates become U+FFFD."""
    import pyarrow as pa

    try:
        return pa.array(values, type=pa.large_string())
    except UnicodeEncodeError:
        return pa.array([without_surrogates(v) for v in values], type=pa.large_string())


def without_surrogates(text: str) -> str:
    """Return ``text`` with U+FFFD for each lone surrogate, which no encoding can hold."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
    return text


def _batch(rows: Sequence[Sequence[str]], schema: pa.Schema) -> pa.RecordBatch:
    import pyarrow as pa

    columns = [string_array(column) for column in zip(*rows, strict=True)]
    return pa.record_batch(columns, schema=schema)
