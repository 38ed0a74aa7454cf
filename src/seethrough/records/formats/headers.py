"""Telling the names of columns from a record in the first line of a table.

A file without names loses its first record to them, and shows it wherever columns are named. So
what speaks for a record is weighed before anything is said; the user can settle it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from seethrough.records.column_content import is_date, is_number
from seethrough.records.column_names import is_known, is_question, is_sentence, normalized

LOOKED_AT = 50
"""Rows after the first line that it is compared with."""

TITLES = 5
"""Rows after the first line that are looked at for names of columns, in case it is a title."""

# Longer than any sensible column name: what is this long is a record.
_LONGEST_NAME = 100
_CONTACT = re.compile(r"\S+@\S+\.\S+|https?://\S+|\+?\d[\d\s().-]{6,}\d")
_RUNNING = 4.0
_FEW = 2
_SEPARATORS = re.compile(r"[,;\t|]")
# Scripts without spaces: Thai, kana, Chinese. Three of their letters make about two words.
_UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


def record_field(header: Sequence[str], rows: Sequence[Sequence[str]]) -> int | None:
    """Return which field of a first line shows that the line is a record.

    A field shows it by what no name of a column is: a number, a date, contact data, several lines,
    more than 100 characters, a sentence. Unless some other field is a common name of a column, or a
    word or two, or a question, above a column of running text, so does a field that recurs in its
    column, that is built like all other values of its column (``p1`` above ``p2`` and ``p3``,
    ``Ann Lee`` above ``Bob Ray``), or that is running text as all others are. Words in small
    letters are built like many things: they show it where every field is built like its column.

    Args:
        header: The fields of the first line, stripped.
        rows: The lines after it, at most ``LOOKED_AT``, each with as many fields.

    Returns:
        The position of the field from 1; None if the line may name the columns.
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
    found = next((number for number, pair in enumerate(pairs, 1) if _is_one_of(*pair)), None)
    return 1 if found is None and all(_is_alike(*pair, _FEW) for pair in pairs) else found


def names_below(first: Sequence[str], rows: Sequence[Sequence[str]]) -> int | None:
    """Return which row names the columns, where the first line is a title above the table.

    Spreadsheets have titles in their first cell. That is: cells of the line are empty, or it is a
    single one that is no name of a column; and the row has more filled cells, of which at least two
    and more than in the line are common names of columns, and none is a number, a date and so on.

    Args:
        first: The fields of the first line.
        rows: The rows after it, at most ``TITLES``; one of one field is cut by any separator, since
            a title holds none that would show it.

    Returns:
        The position of the row from 0; None if the first line may name the columns.
    """
    filled = sum(map(bool, first))
    known = _known(first)
    if filled == len(first) and (filled > 1 or known):
        return None
    for place, row in enumerate(rows):
        cells = _SEPARATORS.split(row[0]) if len(row) == 1 else row
        names = [name for cell in cells if (name := cell.strip())]
        more = len(names) > filled and _known(names) > max(known, 1)
        if more and not any(map(_is_content, names)):
            return place
    return None


def _known(names: Sequence[str]) -> int:
    return sum(is_known(normalized(name)) for name in names if name)


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
    """Return whether a field is surely the name of the column below it."""
    if field in column:
        return False
    if is_known(normalized(field)):
        return True
    return _is_running(column) and (_words(field) <= 2 or is_question(field))


def _is_one_of(field: str, column: Sequence[str]) -> bool:
    """Return whether a field is a value like those below it."""
    if field in column or (_words(field) > 2 and _is_running(column)):
        return field != ""
    shape = _shape(field)
    mixed = "9" in shape or ("A" in shape and len(shape.split()) > 1)
    return bool(set(shape) & set("9A")) and _is_alike(field, column, 1 if mixed else _FEW)


def _is_alike(field: str, column: Sequence[str], least: int) -> bool:
    """Return whether a field is built like all values below it, which are ``least`` or more."""
    filled = [cell for cell in column if cell]
    return len(filled) >= least and {_shape(cell) for cell in filled} == {_shape(field)}


def _is_running(column: Sequence[str]) -> bool:
    counts = [_words(cell) for cell in column if cell]
    return bool(counts) and sum(counts) / len(counts) >= _RUNNING


def _words(text: str) -> int:
    return max(len(text.split()), len(_UNSPACED.findall(text)) * 2 // 3)


def _shape(text: str) -> str:
    """Return how a value is built: capitalized words A, small words a, digits 9, marks as such."""
    shape = re.sub(r"\d+", "9", text)
    return re.sub(r"[^\W\d_]+", lambda word: "A" if word.group()[0].isupper() else "a", shape)
