"""Whether a rater tells disclosed claims from others, by claims whose answer is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from seethrough.evidence.grade import leaked
from seethrough.statistics.agreement import by_chance

CHANCE = 0.05
"""How likely somebody who rates blindly may be to pass for a rater who reads.

With ten claims of either sort nobody who rates blindly, whatever the habit, passes in more than 2 %
of cases. Somebody with nine right answers in ten fails in 1 %, with eight in 19 %, and who reads
every second claim only, and flips a coin for the others, in 38 %.
"""

LEAST = 6
"""With fewer answers to claims of either sort a rater is not checked.

With six of either sort, somebody with 19 right answers in 20 fails in 2 % of cases, with nine in
ten in 11 %.
"""


class Answers(NamedTuple):
    """A rater's answers to claims whose answer is known.

    Attributes:
        disclosed: How many claims that are disclosed were rated.
        found: How many of them the rater calls disclosed.
        other: How many other claims were rated.
        false: How many of them the rater calls disclosed.
    """

    disclosed: int = 0
    found: int = 0
    other: int = 0
    false: int = 0

    @property
    def right(self) -> int:
        """How many answers are right."""
        return self.found + self.other - self.false

    @property
    def asked(self) -> int:
        """How many claims were rated."""
        return self.disclosed + self.other

    @property
    def enough(self) -> bool:
        """Whether they suffice to check the rater."""
        return min(self.disclosed, self.other) >= LEAST

    @property
    def blind(self) -> bool:
        """Whether somebody who rates without reading would answer as well."""
        return self.enough and by_chance(*self) > CHANCE


def answers(rated: Iterable[tuple[int, Mapping[str, int]]]) -> dict[str, Answers]:
    """Return each rater's answers.

    Args:
        rated: For each claim its right grade, and the grades by rater.
    """
    found: dict[str, Answers] = {}
    for known, grades in rated:
        for rater, grade in grades.items():
            old, yes = found.get(rater, Answers()), leaked(grade)
            if leaked(known):
                found[rater] = old._replace(disclosed=old.disclosed + 1, found=old.found + yes)
            else:
                found[rater] = old._replace(other=old.other + 1, false=old.false + yes)
    return found
