"""Rows of a population's table that count people whom other rows count already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from seethrough.errors import InputError
from seethrough.population.ages import Ages, ages_of
from seethrough.text.words import vocabulary

TOTAL = 0.9
"""Rows called a total are one where they count at least so many people for each of the others."""

_TOTALS = vocabulary(
    "total totals all both overall sum insgesamt gesamt zusammen alle ensemble tous"
)


class CountedTwice:
    """Looks for totals among the rows of a table, and for ages that overlap.

    Tables of statistical offices have a row ``total`` beside ``female`` and ``male``, and ``15-64``
    beside ``15-24``. With them more people would fit than there are, and fewer be singled out.

    Args:
        age: The column of ages, or None.
        count: The column that says how many people a row counts.
    """

    def __init__(self, age: str | None, count: str) -> None:
        self._age = age
        self._count = count
        self._totals: dict[str, float] = defaultdict(float)
        self._called: dict[str, str] = {}
        self._ages: dict[tuple[str, ...], set[Ages]] = defaultdict(set)

    def add(self, row: Mapping[str, Any], count: float) -> None:
        """Look at one row, also at its columns that are not used.

        Args:
            row: The row.
            count: How many people it counts.
        """
        for column, value in row.items():
            words = value.split(maxsplit=1) if isinstance(value, str) else ()
            if words and words[0].strip(".,:").casefold() in _TOTALS:
                self._totals[column] += count
                self._called.setdefault(column, value)
        if self._age is not None and (ages := ages_of(str(row.get(self._age)))):
            rest = (str(v) for name, v in row.items() if name not in (self._age, self._count))
            self._ages[(*rest,)].add(ages)

    def refuse(self, place: str, everybody: float) -> None:
        """Refuse a table that counts people twice.

        Args:
            place: What to call the file.
            everybody: How many people all rows count.

        Raises:
            InputError: It does; names the column.
        """
        for column, count in self._totals.items():
            others = everybody - count
            if 0 < TOTAL * others <= count:
                raise InputError(
                    f'{place}: the rows with {self._called[column]!r} in "{column}" count all'
                    " others together; leave them out, or everybody counts twice"
                )
        for group in self._ages.values():
            ordered = sorted(group)
            for first, second in pairwise(ordered):
                if _overlap(first, second):
                    raise InputError(
                        f'{place}: "{self._age}" has ages that overlap, {_told(first)} and'
                        f" {_told(second)}, so that people count twice; leave one out"
                    )


def _overlap(first: Ages, second: Ages) -> bool:
    """Return whether ages of two categories are the same; 40-45 and 45-50 may be meant apart.

    Args:
        first: Those that begin first, or at once and end first.
        second: The others.
    """
    shared = first.shared(second)
    return shared > 1 or (shared == 1 and (second.high == second.low or first.high == first.low))


def _told(ages: Ages) -> str:
    return f"{ages.low}-{ages.high}" if ages.high > ages.low else str(ages.low)
