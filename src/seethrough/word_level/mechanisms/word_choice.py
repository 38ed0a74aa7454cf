"""Which words does this kind of text use at all?

A shadow set shows only part of the vocabulary of the texts that it resembles. A logistic
regression from a word's vector and frequency rank to whether the shadow set uses it ranks the
words that it does not: in film reviews ``unfunny`` is more likely than ``hydrolysis``. The result
is the base that a prior falls back to for words never seen. Source: own.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seethrough.statistics.arrays import Floats
from seethrough.statistics.fits import logistic

_NEGATIVES = 8
"""One word in so many that were not seen enters the fit, with that weight."""


def chances(
    matrix: npt.NDArray[np.float32],
    used: npt.NDArray[np.bool_],
    ridge: float = 1.0,
) -> Floats:
    """Return (n,) how likely each word is to be used, in (0, 1).

    Args:
        matrix: (n, d) word vectors, the most frequent word first.
        used: (n,) whether the shadow set uses the word.
        ridge: How strongly coefficients are drawn to 0.
    """
    from scipy.special import expit

    if used.all() or not used.any():
        return np.full(len(used), 0.5)
    rank = np.log(np.arange(len(used)) + 1.0)
    features = np.column_stack([matrix.astype(np.float64), rank, rank**2])
    spread = features.std(axis=0)
    features = (features - features.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    features = np.column_stack([features, np.ones(len(features))])
    others = np.flatnonzero(~used)[::_NEGATIVES]
    rows = np.concatenate([np.flatnonzero(used), others])
    weight = np.where(used[rows], 1.0, float((~used).sum()) / len(others))
    sample, target = features[rows], used[rows].astype(np.float64)[:, None]
    penalty = np.full(features.shape[1], ridge)
    penalty[-1] = 1e-9
    slope = logistic.fit(sample, target, penalty, weight)
    found: Floats = expit(features @ slope[:, 0])
    return found
