"""What an audit could have seen, and how many people it would take to see more."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from seethrough.statistics.intervals import Figured, Z, paired_variance

_POWER = 0.84
"""The normal quantile of a power of 80 %."""

_MOST = 10**7
"""If so many people are not enough, no number is said."""

_FARTHEST = 10.0
"""No larger leak of a share is looked for."""


class Precision(NamedTuple):
    """How the error of a measured leak depends on the leak.

    Attributes:
        size: How many independent trials or pairs the leak is worth, above 0.
        rate: For a share beside others': what it is without a leak, in [0, 1]. None for pairs.
        extra: For pairs the share that loses; else what does not depend on the leak, in
            variances of one trial; at least 0.
    """

    size: float
    rate: float | None
    extra: float

    def supposed(self, leak: float, value: float) -> float:
        """Return the variance of a measured leak that a score interval supposes at its end.

        Args:
            leak: The end.
            value: The leak that was measured.
        """
        if self.rate is not None:
            return self.true(leak)
        lost = max(self.extra, -value)
        return paired_variance(leak, value + lost, lost) / self.size

    def true(self, leak: float) -> float:
        """Return the variance of the measured leak where this is the leak."""
        if self.rate is None:
            return max(0.0, 2 * self.extra + leak - leak**2) / self.size
        share = self.rate + leak
        return (max(0.0, share * (1 - share)) + self.extra) / self.size


def precision(own: Figured, over: Figured, rate: float | None) -> Precision | None:
    """Return how precisely a leak was measured, at any leak, from two intervals.

    ``size`` is what Wilson's interval of the figure itself is worth. ``extra`` is what the end of
    the leak's interval shows beyond that.

    Args:
        own: The figure, a share, with its interval.
        over: The leak with its interval.
        rate: As for ``Precision``.

    Returns:
        None where an interval has no width.
    """
    (share, least, most), (value, low, high) = own, over
    reach = max(most - share, share - least)
    end = low if 0 < low < value else high
    gap = (end - value) ** 2
    if reach <= 0 or gap <= 0:
        return None
    farther = most if most - share == reach else least
    size = max(1e-6, Z * Z * farther * (1 - farther) / reach**2)  # Wilson's equation for its end
    least_extra = Precision(size, rate, max(0.0, -value) if rate is None else 0.0)
    wanted = gap / (Z * Z)
    if wanted < least_extra.supposed(end, value):  # narrower than so many trials: worth more
        return least_extra._replace(size=size * least_extra.supposed(end, value) / wanted)
    if rate is not None:
        return Precision(size, rate, size * (wanted - least_extra.supposed(end, value)))
    most_lost = (1 - abs(value)) / 2

    def beyond(lost: float) -> float:
        return Precision(size, None, lost).supposed(end, value) - wanted

    return Precision(size, None, _crossing(beyond, 1e-9, most_lost))


def smallest_visible(
    value: float,
    low: float,
    tolerance: float,
    precise: Precision | None = None,
    fixed: float = 0.0,
    least: float = 0.0,
) -> float:
    """Return the smallest leak that an audit of this size would have called one in 4 of 5 cases.

    A leak is called where the lower end of its interval lies above the tolerance: where the
    estimate lies beyond it by 1.96 standard errors of a leak as large as the tolerance. Four
    estimates of five lie beyond what is 0.84 standard errors below the leak itself. Unless it is
    said how precisely a leak of another size is measured, the distance from the estimate to the
    lower end stands for 1.96 standard errors of all of them.

    Args:
        value: The leak that was measured.
        low: The lower end of its 95 % interval, at most ``value``.
        tolerance: What is tolerated.
        precise: How precisely leaks of any size are measured, ``fixed`` left aside; None where it
            is not known.
        fixed: How far from the estimate the lower end would lie with any number of people: what
            the others who were compared with leave open.
        least: How far from the estimate the lower end lies at the least, whatever else there is.

    Returns:
        A leak above the tolerance, in the unit of ``value``; not bounded by 1, so that above 1 no
        leak of a share could have been seen.

    References:
        Cohen (1988), Statistical power analysis for the behavioral sciences, section 1.4. Fleiss,
        Levin and Paik (2003), Statistical Methods for Rates and Proportions, section 2.5.
    """
    if precise is None:
        return tolerance + max(value - low, least) + (value - low) * _POWER / Z

    def called(estimate: float) -> float:
        room = max(0.0, (estimate - tolerance) ** 2 - fixed**2)
        return room - Z * Z * precise.supposed(estimate - math.sqrt(room), estimate)

    def seen(leak: float) -> float:
        return leak - _POWER * math.sqrt(precise.true(leak) + (fixed / Z) ** 2) - bar

    bar = max(_crossing(called, tolerance, _FARTHEST), tolerance + least)
    return _crossing(seen, bar, _FARTHEST)


def people_to_pass(
    over: Figured,
    people: int,
    tolerance: float,
    precise: Precision | None = None,
    fixed: float = 0.0,
) -> int | None:
    """Return how many people more would bring the upper end of a leak under the tolerance.

    Assumes that they are like those who were looked at, and that the estimate stays where it is.

    Args:
        over: The leak that was measured, with its interval.
        people: How many people it rests on.
        tolerance: What is tolerated.
        precise: How precisely leaks of any size are measured, ``fixed`` left aside; None where it
            is not known, and the width is taken to shrink with the root of the number.
        fixed: How far from the estimate the end would lie with any number of people: what the
            others who were compared with leave open.

    Returns:
        A number of people; None where the estimate itself is not under the tolerance, and where
        ten million people would not be enough.
    """
    return _people(over[2], over, people, tolerance, precise, fixed)


def people_to_fail(
    over: Figured,
    people: int,
    tolerance: float,
    precise: Precision | None = None,
    fixed: float = 0.0,
) -> int | None:
    """Return how many people more would bring the lower end of a leak above the tolerance.

    Args and returns as for ``people_to_pass``; None where the estimate is not above the
    tolerance, and where ten million people would not be enough.
    """
    return _people(over[1], over, people, tolerance, precise, fixed)


def _people(
    end: float,
    over: Figured,
    people: int,
    tolerance: float,
    precise: Precision | None,
    fixed: float,
) -> int | None:
    """Return how many people more would bring an end to the estimate's side of the tolerance."""
    value = over[0]
    # By the square-and-add rule the parts of a distance add by their squares.
    room = (tolerance - value) ** 2 - fixed**2
    if (end - value) * (tolerance - value) <= 0 or room <= 0 or people < 1:
        return None
    own = max(0.0, (end - value) ** 2 - fixed**2)
    if precise is not None:
        alone = value + math.copysign(math.sqrt(room), end - value)
        own = Z * Z * precise.supposed(alone, value)
    if people * own >= _MOST * room:
        return None
    return _two_digits(max(1, math.ceil(people * (own / room - 1))))


