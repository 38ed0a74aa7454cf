"""A figure with its 95 % interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

DIGITS = 6

EXACT = "exact"
"""The method of a figure that is known without measuring; it has no interval."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure and its 95 % interval.

    Attributes:
        value: The figure; None where nothing could be counted.
        low: The lower end; None where nothing could be counted.
        high: The upper end; None where nothing could be counted.
        n: How many targets it rests on.
        method: How the interval was made.
        people: How many people those targets are.
        paired: Of a difference of figures: whether it is of pairs, the same targets on both sides;
            False where the sides vary apart, as those of different people do. Else None.
        below: Of a leak: how far below it the lower end lies at the least, with any number of
            targets, as chance may give away everything of people whom the control lacks.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    method: str
    people: int = 0
    paired: bool | None = None
    below: float = 0.0

    def __str__(self) -> str:
        """Return the figure as people write it: 0.90 (0.79 to 0.96, n = 60)."""
        if self.value is None:
            return "nothing to count"
        if self.low is None or self.high is None:
            return f"{self.value:.2f} (n = {self.n})"
        if self.method == EXACT:
            return f"{self.value:.2f} (exact)"
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f}, n = {self.n})"

    @property
    def ends(self) -> tuple[float, float, float] | None:
        """The figure with its lower and its upper end; None where one of them is missing."""
        if self.value is None or self.low is None or self.high is None:
            return None
        return self.value, self.low, self.high

    def to_json(self) -> dict[str, Any]:
        """Return the machine form; floats rounded so that the same figure has the same bytes."""
        return {
            "value": rounded(self.value),
            "low": rounded(self.low),
            "high": rounded(self.high),
            "n": self.n,
            "people": self.people,
            "method": self.method,
        }


NOTHING = Interval(None, None, None, 0, "nothing to count")


def rounded(number: float | None) -> float | None:
    """Return a number as reports write it; None where it is not finite."""
    if number is None or not math.isfinite(number):
        return None
    return round(float(number), DIGITS) + 0.0
