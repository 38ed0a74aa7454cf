"""People rate claims: what the page shows to whom, and how far each rater is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from seethrough.agreement.pairs_to_rate import Pair
from seethrough.agreement.rating_file import RatingFile


class Progress(NamedTuple):
    """How far a rater is: ``done`` of ``total``."""

    done: int
    total: int


@dataclass(frozen=True)
class Session:
    """The pairs to rate, and the file of ratings.

    Attributes:
        pairs: In the order in which they are shown.
        file: Where ratings go.
    """

    pairs: Sequence[Pair]
    file: RatingFile

    def next_place(self, rater: str) -> int | None:
        """Return the first pair that a rater has not rated, or None if all are done."""
        given = self.file.given(rater)
        return next((i for i, pair in enumerate(self.pairs) if pair.key not in given), None)

    def progress(self, rater: str) -> Progress:
        """Return how many of these pairs a rater has rated."""
        given = self.file.given(rater)
        return Progress(sum(pair.key in given for pair in self.pairs), len(self.pairs))

    def rate(self, rater: str, place: int, grade: int) -> None:
        """Keep a rating; claims that were shown before and that nobody rated are kept as skipped.

        Raises:
            ValueError: The grade is not 1, 2 or 3.
        """
        self.file.rate(rater, self.pairs[place], grade, self.pairs[:place])

    def withdraw(self, rater: str, place: int) -> None:
        """Take a rating back; a claim that nobody rates is skipped, where a later one is rated."""
        self.file.withdraw(rater, self.pairs[place], self.pairs[place + 1 :])

    def show(self, rater: str, place: int | None) -> dict[str, Any]:
        """Return what the page shows: a pair, the rater's own rating of it, and the progress.

        Args:
            rater: Who asks; other people's ratings are never shown.
            place: Which pair, or None for the first that is not rated.
        """
        at = self.next_place(rater) if place is None else place
        done, total = self.progress(rater)
        shown: dict[str, Any] = {"rater": rater, "done": done, "total": total, "place": at}
        if at is not None and 0 <= at < total:
            pair = self.pairs[at]
            shown |= {
                "claim": pair.claim,
                "passage": pair.passage,
                "given": self.file.given(rater).get(pair.key),
            }
        return shown
