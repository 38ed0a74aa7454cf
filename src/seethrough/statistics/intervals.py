"""Intervals in closed form: Wilson's for a share, and one for the difference of two figures."""

from __future__ import annotations

import math
from statistics import NormalDist

Z = NormalDist().inv_cdf(0.975)
"""The normal quantile of a 95 % interval, 1.96; every interval of this package has 95 %."""


def wilson(share: float, n: float) -> tuple[float, float]:
    """Return Wilson's 95 % score interval for a share of ``n`` independent trials.

    Unlike ``scipy.stats.binomtest`` it takes an effective number of trials, which need not be
    whole; where both counts are whole the two agree.

    Args:
        share: The observed share, in [0, 1].
        n: How many independent trials it is worth, above 0.

    Returns:
        The ends of the interval, in [0, 1]; never of width zero.

    Raises:
        ValueError: ``share`` is outside [0, 1] or ``n`` is not positive.

    References:
        Wilson (1927), Probable inference, the law of succession, and statistical inference.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share={share} must be between 0 and 1")
    if not n > 0:
        raise ValueError(f"n={n} must be above 0")
    z2 = Z * Z
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    low = 0.0 if share == 0 else max(0.0, centre - half)
    high = 1.0 if share == 1 else min(1.0, centre + half)
    return low, high


def difference(
    first: tuple[float, float, float], second: tuple[float, float, float], correlation: float = 0.0
) -> tuple[float, float]:
    """Return a 95 % interval for ``first - second`` from a 95 % interval for each.

    The square-and-add rule: the distance of an end from the difference is the root of the two
    figures' own squared distances, less the part that they share. For Wilson intervals of
    independent shares it is Newcombe's hybrid score interval; for paired shares, with the
    correlation that ``clusters.paired_correlation`` gives, it is his paired score interval.

    Args:
        first: Value, low and high of the first figure.
        second: Value, low and high of the second.
        correlation: Between the two estimates, in [-1, 1]; 0 where they come from other people.

    Returns:
        The ends of the interval.

    References:
        Newcombe (1998), Interval estimation for the difference between independent proportions,
        method 10; Improved confidence intervals for the difference between binomial proportions
        based on paired data, method 10. Zou and Donner (2008), Construction of confidence limits
        about effect measures, for any two intervals.
    """
    (value_1, low_1, high_1), (value_2, low_2, high_2) = first, second
    gap = value_1 - value_2
    return (
        gap - _root(value_1 - low_1, high_2 - value_2, correlation),
        gap + _root(high_1 - value_1, value_2 - low_2, correlation),
    )


def _root(a: float, b: float, correlation: float) -> float:
    return math.sqrt(max(0.0, a * a + b * b - 2 * correlation * a * b))
