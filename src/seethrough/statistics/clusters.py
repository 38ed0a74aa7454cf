"""How much a ratio of sums is worth when its terms come in clusters, such as several per person.

All intervals here are in closed form. In simulations of counts with 10 to 1,000 people, shares from
0.02 to 0.98 and dependence within a person up to 0.9, 95 % intervals from ``effective_size`` cover
93 % to 98.5 %, while the percentile, BCa and studentized bootstraps over people fall below 60 %
where few people carry the share; ``tests/statistics/test_coverage.py`` repeats it. Where some
people have many times as many trials as others, that holds with ``alike_size`` as well, which
covers 93 % to 99 % (20 to 200 people, 1 to 100 trials or more each); without it 80 % to 95 %. Where
one or two people own most of the data they cover 92 % and more; with the plain variance by
linearisation, which calls such people typical whatever they are like, 2 % to 90 %. The limit: the
mean of a continuous score that is nearly always close to 0 or 1 (mean 0.02, strong skew) is covered
81 % of the time with 10 people, 89 % with 20 and 93 % with 50.
"""

from __future__ import annotations

import math

import numpy as np

from seethrough.statistics.arrays import FloatArray
from seethrough.statistics.intervals import Z

_NOTHING = 1e-18  # a variance below this is rounding
_FARTHEST = 50.0  # logarithms that an upper end lies above its value at the most


def ratio_residuals(values: FloatArray, totals: FloatArray) -> FloatArray:
    """Return what each cluster adds to the error of ``sum(values) / sum(totals)``.

    Args:
        values: (g,) the sum of the values in each cluster.
        totals: (g,) the sum of what they are out of; the whole is above 0.

    Returns:
        (g,) residuals ``(value - ratio * total) / sum(totals)``, which sum to 0; their sum of
        squares times ``g / (g - 1)`` is the variance of the ratio by linearisation.

    References:
        Cochran (1977), Sampling Techniques, sections 6.4 and 9A.
    """
    whole = totals.sum()
    residuals: FloatArray = (values - values.sum() / whole * totals) / whole
    return residuals


def left_out(residuals: FloatArray, totals: FloatArray) -> FloatArray:
    """Return by how much a ratio of sums changes where each cluster is left out.

    A cluster that is nearly the whole pulls the ratio towards itself, so that its own residual is
    nearly 0 however far it lies from others; what leaving it out changes tells.

    Args:
        residuals: (g,) those of ``ratio_residuals``; g is at least 2.
        totals: (g,) the sum of what the values of each cluster are out of, each above 0.

    Returns:
        (g,) the ratio less the ratio of all others; the sum of squares times ``(g - 1) / g`` is
        the jackknife's variance of the ratio, where all totals are equal that of
        ``ratio_residuals``.

    References:
        Cochran (1977), Sampling Techniques, section 6.17. Bell and McCaffrey (2002), Bias reduction
        in standard errors for linear regression with multi-stage samples.
    """
    others: FloatArray = np.maximum(1 - totals / totals.sum(), 1e-12)
    changes: FloatArray = residuals / others
    return changes


def varies(residuals: FloatArray) -> bool:
    """Return whether the clusters differ at all, beyond rounding."""
    return len(residuals) > 1 and float(np.dot(residuals, residuals)) > _NOTHING


def degrees_of_freedom(residuals: FloatArray) -> float:
    """Return how far a variance estimated from residuals can be trusted.

    Two over the squared relative error of the variance, which follows from the kurtosis of the
    residuals: for normal residuals nearly g, about two per cluster where a few clusters carry
    all the variance.

    Args:
        residuals: (g,) residuals around 0 that are not all 0; g is at least 2.

    Returns:
        A number from 1 to g - 1.

    References:
        Satterthwaite (1946), An approximate distribution of estimates of variance components.
    """
    g = len(residuals)
    squares = residuals**2
    kurtosis = g * float(np.dot(squares, squares)) / float(squares.sum()) ** 2
    return max(1.0, min(g - 1.0, 2 * g / max(kurtosis - 1, 1e-9)))


