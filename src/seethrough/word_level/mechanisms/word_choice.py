"""Which words does this kind of text use at all?

A shadow set shows only part of the vocabulary of the texts that it resembles. A logistic
regression from a word's vector and frequency rank to whether the shadow set uses it ranks the
words that it does not: in film reviews ``unfunny`` is more likely than ``hydrolysis``. The result
is the base that a prior falls back to for words never seen.

Source: own; the fit is iteratively reweighted least squares (McCullagh and Nelder, 1989).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_NEGATIVES = 8
"""One word in so many that were not seen enters the fit, with that weight."""


def chances(
    matrix: npt.NDArray[np.float32],
    used: npt.NDArray[np.bool_],
    ridge: float = 1.0,
    rounds: int = 10,
) -> Floats:
    """Return (n,) how likely each word is to be used, in (0, 1).

    Args:
        matrix: (n, d) word vectors, the most frequent word first.
        used: (n,) whether the shadow set uses the word.
        ridge: How strongly coefficients are drawn to 0.
        rounds: Newton steps.
    """
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
    sample, target = features[rows], used[rows].astype(np.float64)
    penalty = ridge * np.eye(features.shape[1])
    penalty[-1, -1] = 1e-9
    slope = np.zeros(features.shape[1])
    loss = np.inf
    step = slope
    for _ in range(rounds):
        # A full Newton step can overshoot; half of it, and half of that, can not forever.
        for _ in range(8):
            new = _loss(sample, target, weight, penalty, slope + step)
            if new <= loss:
                break
            step = step / 2
        slope, loss = slope + step, new
        fitted = _logistic(sample @ slope)
        gradient = sample.T @ (weight * (target - fitted)) - penalty @ slope
        curvature = (sample * (weight * fitted * (1 - fitted))[:, None]).T @ sample + penalty
        step = np.linalg.solve(curvature, gradient)
    return _logistic(features @ slope)


def _loss(sample: Floats, target: Floats, weight: Floats, penalty: Floats, slope: Floats) -> float:
    """Return the penalised negative log-likelihood."""
    score = sample @ slope
    likelihood = weight @ (np.logaddexp(0.0, score) - target * score)
    return float(likelihood + slope @ penalty @ slope / 2)


def _logistic(values: Floats) -> Floats:
    return 1.0 / (1.0 + np.exp(-np.clip(values, -30.0, 30.0)))
