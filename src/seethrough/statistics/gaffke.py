"""Gaffke's test: whether the mean of bounded values is 0 (pure)."""

from __future__ import annotations

import math

import numpy as np

from seethrough.statistics.arrays import FloatArray

_STEP = 0.1
_NODES = np.arange(_STEP / 2, 9, _STEP)
"""On a scale of hyperbolic sines; p-values are then right to 1 in 10,000."""


def gaffke(values: FloatArray, farthest: float) -> float:
    """Return the two-sided p-value of a mean of independent values, were it 0 in truth.

    Those who were not drawn may lie as far on the other side as can be; so one of these joins the
    values, all get random weights (the Bayesian bootstrap), and the p-value is twice the chance
    that the weighted mean is not on the side of the observed one. For values of -1, 0 and 1 it is
    the exact sign test, which for pairs of hits and misses is McNemar's. That it holds for every
    number of values and every distribution is Gaffke's conjecture: proved for two different
    values, and not once refuted by simulations.

    Args:
        values: (n,) what each adds to the sum.
        farthest: How far from 0 a value can lie, above 0.

    Returns:
        A value in [0, 1].

    References:
        Gaffke (2005), Three test statistics for a nonparametric one-sided hypothesis on the mean
        of a nonnegative variable. Learned-Miller and Thomas (2020), A new confidence interval for
        the mean of a bounded random variable. Rubin (1981), The Bayesian bootstrap. McNemar (1947).
    """
    total = float(values.sum())
    if abs(total) <= 1e-12 * float(np.abs(values).sum()):
        return 1.0
    own = values if total > 0 else -values
    return min(1.0, 2 * _below_0(np.append(own, -farthest) / max(farthest, np.abs(own).max())))


def _below_0(scales: FloatArray) -> float:
    """Return the chance that a sum of independent exponential variables is negative.

    The moment generating function is inverted along a line through the saddle point, so that tiny
    chances are as precise as others.

    Args:
        scales: (n,) by what each variable, of mean 1, is multiplied; one at least is negative.

    References:
        Daniels (1954), Saddlepoint approximations in statistics, section 2.
    """
    from scipy.optimize import brentq

    end = 1 / scales.min()

    def slope(s: float) -> float:
        return float((scales / (1 - scales * s)).sum()) - 1 / s

    saddle = float(brentq(slope, end * (1 - 1e-9), end * 1e-12))
    curvature = float(((scales / (1 - scales * saddle)) ** 2).sum()) + 1 / saddle**2
    distinct, times = np.unique(scales, return_counts=True)
    points = saddle + 1j * np.sinh(_NODES) / math.sqrt(curvature)
    logarithms = np.array([-(np.log(1 - distinct * s) @ times) for s in points])
    heights = (np.exp(logarithms) / -points).real * np.cosh(_NODES)
    return float(heights.sum()) * _STEP / (math.pi * math.sqrt(curvature))