def t_quantile(freedom: float) -> float:
    """Return Student's quantile of a two-sided 95 % interval."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.975))


def effective_size(values: FloatArray, totals: FloatArray) -> float:
    """Return how many independent trials a share from clusters is worth.

    Where the share varies between clusters it is ``share * (1 - share)`` over the variance of
    the share where clusters are left out one by one (``left_out``), lowered by the squared ratio of
    the normal to Student's quantile because that variance is itself an estimate, of no more
    clusters than Kish's effective number. With few informative clusters this can fall below Kish's
    effective number of clusters, which is what the share is worth even if each cluster says one
    thing only, so that is the floor. Where nothing varies it is Kish's number.

    Args:
        values: (g,) the sum of the values in each cluster, each between 0 and its total.
        totals: (g,) the sum of what they are out of; the whole is above 0.

    Returns:
        A number above 0; take no more than ``alike_size`` where it can be told.

    References:
        Korn and Graubard (1998), Confidence intervals for proportions with small expected number
        of positive counts estimated from survey data. Dean and Pagano (2015), Evaluating
        confidence interval methods for binomial proportions in clustered surveys. Kish (1965),
        Survey Sampling, section 11.7.
    """
    share = float(values.sum() / totals.sum())
    return _worth(share * (1 - share), ratio_residuals(values, totals), totals)


def effective_pairs(gained: FloatArray, lost: FloatArray, totals: FloatArray) -> float:
    """Return how many independent pairs the difference of two shares from clusters is worth.

    As ``effective_size``, with what the difference of paired hits varies by.

    Args:
        gained: (g,) by how much the first side exceeds the second where it does, summed over the
            pairs of each cluster.
        lost: (g,) the same of the second side; with ``gained`` at most the total.
        totals: (g,) the sum of what the pairs are out of; the whole is above 0.

    Returns:
        A number above 0.

    References:
        Yang, Sun and Hardin (2012), Confidence intervals for the difference of marginal
        probabilities in clustered matched-pair binary data.
    """
    plus, minus = (float(part.sum() / totals.sum()) for part in (gained, lost))
    spread = plus + minus - (plus - minus) ** 2
    return _worth(spread, ratio_residuals(gained - lost, totals), totals)


def alike_size(spread: float, values: FloatArray, squares: FloatArray, totals: FloatArray) -> float:
    """Return how many independent trials a ratio can be worth at the most.

    That is what so many trials are worth that are as alike within a cluster as these. The variance
    that ``effective_size`` takes misses it where clusters differ in size: a large one that happens
    to be like the others, or to have no hit as yet, seems to vary as little as they do.

    Args:
        spread: The variance of one independent trial, as for a share ``share * (1 - share)``.
        values: (g,) the sum of the values of each cluster's trials.
        squares: (g,) the sum of their squares; for hits and misses the same.
        totals: (g,) how many trials each cluster has.

    References:
        Fleiss and Cuzick (1979), The reliability of dichotomous judgments: unequal numbers of
        judges per subject, for the intraclass correlation. Kish (1965), Survey Sampling, section
        8.2, for the design effect.
    """
    whole, g = float(totals.sum()), len(totals)
    variance = float(squares.sum()) / whole - (float(values.sum()) / whole) ** 2
    if spread <= _NOTHING or variance <= _NOTHING:
        return whole
    alike = 0.0
    if whole > g:
        within = float((squares - values**2 / totals).sum()) / (whole - g)
        alike = max(0.0, 1 - within / variance)
    effect = 1 + alike * (float(np.dot(totals, totals)) / whole - 1)
    return spread / variance * whole / effect


def _worth(spread: float, residuals: FloatArray, totals: FloatArray) -> float:
    """Return how many independent trials, each with a variance of ``spread``, a ratio is worth."""
    g = len(totals)
    kish = float(totals.sum() ** 2 / np.dot(totals, totals))
    if spread <= 0 or not varies(residuals):
        return kish
    changes = left_out(residuals, totals)
    raw = spread * g / (g - 1) / float(np.dot(changes, changes))
    plain = raw * (Z / t_quantile(g - 1)) ** 2
    freedom = min(degrees_of_freedom(changes), max(1.0, kish - 1))
    careful = raw * (Z / t_quantile(freedom)) ** 2
    return max(careful, min(plain, kish))


def t_interval(values: FloatArray, totals: FloatArray) -> tuple[float, float] | None:
    """Return Student's 95 % interval for a ratio of sums that is not a share.

    Where no value is below 0 it is Student's for the logarithm: such values are skewed, and what
    their mean misses lies above it. In simulations (costs of texts, bits of exposure, people who
    fit; 3 to 100 people) the plain interval covers 82 to 96 %, this one 84 to 97 %, the least where
    10 people's values spread over powers of ten. Where one person of 5 to 30 owns most of the data
    it covers 87 to 97 %, where two of them do 78 to 91 %.

    Args:
        values: (g,) the sum of the values in each cluster.
        totals: (g,) the sum of what they are out of; the whole is above 0.

    Returns:
        The ends of the interval; None where the clusters do not vary, so that the data say
        nothing on how much others would.
    """
    g = len(values)
    residuals = ratio_residuals(values, totals)
    if not varies(residuals):
        return None
    changes = left_out(residuals, totals)
    error = math.sqrt((g - 1) / g * float(np.dot(changes, changes)))
    half = t_quantile(degrees_of_freedom(changes)) * error
    value = float(values.sum() / totals.sum())
    if values.min() < 0:
        return value - half, value + half
    return value * math.exp(-half / value), value * math.exp(min(half / value, _FARTHEST))


def paired_correlation(first: FloatArray, second: FloatArray, spread: float) -> float:
    """Return the correlation of two ratios over the same clusters, corrected for continuity.

    A positive correlation is lowered, at most to 0, so that two figures that happen to agree on
    everybody still leave room for a difference. For paired shares of one trial per cluster the
    result is Newcombe's corrected phi.

    Args:
        first: (g,) residuals of the first ratio.
        second: (g,) residuals of the second, clusters in the same order.
        spread: The product of the standard deviations of one trial of each, in (0, 1/4]
            for shares: ``sqrt(p (1 - p) q (1 - q))``.

    Returns:
        A number in [-1, 1]; 0 where either does not vary.

    References:
        Newcombe (1998), Improved confidence intervals for the difference between binomial
        proportions based on paired data, method 10.
    """
    if not varies(first) or not varies(second):
        return 0.0
    scale = math.sqrt(float(np.dot(first, first)) * float(np.dot(second, second)))
    correlation = max(-1.0, min(1.0, float(np.dot(first, second)) / scale))
    if correlation <= 0:
        return correlation
    return max(0.0, correlation - 1 / (2 * len(first) * spread))
