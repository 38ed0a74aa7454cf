"""Multinomial logistic regression on a table of numbers: pure functions."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

STEPS = 300
"""The most iterations of the solver; a few dozen are usual."""


def fit(
    table: npt.NDArray[np.float64],
    classes: npt.NDArray[np.int64],
    count: int,
    penalty: float = 1.0,
) -> npt.NDArray[np.float64]:
    """Return the weights that maximise the penalised likelihood.

    Minimises ``mean(-log p) + penalty / (2 n) * sum(weights ** 2)``; the bias is not penalised, so
    rows that are all equal give the most common class.

    Args:
        table: (n, d) features; n at least 1.
        classes: (n,) the class of each row, from 0 to ``count - 1``.
        count: How many classes there are.
        penalty: Strength of the ridge penalty, above 0.

    Returns:
        (d + 1, count) weights, the bias last.

    References:
        Hastie, Tibshirani and Friedman, The Elements of Statistical Learning (2009), section 4.4.
    """
    from scipy.optimize import minimize

    n, d = table.shape
    design = np.hstack([table, np.ones((n, 1))])
    truth = np.zeros((n, count))
    truth[np.arange(n), classes] = 1.0

    def loss(flat: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        weights = flat.reshape(d + 1, count)
        logits = design @ weights
        logits -= logits.max(axis=1, keepdims=True)
        norm = np.log(np.exp(logits).sum(axis=1, keepdims=True))
        chances = np.exp(logits - norm)
        inner = weights[:-1]
        value = float((truth * (norm - logits)).sum() / n + penalty / (2 * n) * (inner**2).sum())
        gradient = design.T @ (chances - truth) / n
        gradient[:-1] += penalty / n * inner
        return value, gradient.ravel()

    start = np.zeros((d + 1) * count)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    return np.asarray(found.x, dtype=np.float64).reshape(d + 1, count)


def predict(
    table: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]
) -> npt.NDArray[np.int64]:
    """Return the (n,) most likely class of each row; of equals the first.

    Args:
        table: (n, d) features.
        weights: (d + 1, count) as ``fit`` returns them.
    """
    chosen: npt.NDArray[np.int64] = (table @ weights[:-1] + weights[-1]).argmax(axis=1)
    return chosen
