"""Intervals for a share (Wilson's, the exact one), for a difference, and for pairs (Tango's)."""

from __future__ import annotations

import math
from statistics import NormalDist

Z = NormalDist().inv_cdf(0.975)
"""The normal quantile of a 95 % interval, 1.96; every interval of this package has 95 %."""

Figured = tuple[float, float, float]
"""A figure and the ends of its 95 % interval."""


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


def clopper_pearson(hits: float, n: int, error: float = 0.05) -> tuple[float, float]:
    """Return the exact interval of a share of ``n`` independent trials.

    Its ends are quantiles of beta distributions, by ``scipy.special``: ``scipy.stats`` has them
    too, and takes a second to import.

    Args:
        hits: How many of the trials succeeded; a part of one where a lot decides.
        n: How many there were, at least 1.
        error: The chance that it misses the share is at most this, half of it on either side.

    References:
        Clopper and Pearson (1934).
    """
    from scipy.special import betaincinv

    low = float(betaincinv(hits, n - hits + 1, error / 2)) if hits else 0.0
    high = float(betaincinv(hits + 1, n - hits, 1 - error / 2)) if hits < n else 1.0
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


def paired_difference(gained: float, lost: float, n: float) -> tuple[float, float]:
    """Return Tango's 95 % score interval for the difference of two shares of the same trials.

    A difference belongs to it where a score test with the variance that this difference implies
    doesn't reject it. So 10 pairs that gain and none that loses say more than 10 of either side,
    which the square-and-add rule doesn't see. Without losses the upper end is Wilson's of what is
    gained; without either both ends are, on both sides.

    Args:
        gained: The share of pairs with a hit on the first side alone, in [0, 1].
        lost: The share with a hit on the second side alone; both sum to at most 1.
        n: How many independent pairs it is worth, above 0; `clusters.effective_pairs`.

    Returns:
        The ends of the interval, in [-1, 1], around ``gained - lost``; never of width zero.

    References:
        Tango (1998), Equivalence test and confidence interval for the difference in proportions
        for the paired-sample design, equations 14 and 23. Yang, Sun and Hardin (2012), Confidence
        intervals for the difference of marginal probabilities in clustered matched-pair binary
        data, for the effective number of pairs.
    """
    from scipy.optimize import brentq

    gap = gained - lost

    def rejects(difference: float) -> float:
        variance = paired_variance(difference, gained, lost)
        return n * (gap - difference) ** 2 - Z * Z * variance

    def farthest(end: float) -> float:
        near = gap + 1e-9 * (end - gap)  # at the gap itself there may be nothing to vary
        return end if rejects(end) <= 0 else float(brentq(rejects, near, end))

    return farthest(-1.0), farthest(1.0)


def unseen(difference: float, people: int) -> tuple[float, float]:
    """Return what a difference of shares may be for people who are not among those looked at.

    Facts that are told here and there make a difference look sure, and say nothing of a person of
    whom everything is told, on one side alone. Of as many such people as Wilson's upper end for
    none allows, all are supposed to be of one kind. For hits and misses of as many people Wilson's
    interval is wider anyway.

    Args:
        difference: The difference, in [-1, 1].
        people: How many people it rests on, above 0.

    Returns:
        The ends, in [-1, 1].
    """
    share = wilson(0.0, people)[1]
    return difference - (1 + difference) * share, difference + (1 - difference) * share


def paired_variance(difference: float, gained: float, lost: float) -> float:
    """Return what one pair's gain or loss varies by where the shares differ by ``difference``.

    Args:
        difference: The difference that is supposed, in [-1, 1].
        gained: As for ``paired_difference``, like the next.
        lost: The same.
    """
    # The share of losses that makes the pairs likeliest where the shares differ by so much.
    b = (2 - gained + lost) * difference - gained - lost
    root = math.sqrt(max(0.0, b * b + 8 * lost * difference * (1 - difference)))
    return 2 * (root - b) / 4 + difference * (1 - difference)


def _root(a: float, b: float, correlation: float) -> float:
    return math.sqrt(max(0.0, a * a + b * b - 2 * correlation * a * b))
