"""How many people of a population fit a description: expected number, interval, uniqueness.

Each cell of a table counts the people of one kind. A counted person of cell i fits with chance
``w_i``, independently: 0 or 1, or a share where a cell is coarser than the description (one year
of age in five). So K of the counted people fit, a sum of binomials. Where the table is a sample
that took each person with chance ``fraction``, the number of people who fit and were not counted
is Poisson with an unknown rate. With the prior 1/rate it is negative binomial given K:

    F = K + NegativeBinomial(K, fraction),    E[F | K] = K / fraction,

the unbiased estimate. The person who is described fits, so F is at least 1. Where K is 0, F then
has Fisher's logarithmic distribution with parameter 1 - fraction. The interval takes Jeffreys'
prior (K + 1/2 in place of K), with which it covers where few were counted, too.

In a complete table the person is one of those counted who fit, any of them as likely as any other,
so a number is as likely as the table makes it, times itself:

    E[F] = E[K^2] / E[K],    P(F = 1) = P(K = 1) / E[K].

Where nobody of those counted can fit, the person is one whom the table left out, alone.

References:
    Bethlehem, Keller and Pannekoek (1990), Disclosure control of microdata, section 3 (how many
    people share a key, by Poisson rates). Benedetti and Franconi (1998), Statistical and
    technological solutions for controlled data dissemination (the negative binomial of the
    population's count given the sample's). Skinner and Elliot (2002), A measure of disclosure risk
    for microdata, for what such a chance means.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from seethrough.statistics.arrays import FloatArray

PRIOR = 0.5
"""The shape of Jeffreys' prior for a Poisson rate, for the interval."""

ERROR = 0.05
"""The chance that an interval misses, half of it on either side."""


class Fitting(NamedTuple):
    """The people who fit a description that fits at least one.

    Attributes:
        expected: Their expected number, at least 1.
        low: The lower end of a 95 % interval of their number, at least 1.
        high: The upper end.
        unique: The chance that there is only one, in [0, 1].
    """

    expected: float
    low: float
    high: float
    unique: float


def fitting(counts: FloatArray, weights: FloatArray, fraction: float = 1.0) -> Fitting:
    """Return how many people fit.

    The interval is that of the gamma distribution with the same mean and variance, its ends
    rounded outwards to whole people; where nothing is uncertain it has no width.

    Args:
        counts: (cells,) how many people the table counts in each cell, at least 0; not whole
            where the table is weighted.
        weights: (cells,) the chance that a person of the cell fits, in [0, 1].
        fraction: The share of the population that the table counts, in (0, 1].

    Raises:
        ValueError: ``fraction`` is outside (0, 1].
    """
    if not 0 < fraction <= 1:
        raise ValueError(f"fraction={fraction} must be above 0 and at most 1")
    sampled = float(counts @ weights)
    if sampled == 0 and fraction == 1:  # the table counts nobody: there is the person alone
        return Fitting(1.0, 1.0, 1.0, 1.0)
    rate = (1 - fraction) / fraction
    spread = float(counts @ (weights * (1 - weights)))
    unseen = (sampled + PRIOR) * rate
    low, high = _interval(sampled + unseen, (spread / fraction + unseen) / fraction)
    expected, unique = _given_one(counts, weights, sampled, fraction)
    return Fitting(expected, min(low, expected), max(high, expected), unique)


def fitting_unseen(fraction: float) -> float:
    """Return the expected number of people who fit where nobody in the sample does, at least 1.

    Args:
        fraction: The share of the population that was sampled, in (0, 1].
    """
    return 1.0 if fraction == 1 else (1 - fraction) / -math.log(fraction) / fraction


def _given_one(
    counts: FloatArray, weights: FloatArray, sampled: float, fraction: float
) -> tuple[float, float]:
    """Return the expected number and the chance that it is 1, given that it is at least 1."""
    none, one = _none_and_one(counts, weights)
    if fraction == 1:
        others = sampled - float(counts @ weights**2) / sampled
        return 1.0 + max(0.0, others), min(1.0, one / sampled)
    unseen = fitting_unseen(fraction)
    expected = sampled / fraction + none * unseen
    return max(1.0, expected), min(1.0, none * unseen * fraction + one * fraction)


def _none_and_one(counts: FloatArray, weights: FloatArray) -> tuple[float, float]:
    """Return the chances that nobody of those counted fits, and that one does."""
    surely = round(float(counts[weights == 1].sum()))
    if surely > 1:
        return 0.0, 0.0
    partly = (weights > 0) & (weights < 1)
    counted, share = counts[partly], weights[partly]
    nobody = math.exp(float(counted @ np.log1p(-share)))
    if surely == 1:
        return 0.0, nobody
    return nobody, nobody * float(counted @ (share / (1 - share)))


def _interval(mean: float, variance: float) -> tuple[float, float]:
    if variance == 0:
        return max(1.0, mean), max(1.0, mean)
    from scipy.special import gammaincinv

    shape, scale = mean * mean / variance, variance / mean
    low, high = (float(gammaincinv(shape, q)) * scale for q in (ERROR / 2, 1 - ERROR / 2))
    return max(1.0, float(math.floor(low))), max(1.0, float(math.ceil(high)))
