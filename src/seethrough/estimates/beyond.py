"""The leak: what exceeds both what is guessed anyway and a release that holds nothing."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist

from seethrough.estimates.figure import Direction
from seethrough.estimates.interval import Interval
from seethrough.statistics.intervals import Z, unseen


def leak(
    over_control: Interval | None,
    over_baseline: Interval | None,
    most: float | None,
    others: Interval | None = None,
    direction: Direction = "lower_is_better",
) -> Interval | None:
    """Return the excess: ``beyond_both``, with ends that so few people allow.

    Facts that chance gives away here and there make a difference look sure, and say nothing of a
    person of whom everything is given away and who is not among so few. So the upper end of a share
    allows for such people (``intervals.unseen``), and the lower one for those of whom chance gives
    away everything, where the control is of other people, few of them.

    In simulations (20 to 100 people, 8 or 20 facts each, 2 to 20 % of them given away by chance,
    of one person in sixteen all, leak 0.06) the upper end lies below 0.05 in 2 % of the draws at
    the most; without the allowance in up to 25 % with 20 people and 9 % with 40. Where nothing
    leaks, and chance gives away all of 5 to 20 % of people (100 or 500 people, 10 facts each, 10 to
    100 people in the control), the lower end lies above 0.05 in 1.3 % at the most; without the
    allowance in up to 9 % with 10 people in the control and 6 % with 20.

    Args:
        over_control: As of ``beyond_both``, like the next two.
        over_baseline: The same.
        most: The same.
        others: The figure of the control where that is of other people; else None.
        direction: That of the figure.
    """
    found = beyond_both(over_control, over_baseline, most)
    if found is None or found.ends is None or most != 1:
        return found
    value, low, high = found.ends
    below = 0.0
    if others is not None and others.value is not None and over_control is not None:
        guessed = others.value if direction == "lower_is_better" else 1 - others.value
        room = unseen(guessed, others.people)[1] - guessed
        below = max(0.0, value - (_value(over_control) - room))
    high = max(high, unseen(value, found.people)[1])
    return replace(found, low=min(low, value - below), high=high, below=below)


def beyond_both(
    first: Interval | None, second: Interval | None, most: float | None = None
) -> Interval | None:
    """Return what exceeds control and baseline: the smaller of two differences, end by end.

    The lower end is the smaller of the two lower ends, so that it lies above 0 only where both
    differences are beyond chance (intersection-union test). The upper end is the smaller of the two
    upper ends, as the leak is at most what either difference allows (union-intersection test). So
    that it has two chances to be too low, each is at 1.25 % instead of 2.5 %: 1.14 times as far
    above its difference. That is left out where there is one chance only: where both differences
    are the same except for a number that is known, where one is certain, and where one is under the
    other's interval.

    In simulations (60 to 1,000 people, control and baseline alike or not) the upper end lies below
    the true leak in at most 3 % of the draws, 5 % without the allowance. Where control and baseline
    are alike, the smaller difference lies on average below the true one, by up to 0.04 with 60
    people and 0.01 with 1,000.

    Args:
        first: The difference to the control; None where there is no control.
        second: The difference to the baseline; None where there is none.
        most: The largest difference that the figure can have; None where there is none.

    References:
        Berger (1982), Multiparameter hypothesis testing and acceptance sampling.
    """
    known = [i for i in (first, second) if i is not None]
    if len(known) < 2 or any(i.value is None for i in known):
        return min(known, key=lambda i: i.n) if known else None
    least = min(known, key=_value)
    lows = [i.low for i in known]
    low = None if None in lows else min(e for e in lows if e is not None)
    high = _least_upper_end(*known)
    if high is not None and most is not None:
        high = min(high, max(most, _value(least)))
    return replace(least, low=low, high=high)


_FARTHER = NormalDist().inv_cdf(1 - 0.025 / 2) / Z
"""How much farther than an end at 2.5 % one at 1.25 % lies."""


def _least_upper_end(first: Interval, second: Interval) -> float | None:
    """Return the smaller of two upper ends, allowing for its being chosen among two."""
    if first.ends is None or second.ends is None:
        return None
    (value, low, high), (other, least, most) = first.ends, second.ends
    certain = high <= value or most <= other
    same = math.isclose(high - value, most - other) and math.isclose(value - low, other - least)
    if same or certain or low > other or least > value:
        return min(high, most)
    return min(value + _FARTHER * (high - value), other + _FARTHER * (most - other))


def _value(interval: Interval) -> float:
    assert interval.value is not None
    return interval.value
