"""The repeated Gaussian mechanism: the exact privacy cost of several noisy histograms.

T rounds of noise sigma on a query of sensitivity 1 are one round of noise sigma / sqrt(T), and its
privacy is known in closed form. So this is exact, not a bound.

Source: Balle and Wang, "Improving the Gaussian mechanism for differential privacy" (2018), theorem
8; Dong, Roth and Su, "Gaussian differential privacy" (2022), corollary 3.3.
"""

from __future__ import annotations

import math
from collections.abc import Callable


def delta_of(epsilon: float, sigma: float, rounds: int = 1) -> float:
    """Return the delta at an epsilon.

    Args:
        epsilon: At least 0.
        sigma: The standard deviation of the noise, above 0, for a sensitivity of 1.
        rounds: How often the mechanism is used, at least 1.
    """
    from scipy.special import log_ndtr, ndtr

    mu = math.sqrt(rounds) / sigma
    below = epsilon + float(log_ndtr(-mu / 2 - epsilon / mu))
    return float(ndtr(mu / 2 - epsilon / mu)) - math.exp(below)


def epsilon_of(delta: float, sigma: float, rounds: int = 1) -> float:
    """Return the least epsilon at a delta in (0, 1)."""
    if delta_of(0.0, sigma, rounds) <= delta:
        return 0.0
    return _crossing(lambda epsilon: delta_of(epsilon, sigma, rounds) <= delta)


def noise_for(epsilon: float, delta: float, rounds: int = 1) -> float:
    """Return the least sigma with which all rounds cost at most epsilon at a delta in (0, 1)."""
    return _crossing(lambda sigma: delta_of(epsilon, sigma, rounds) <= delta)


def _crossing(enough: Callable[[float], bool]) -> float:
    """Return the smallest number above 0 that suffices."""
    low, high = 0.0, 1.0
    while not enough(high):
        low, high = high, 2 * high
    for _ in range(100):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
