"""How well stated probabilities are calibrated."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

BINS = 15
"""As Guo et al. have."""


def expected_error(stated: npt.NDArray[np.float64], right: npt.NDArray[np.bool_]) -> float:
    """Return the expected calibration error, in [0, 1], 0 best.

    The answers are put into `BINS` of equal width by what was stated; the error is the mean over
    answers of the distance between a bin's mean statement and its success rate.

    Source: Guo et al., "On calibration of modern neural networks" (2017), section 2.
    """
    if not len(stated):
        return 0.0
    which = np.minimum((stated * BINS).astype(np.int64), BINS - 1)
    gap = np.bincount(which, stated - right, minlength=BINS)
    return float(np.abs(gap).sum() / len(stated))
