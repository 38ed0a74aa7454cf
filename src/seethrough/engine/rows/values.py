"""Everything that a released record holds beside its text, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seethrough.records.texts import Texts
from seethrough.storage.string_tables import string_table

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


def strings(value: Any) -> Iterator[str]:
    """Yield every text, number and truth value in a value, also of nested lists and objects."""
    if isinstance(value, str):
        yield value
    elif value is None:
        return
    elif isinstance(value, bool):
        yield "true" if value else "false"
    elif isinstance(value, float) and value.is_integer():
        yield str(int(value))  # a whole column becomes floats where one cell is empty
    elif isinstance(value, int | float):
        yield str(value)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


LABEL = 5
"""A column's name of more words is no label: what it says is read with its values."""


def columns(corpus: Corpus) -> dict[str, Sequence[str]]:
    """Return the other columns of a corpus as text, one per record, empty where there is no value.

    They lie on disk where they are large (`seethrough.storage.scratch`).

    Args:
        corpus: n records.

    Returns:
        For each name in their ``fields``, n texts; a list's or an object's strings are joined by
        line ends. A name that is a sentence (more than `LABEL` words) stands before its values.
    """
    names = [*dict.fromkeys(name for record in corpus for name in record.fields)]
    if not names:
        return {}
    rows = ([_told(name, record.fields.get(name)) for name in names] for record in corpus)
    table = string_table(names, rows)
    return {name: Texts(table.column(place)) for place, name in enumerate(names)}


def _told(name: str, value: Any) -> str:
    told = [value] if isinstance(value, str) else [*strings(value)]
    if len(name.split()) > LABEL and value is not None:
        told.insert(0, name)
    return "\n".join(told)
