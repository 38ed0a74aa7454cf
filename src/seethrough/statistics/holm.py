"""Many tests at once: p-values adjusted by Holm's rule (pure)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seethrough.statistics.arrays import FloatArray


def holm(p_values: Sequence[float] | FloatArray) -> FloatArray:
    """Return p-values adjusted for how many there are.

    Where those of at most 0.05 are called findings, the chance that any of them is none is at most
    0.05, however the tests depend on each other.

    Args:
        p_values: (n,) values in [0, 1].

    Returns:
        (n,) values in [0, 1].

    References:
        Holm (1979), A simple sequentially rejective multiple test procedure.
    """
    order = np.argsort(p_values, kind="stable")
    left = np.arange(len(p_values), 0, -1)
    steps = np.maximum.accumulate(np.asarray(p_values, dtype=np.float64)[order] * left)
    adjusted: FloatArray = np.empty(len(p_values))
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted
