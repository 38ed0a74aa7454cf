"""Intervals in closed form: Wilson's for a share, and for the difference of two figures."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from seethrough.protocols import FloatArray


def wilson(share: float, n: float, confidence: float = 0.95) -> tuple[float, float]:
    """Return Wilson's score interval for a share of ``n`` independent trials.

    Unlike ``scipy.stats.binomtest`` it takes an effective number of trials, which need not be
    whole; where ``n`` is whole the two agree.

    Args:
        share: The observed share, in [0, 1].
        n: How many independent trials it is worth, above 0.
        confidence: The coverage, in (0, 1).

    Returns:
        The ends of the interval, in [0, 1]; never of width zero.

    Raises:
        ValueError: ``share`` is outside [0, 1] or ``n`` is not positive.

    References:
        Wilson (1927), Probable inference, the law of succession, and statistical inference.
        Dean and Pagano (2015), for an effective ``n`` in clustered samples.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share={share} must be between 0 and 1")
    if not n > 0:
        raise ValueError(f"n={n} must be above 0")
    z2 = NormalDist().inv_cdf((1 + confidence) / 2) ** 2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    low = 0.0 if share == 0 else max(0.0, centre - half)
    high = 1.0 if share == 1 else min(1.0, centre + half)
    return low, high


def difference(
    first: tuple[float, float, float], second: tuple[float, float, float], correlation: float = 0.0
) -> tuple[float, float]:
    """Return an interval for ``first - second`` from an interval for each.

    The square-and-add rule: the distance of an end from the difference is the root of the two
    figures' own squared distances, less the part that they share. For Wilson intervals of
    independent shares it is Newcombe's hybrid score interval; for paired ones with the
    correlation phi it is his paired interval without a continuity correction.

    Args:
        first: Value, low and high of the first figure.
        second: Value, low and high of the second.
        correlation: Between the two estimates, in [-1, 1]; 0 where they come from other people.

    Returns:
        The ends of the interval.

    References:
        Newcombe (1998), Interval estimation for the difference between independent proportions,
        method 10; Improved confidence intervals for the difference between binomial proportions
        based on paired data, method 10. Zou and Donner (2008), for any two intervals.
    """
    (value_1, low_1, high_1), (value_2, low_2, high_2) = first, second

    def distance(a: float, b: float) -> float:
        return math.sqrt(max(0.0, a * a + b * b - 2 * correlation * a * b))

    gap = value_1 - value_2
    return (
        gap - distance(value_1 - low_1, high_2 - value_2),
        gap + distance(high_1 - value_1, value_2 - low_2),
    )


def ratio_residuals(values: FloatArray, totals: FloatArray) -> FloatArray:
    """Return what each cluster adds to the error of ``sum(values) / sum(totals)``.

    Args:
        values: (g,) the sum of the values in each cluster.
        totals: (g,) the sum of what they are out of; the whole is above 0.

    Returns:
        (g,) residuals ``(value - ratio * total) / sum(totals)``, which sum to 0; their sum of
        squares times ``g / (g - 1)`` is the variance of the ratio by linearisation.

    References:
        Cochran (1977), Sampling Techniques, section 6.4 and 9A.
    """
    whole = totals.sum()
    residuals: FloatArray = (values - values.sum() / whole * totals) / whole
    return residuals


def effective_size(values: FloatArray, totals: FloatArray) -> float:
    """Return how many independent trials a share from clusters is worth.

    Where the share varies between clusters it is ``share * (1 - share)`` over the variance of
    the share, lowered by the ratio of the normal to Student's quantile because the variance is
    itself estimated from few clusters. Where nothing varies, Kish's effective number of
    clusters, as though each cluster said one thing only.

    Args:
        values: (g,) the sum of the values in each cluster, each between 0 and its total.
        totals: (g,) the sum of what they are out of; the whole is above 0.

    Returns:
        A number above 0.

    References:
        Korn and Graubard (1998), Confidence intervals for proportions with small expected number
        of positive counts estimated from survey data. Dean and Pagano (2015), Evaluating
        confidence interval methods for binomial proportions in clustered surveys.
    """
    from scipy.special import stdtrit

    g = len(values)
    share = float(values.sum() / totals.sum())
    variance = 0.0
    if g > 1:
        residuals = ratio_residuals(values, totals)
        variance = g / (g - 1) * float(np.dot(residuals, residuals))
    if not 0 < share < 1 or variance <= 1e-18:
        return float(totals.sum() ** 2 / np.dot(totals, totals))
    shrink = NormalDist().inv_cdf(0.975) / float(stdtrit(g - 1, 0.975))
    return share * (1 - share) / variance * shrink**2
