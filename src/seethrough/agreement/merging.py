"""Ratings of one claim and passage on several lines, as in the joined files of two raters."""

from __future__ import annotations

from collections.abc import Mapping, Set

from seethrough.errors import InputError


class Merged:
    """Who gave which grade to one claim against one passage, line by line."""

    def __init__(self) -> None:
        self.named: dict[str, int] = {}
        self.unnamed: list[int] = []
        self._lines: dict[str, int] = {}

    @property
    def ratings(self) -> tuple[int, ...]:
        """All grades: those of the named raters in the order of their names, then the others."""
        return (*(self.named[rater] for rater in sorted(self.named)), *self.unnamed)

    def leave_out(self, raters: Set[str]) -> None:
        """Take the ratings of some named raters back."""
        self.named = {rater: grade for rater, grade in self.named.items() if rater not in raters}

    def add(
        self, named: Mapping[str, int], unnamed: tuple[int, ...], place: object, line: int
    ) -> None:
        """Take the ratings of a line.

        The same grade of the same rater counts once. Of raters without a name, each grade counts.

        Args:
            named: Grades by the rater's name.
            unnamed: Grades of raters whom the line does not name.
            place: The file, for messages.
            line: The line's number.

        Raises:
            InputError: A rater gave another grade on an earlier line; quotes neither.
        """
        for rater, grade in named.items():
            if self.named.setdefault(rater, grade) != grade:
                raise InputError.at(
                    place,
                    line,
                    f"a rater of line {self._lines[rater]} gives the same claim and passage"
                    " another grade here; remove one of the two, or give two people two names",
                )
            self._lines.setdefault(rater, line)
        self.unnamed += unnamed
