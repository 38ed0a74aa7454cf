"""What an audit could have seen, and how many people it would take to see more."""

from __future__ import annotations

import math
from collections.abc import Callable

from seethrough.statistics.intervals import Z, wilson

_POWER = 0.84
"""The normal quantile of a power of 80 %."""

_MOST = 10**7
"""If so many people are not enough, no number is said."""


def smallest_visible(value: float, low: float, tolerance: float) -> float:
    """Return the smallest leak that an audit of this size would have called one in 4 of 5 cases.

    The distance from the estimate to the lower end of its 95 % interval stands for 1.96 standard
    errors; a leak is called where the lower end lies above the tolerance.

    Args:
        value: The leak that was measured.
        low: The lower end of its 95 % interval, at most ``value``.
        tolerance: What is tolerated.

    Returns:
        A leak above the tolerance, in the unit of ``value``; not bounded by 1, so that above 1 no
        leak of a share could have been seen.

    References:
        Cohen (1988), Statistical power analysis for the behavioral sciences, section 1.4.
    """
    return tolerance + (value - low) * (1 + _POWER / Z)


def people_to_pass(value: float, high: float, people: int, tolerance: float) -> int | None:
    """Return how many people more would bring the upper end of a leak under the tolerance.

    Assumes that they are like those who were looked at, and that the estimate stays where it is.

    Args:
        value: The leak that was measured.
        high: The upper end of its 95 % interval, at least ``value``.
        people: How many people it rests on.
        tolerance: What is tolerated.

    Returns:
        A number of people; None where the estimate itself is not under the tolerance, and where
        ten million people would not be enough.
    """
    if value >= tolerance or people < 1:
        return None
    reach = high - value
    return _more(lambda scale: _reach(value, reach, scale) < tolerance - value, people)


def people_to_fail(value: float, low: float, people: int, tolerance: float) -> int | None:
    """Return how many people more would bring the lower end of a leak above the tolerance.

    Args and returns as for ``people_to_pass``; None where the estimate is not above the
    tolerance, and where ten million people would not be enough.
    """
    if value <= tolerance or people < 1:
        return None
    reach = value - low
    return _more(lambda scale: reach / math.sqrt(scale) < value - tolerance, people)


def _reach(value: float, reach: float, scale: float) -> float:
    """Return the distance of the upper end with ``scale`` times as many people.

    Near 0 the upper end of a share comes closer with the number of people, elsewhere with its root:
    the Wilson interval of the effective number that gives ``reach`` now knows both.
    """
    share = min(1.0, max(0.0, value))
    if reach <= 0:
        return 0.0
    size = _bisect(lambda n: wilson(share, n)[1] - share < reach, 1e-6, 1e12)
    return min(reach, wilson(share, size * scale)[1] - share)


def _more(enough: Callable[[float], bool], people: int) -> int | None:
    """Return the smallest number of further people that is enough, to three digits."""
    if not enough(_MOST / people):
        return None
    scale = _bisect(enough, 1.0, _MOST / people)
    more = max(1, math.ceil(people * (scale - 1)))
    digits = max(0, len(str(more)) - 2)
    return int(math.ceil(more / 10**digits) * 10**digits)


def _bisect(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return the smallest number from which on ``holds`` is true, on a logarithmic scale."""
    a, b = math.log(low), math.log(max(high, low))
    for _ in range(60):
        middle = (a + b) / 2
        if holds(math.exp(middle)):
            b = middle
        else:
            a = middle
    return math.exp(b)
