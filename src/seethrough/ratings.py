"""Claims that people rated against passages, read from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from seethrough.errors import InputError
from seethrough.protocols import IntArray

GRADES = (1, 2, 3)
"""1 the passage gives the same information, 2 similar information, 3 does not support the claim."""


@dataclass(frozen=True)
class RatedClaims:
    """Claims, each with a passage and what people said of the two.

    Attributes:
        name: What to call them in a report, usually the file's name.
        claims: n statements that read alone.
        passages: The text that each was rated against.
        ratings: At least one grade for each, from 1 to 3; the numbers of raters may differ.
        kinds: What kind of passage each is, or None where the file does not say.
    """

    name: str
    claims: tuple[str, ...]
    passages: tuple[str, ...]
    ratings: tuple[tuple[int, ...], ...]
    kinds: tuple[str | None, ...]

    def __len__(self) -> int:
        return len(self.claims)

    @cached_property
    def modes(self) -> IntArray:
        """(n,) the grade that most raters gave.

        Where grades tie, the median of all ratings of the claim; a median between two grades
        gives the middle grade, 2.
        """
        return np.array([mode(r) for r in self.ratings], dtype=np.int64)

    @cached_property
    def by_pair(self) -> dict[tuple[str, str], int]:
        """The grade that most raters gave, by claim and passage; of equal pairs, the last one's."""
        pairs = zip(self.claims, self.passages, strict=True)
        return dict(zip(pairs, self.modes.tolist(), strict=True))

    @cached_property
    def table(self) -> IntArray:
        """(n, 3) how many raters gave each grade."""
        return np.array([[r.count(g) for g in GRADES] for r in self.ratings], dtype=np.int64)

    def take(self, indices: Sequence[int]) -> RatedClaims:
        """Return the claims at ``indices``, in that order."""
        return RatedClaims(
            self.name,
            tuple(self.claims[i] for i in indices),
            tuple(self.passages[i] for i in indices),
            tuple(self.ratings[i] for i in indices),
            tuple(self.kinds[i] for i in indices),
        )


def mode(ratings: Sequence[int]) -> int:
    """Return the most frequent grade; of ties, the median of all, halves to the middle grade.

    Args:
        ratings: At least one grade from 1 to 3.
    """
    counts = [ratings.count(grade) for grade in GRADES]
    if counts.count(max(counts)) == 1:
        return GRADES[counts.index(max(counts))]
    median = float(np.median(ratings))
    return int(median) if median.is_integer() else 2


def read_ratings(path: str | Path) -> RatedClaims:
    """Read rated claims from a JSON Lines file.

    Each line has ``claim``, ``passage`` and ``ratings``, a list of grades from 1 to 3, and may
    have ``kind``. Other fields are passed over: the mode is always counted anew.

    Args:
        path: The file, gzipped or not, or ``-`` for standard input.

    Raises:
        InputError: The file cannot be read, holds no rated claim, or a line is wrong; names file
            and line and never quotes them.
    """
    from seethrough.formats.json_lines import read_rows
    from seethrough.formats.opening import opened, place_of

    place = place_of(str(path))
    rows: list[tuple[str, str, tuple[int, ...], str | None]] = []
    with opened(str(path)) as stream:
        for line, row in read_rows(stream, place):
            rows.append(_checked(row, place, line))
    if not rows:
        raise InputError(f"{place}: holds no rated claim")
    claims, passages, ratings, kinds = zip(*rows, strict=True)
    name = place if str(path) == "-" else Path(path).name
    return RatedClaims(name, claims, passages, ratings, kinds)


def _checked(
    row: Mapping[str, Any], place: str, line: int
) -> tuple[str, str, tuple[int, ...], str | None]:
    for field in ("claim", "passage", "ratings"):
        if field not in row:
            there = ", ".join(sorted(row)[:8]) or "none"
            raise InputError.at(place, line, f"has no field '{field}'; its fields: {there}")
    claim, passage, ratings, kind = (row.get(f) for f in ("claim", "passage", "ratings", "kind"))
    if not isinstance(claim, str) or not claim.strip():
        raise InputError.at(place, line, "'claim' must be text that is not blank")
    if not isinstance(passage, str):
        raise InputError.at(place, line, "'passage' must be text")
    if not isinstance(ratings, list) or not ratings:
        raise InputError.at(place, line, "'ratings' must be a list of grades such as [1, 1, 2]")
    for rating in ratings:
        if isinstance(rating, bool) or rating not in GRADES:
            raise InputError.at(
                place, line, "'ratings' must hold only 1 (same), 2 (similar), 3 (unsupported)"
            )
    if kind is not None and not isinstance(kind, str):
        raise InputError.at(place, line, "'kind' must be text")
    return claim, passage, tuple(int(r) for r in ratings), kind
