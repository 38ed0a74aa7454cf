"""Codes: a reader with the right table learns from them what no word says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

ROWS = 2_000
"""About so many rows are looked at, evenly spaced."""

MOST = 0.2
"""The share of a column's values that may be no codes."""

DIFFERENT = 0.9
"""A column in which this share of the values and more differ holds numbers of records."""

FEW = 0.01
"""The share of texts that may hold a diagnosis by its code: more than in any of 41 collections.

Also the share that may read like a code book.
"""

VECTOR = 16
"""So many numbers in a cell, or in columns called alike, are a vector, such as an embedding."""

_BRACKETS = " \t\r\n,;()[]{}"
_BETWEEN_NUMBERS = re.compile(rf"[{re.escape(_BRACKETS)}]+")
_DIGITS = re.compile(r"\d+")
_CODE = re.compile(r"(?=\D*\d)(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9][A-Za-z0-9./-]{1,9}")
_DIAGNOSIS = re.compile(r"[A-Z]\d[0-9A-Z]\.[0-9A-Z]{1,4}")
_NUMBER = re.compile(r"(\d{1,4})(?:\.0)?")
_ENTRY = re.compile(
    r"(?<![\w.])(\d{1,4})[\"']?\s{0,3}[=:]\s{0,3}[\"']?(?!(?:yes|no|true|false)\b)[^\W\d_]",
    re.IGNORECASE,
)
_IN_TEXT = re.compile(r"[A-Z](?<![\w.].)\d[0-9A-Z]\.[0-9A-Z]{1,4}(?!\w)")
"""`_DIAGNOSIS` as words of a text; beginning with a set of signs, it is found fast."""


def holds_codes(values: Sequence[str]) -> bool:
    """Return whether a column holds codes for what people have or are, such as ``A53.9``.

    That is: single tokens of letters and digits, most of which stand in several records, or which
    have the form of ICD-10 codes with a point. The numbers of records or visits differ all.

    Args:
        values: A column's cells.
    """
    filled = [v for value in _some(values) if (v := value.strip())]
    if sum(_CODE.fullmatch(value) is None for value in filled) > MOST * len(filled):
        return False
    different = set(filled)
    if len(different) < 2:
        return False
    diagnoses = sum(_DIAGNOSIS.fullmatch(value) is not None for value in filled)
    return len(different) < DIFFERENT * len(filled) or diagnoses > (1 - MOST) * len(filled)


def tells_diagnoses(values: Sequence[str]) -> bool:
    """Return whether texts, or lists of codes, tell diagnoses in the form ``A53.9`` of ICD-10.

    Args:
        values: A column's cells.
    """
    filled = found = 0
    for value in values:
        filled += bool(value.strip())
        found += _IN_TEXT.search(value) is not None
    return found > FEW * filled


def explained(told: Mapping[str, Sequence[str]], texts: Sequence[str]) -> list[str]:
    """Return the columns of numbers that a code book in the release says the meaning of.

    A code book is a text or a cell that gives words for nearly all of a column's numbers:
    ``0 = type 2 diabetes; 1 = asthma``. Numbers that stand for yes and no need none.

    Args:
        told: The released columns.
        texts: The released texts.
    """
    numbers = {name: known for name, values in told.items() if len(known := _numbers(values)) > 1}
    found: set[str] = set()
    for values in (texts, *told.values()) if numbers else ():
        explaining = Counter(
            name
            for cell in values
            if len(entries := {int(number) for number in _ENTRY.findall(cell)}) > 1
            for name, known in numbers.items()
            if len(known & entries) > 1 and len(known - entries) <= MOST * len(known)
        )
        found |= {name for name, rows in explaining.items() if rows > FEW * len(values)}
    return [name for name in told if name in found]


def vectors(told: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the columns that hold vectors: whoever knows what made them compares them.

    That is: cells of nothing but `VECTOR` numbers and more, or so many columns of numbers whose
    names differ by a number alone, as ``e0`` to ``e383``, unless all are whole, as answers to the
    questions of a survey are.

    Args:
        told: Columns.
    """
    lengths = {name: _lengths(values) for name, values in told.items()}
    parts = {name for name, numbers in lengths.items() if numbers == 1 and _broken(told[name])}
    alike = Counter(_DIGITS.sub("#", name) for name in parts)
    return [
        name
        for name, numbers in lengths.items()
        if numbers >= VECTOR or (name in parts and alike[_DIGITS.sub("#", name)] >= VECTOR)
    ]


def _broken(values: Sequence[str]) -> bool:
    """Return whether some number of a column is not whole."""
    return any(_length(value) == 1 and float(value.strip(_BRACKETS)) % 1 for value in values)


def _lengths(values: Sequence[str]) -> int:
    """Return how many numbers nearly all cells of a column hold at the least; 0 for other cells."""
    numbers = sorted(_length(value) for value in _some(values) if value.strip())
    return numbers[int(MOST * len(numbers))] if numbers else 0


def _some(values: Sequence[str]) -> Sequence[str]:
    """Return about `ROWS` of a column's cells, evenly spaced."""
    return values[:: max(1, len(values) // ROWS)]


def _length(value: str) -> int:
    """Return how many numbers a cell holds; 0 where it holds anything else."""
    parts = [part for part in _BETWEEN_NUMBERS.split(value) if part]
    try:
        return len([float(part) for part in parts])
    except ValueError:
        return 0


def _numbers(values: Sequence[str]) -> set[int]:
    """Return the different numbers of a column, if these recur and are nearly all it holds."""
    filled = [v for value in values if (v := value.strip())]
    numbers = [int(number[1]) for value in filled if (number := _NUMBER.fullmatch(value))]
    different = set(numbers)
    recurring = len(different) < DIFFERENT * len(numbers)
    return different if recurring and len(numbers) >= (1 - MOST) * len(filled) else set()
