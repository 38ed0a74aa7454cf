"""Calibration of stated probabilities, learned from answers whose truth is known.

Source: Platt, "Probabilistic outputs for support vector machines" (1999), with the logit of the
stated probability as its score.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.statistics.arrays import Floats
from seethrough.statistics.fits import logistic

_EDGE = 1e-6


class Curve(NamedTuple):
    """``logit(corrected) = slope * logit(stated) + offset``; (1, 0) changes nothing.

    Attributes:
        slope: Below 1 if statements are overconfident.
        offset: Below 0 if they are too high throughout.
    """

    slope: float
    offset: float

    def corrected(self, stated: Floats) -> Floats:
        """Return (n,) corrected probabilities."""
        from scipy.special import expit

        fixed: Floats = expit(self.slope * _logit(stated) + self.offset)
        return fixed


def fit(stated: Floats, right: npt.NDArray[np.bool_], pull: float = 5.0) -> Curve:
    """Return the curve that makes the truth most likely.

    Args:
        stated: (n,) probabilities.
        right: (n,) what came true.
        pull: How strongly the curve is drawn to the one that changes nothing, as a number of
            answers; with few answers it stays close to it.
    """
    features = np.column_stack([_logit(stated), np.ones(len(stated))])
    plain = np.array([[1.0], [0.0]])
    truth = right.astype(np.float64)[:, None]
    slope, offset = logistic.fit(features, truth, np.full(2, pull), towards=plain)[:, 0].tolist()
    return Curve(slope, offset)


def _logit(chance: Floats) -> Floats:
    from scipy.special import logit

    found: Floats = logit(np.clip(chance, _EDGE, 1 - _EDGE))
    return found
