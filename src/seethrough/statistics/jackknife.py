"""The jackknife over clusters, for coefficients such as a correlation or kappa."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from seethrough.statistics.arrays import Bools, IntArray
from seethrough.statistics.clusters import degrees_of_freedom, t_quantile, varies
from seethrough.statistics.intervals import Z

GROUPS = 400
"""More clusters than this are left out in groups, so that the work stays linear."""


def coefficient_interval(
    statistic: Callable[[Bools], float], clusters: IntArray
) -> tuple[float, float, float] | None:
    """Return a coefficient that is at most 1 with its 95 % interval.

    The interval is symmetric on Fisher's scale, with the error of leaving out one cluster at a
    time and Student's quantile. Where leaving out makes no difference, as in full agreement,
    the error is what so many independent clusters would have for a rank correlation.

    Args:
        statistic: Takes (n,) which items are left and returns their coefficient, at least -1 and at
            most 1; nan where they do not define it.
        clusters: (n,) codes from 0 to g - 1: the cluster of each item.

    Returns:
        The coefficient and the ends of its interval; None where it is not defined.

    References:
        Efron and Stein (1981), The jackknife estimate of variance. Kott (2001), The
        delete-a-group jackknife. Bonett and Wright (2000), Sample size requirements for
        estimating Pearson, Kendall and Spearman correlations.
    """
    n = len(clusters)
    value = statistic(np.ones(n, dtype=np.bool_)) if n else math.nan
    if math.isnan(value):
        return None
    groups = clusters % GROUPS
    without = np.array([statistic(groups != g) for g in range(int(groups.max()) + 1)])
    residuals = without[~np.isnan(without)]
    residuals = residuals - residuals.mean() if len(residuals) else residuals
    inside = max(-1 + 1 / (2 * n), min(1 - 1 / (2 * n), value))
    if varies(residuals):
        g = len(residuals)
        error = math.sqrt((g - 1) / g * float(np.dot(residuals, residuals))) / (1 - inside**2)
        half = t_quantile(degrees_of_freedom(residuals)) * error
    else:
        sizes = np.bincount(clusters).astype(np.float64)
        independent = sizes.sum() ** 2 / np.dot(sizes, sizes)
        half = Z * math.sqrt((1 + inside**2 / 2) / max(1.0, independent - 3))
    centre = math.atanh(inside)
    return value, min(value, math.tanh(centre - half)), max(value, math.tanh(centre + half))
