"""The exponential mechanism over the columns of a score table.

Source: McSherry and Talwar, "Mechanism design via differential privacy" (2007), with the factor
1/2: Pr(y|x) proportional to exp(epsilon * u(x, y) / 2).
"""

from __future__ import annotations

import numpy as np

from seethrough.statistics.arrays import Floats


def probabilities(scores: Floats, epsilon: float) -> Floats:
    """Return (n, k) probabilities, rows summing to 1, for (n, k) scores.

    Args:
        scores: u(x, y), higher is more likely.
        epsilon: Above 0.
    """
    exponent = scores * (epsilon / 2)
    exponent -= exponent.max(axis=1, keepdims=True)
    weights = np.exp(exponent)
    result: Floats = weights / weights.sum(axis=1, keepdims=True)
    return result


def unit_scores(distances: Floats) -> Floats:
    """Return CusText's scores in [-1, 0]: distances scaled row by row, the nearest 0.

    A row whose distances are all the same scores 0 throughout. Source: CusText, section 4.2.
    """
    near = distances.min(axis=1, keepdims=True)
    spread = distances.max(axis=1, keepdims=True) - near
    scores: Floats = -(distances - near) / np.where(spread > 0, spread, 1.0)
    return scores
