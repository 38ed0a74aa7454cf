"""Telling the names of columns from a record in the first line of a table.

A file without names loses its first record to them, and shows it wherever columns are named. So
what speaks for a record is weighed before anything is said; the user can settle it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from seethrough.column_content import is_date, is_number
from seethrough.column_names import is_known, is_question, is_sentence, normalized

LOOKED_AT = 50
"""Rows after the first line that it is compared with."""

# Longer than any sensible column name: what is this long is a record.
_LONGEST_NAME = 100
_CONTACT = re.compile(r"\S+@\S+\.\S+|https?://\S+|\+?\d[\d\s().-]{6,}\d")
_RUNNING = 4.0
_FEW = 2


def record_field(header: Sequence[str], rows: Sequence[Sequence[str]]) -> int | None:
    """Return which field of a first line shows that the line is a record.

    A field shows it by what no name of a column is: a number, a date, contact data, several lines,
    more than 100 characters, a sentence. Unless some other field is a common name of a column, or a
    word or two, or a question, above a column of running text, so does a field that recurs in its
    column, that is built like all other values of its column (``p1`` above ``p2`` and ``p3``,
    ``Ann Lee`` above ``Bob Ray``), or that is running text as all others are.

    Args:
        header: The fields of the first line, stripped.
        rows: The lines after it, at most ``LOOKED_AT``, each with as many fields.

    Returns:
        The position of the field from 1; None where the line may name the columns.
    """
    fields = list(enumerate(header, 1))
    sure = next((number for number, field in fields if _is_content(field)), None)
    if sure is not None:
        return sure
    others = [row for row in rows if [cell.strip() for cell in row] != list(header)]
    below = [[row[i].strip() for row in others] for i in range(len(header))]
    pairs = list(zip(header, below, strict=True))
    if any(_names(field, column) for field, column in pairs):
        return None
    return next(
        (number for number, pair in enumerate(pairs, 1) if _is_one_of(*pair)),
        None,
    )


def _is_content(field: str) -> bool:
    return (
        len(field) > _LONGEST_NAME
        or "\n" in field
        or is_sentence(field)
        or is_number(field)
        or is_date(field)
        or _CONTACT.search(field) is not None
    )


def _names(field: str, column: Sequence[str]) -> bool:
    """Tell whether a field is surely the name of the column below it."""
    if field in column:
        return False
    if is_known(normalized(field)):
        return True
    return _is_running(column) and (len(field.split()) <= 2 or is_question(field))


def _is_one_of(field: str, column: Sequence[str]) -> bool:
    """Tell whether a field is a value like those below it."""
    filled = [cell for cell in column if cell]
    if not filled:
        return False
    if field in filled or (len(field.split()) > 2 and _is_running(column)):
        return True
    shape = _shape(field)
    if not set(shape) & set("9A") or len(filled) < (1 if "9" in shape else _FEW):
        return False
    return all(_shape(cell) == shape for cell in filled)


def _is_running(column: Sequence[str]) -> bool:
    counts = [len(cell.split()) for cell in column if cell]
    return bool(counts) and sum(counts) / len(counts) >= _RUNNING


def _shape(text: str) -> str:
    """Return how a value is built: capitalized words A, small words a, digits 9, marks as such."""
    shape = re.sub(r"\d+", "9", text)
    shape = re.sub(r"[^\W\d_]+", lambda word: "A" if word.group()[0].isupper() else "a", shape)
    return shape
