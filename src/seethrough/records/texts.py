"""The texts of a corpus as a sequence of strings that are not all in memory as such."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, overload

from seethrough.storage.string_tables import string_table

if TYPE_CHECKING:
    import pyarrow as pa

_BATCH = 4096


class Texts(Sequence[str]):
    """The strings of an Arrow column, made when asked for; as a list, but immutable.

    A million texts of a hundred words would take as much again as Python strings, once for every
    corpus that shares them. Equal to a list of the same strings; can be a key.

    Args:
        column: Strings, none null.
    """

    def __init__(self, column: pa.ChunkedArray) -> None:
        self._column = column

    def __len__(self) -> int:
        return len(self._column)

    def __iter__(self) -> Iterator[str]:
        for chunk in self._column.chunks:
            for start in range(0, len(chunk), _BATCH):
                yield from chunk.slice(start, _BATCH).to_pylist()

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [*map(self.__getitem__, range(*index.indices(len(self))))]
        return self._column[int(index)].as_py()  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Texts):
            return self._column is other._column or bool(self._column.equals(other._column))
        if isinstance(other, list):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    def __hash__(self) -> int:
        return hash((len(self), *(self[i] for i in range(0, len(self), max(1, len(self) // 8)))))

    def __add__(self, other: Iterable[str]) -> list[str]:
        return [*self, *other]

    def __radd__(self, other: Iterable[str]) -> list[str]:
        return [*other, *self]

    def __repr__(self) -> str:
        return f"Texts({len(self)})"


def changed(values: Sequence[str], changes: Iterable[str | None]) -> pa.ChunkedArray | None:
    """Return a column of the values with their changes; None where all stay.

    Args:
        values: The values as they are.
        changes: What each becomes, or None where it stays; taken one by one.
    """
    left = iter(changes)
    before = 0
    for first in left:
        if first is not None:
            break
        before += 1
    else:
        return None
    pairs = zip(values, chain(repeat(None, before), [first], left), strict=True)
    rows = ((old if new is None else new,) for old, new in pairs)
    return string_table(["value"], rows).column(0)