def people_for(share: Figured, people: int, part: float, *, upper: bool) -> int | None:
    """Return how many people more bring an end of a share's interval nearer to the share.

    By Wilson's equation: beside a share of 0 the distance falls with the number of people,
    elsewhere with its root.

    Args:
        share: A share with its interval.
        people: How many people it rests on.
        part: To which part of its distance the end is to come; above 0, at most 1.
        upper: Which end.

    Returns:
        A number of people; None where ten million would not be enough.
    """
    value, end = share[0], share[2 if upper else 1]

    def variance(distance: float) -> float:
        supposed = value + math.copysign(distance, end - value)
        return max(supposed * (1 - supposed), 1e-6) / max(distance, 1e-9) ** 2

    times = variance(part * abs(end - value)) / variance(abs(end - value))
    return None if people * times >= _MOST else _two_digits(max(1, math.ceil(people * (times - 1))))


def people_unseen(value: float, people: int, tolerance: float) -> int:
    """Return how many people more leave no room for others of whom everything is given away.

    Args:
        value: The leak that was measured; a share.
        people: How many people it rests on.
        tolerance: What is tolerated.

    Returns:
        A number of people; 0 where so many people leave no such room already, and where the
        estimate itself is not under the tolerance.
    """
    if value >= tolerance:
        return 0
    # Of none of n people Wilson's upper end is z^2 / (n + z^2).
    needed = math.floor(Z * Z * (1 - tolerance) / (tolerance - value)) + 1
    return _two_digits(max(0, needed - people))


def _two_digits(number: int) -> int:
    """Return a number rounded up to its first two digits."""
    digits = max(0, len(str(number)) - 2)
    return int(math.ceil(number / 10**digits) * 10**digits)


def _crossing(function: Callable[[float], float], low: float, high: float) -> float:
    """Return from where on a function is positive; the nearer end where it does not cross 0."""
    from scipy.optimize import brentq

    if high <= low or function(low) >= 0:
        return low
    return high if function(high) <= 0 else float(brentq(function, low, high))
