"""Logistic regression with a ridge penalty, for two classes or more: one fit, for all who need one.

scikit-learn's fits the same model; it is no dependency, and draws coefficients to 0 alone.

References:
    Hastie, Tibshirani and Friedman, The Elements of Statistical Learning (2009), section 4.4.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seethrough.statistics.arrays import Floats

STEPS = 500
"""The most iterations of the solver; a few dozen are the rule."""


def fit(
    features: Floats,
    truth: Floats,
    penalty: Floats,
    weight: Floats | None = None,
    towards: Floats | None = None,
) -> Floats:
    """Return the coefficients that minimise the penalised negative log-likelihood.

    Minimises ``sum(weight * -log p) + sum(penalty * (coefficients - towards) ** 2) / 2``.

    Args:
        features: (n, d), a column of ones among them for a bias.
        truth: (n, k), one row a case: 1 for its class, else 0. With k = 1 the other class is the
            one that has no coefficients.
        penalty: (d,) the strength of the ridge penalty on each feature, at least 0.
        weight: (n,) how much each case counts, 1 where not given.
        towards: (d, k) what the coefficients are drawn to, 0 where not given.

    Returns:
        (d, k) coefficients.
    """
    from scipy.optimize import minimize
    from scipy.special import log_softmax

    count = truth.shape[1]
    shape = (features.shape[1], count)
    start = np.zeros(shape) if towards is None else towards
    cases = np.ones(len(features)) if weight is None else weight
    if count == 1:
        truth = np.hstack([truth, 1 - truth])
    ridge, scale = penalty[:, None], max(1, len(features))

    def loss(flat: Any) -> tuple[float, Any]:
        at = flat.reshape(shape)
        scores = _product(features, at)
        if count == 1:
            scores = np.hstack([scores, np.zeros_like(scores)])
        logs = log_softmax(scores, axis=1)
        away = at - start
        value = -(cases[:, None] * truth * logs).sum() + (ridge * away**2).sum() / 2
        off = (cases[:, None] * (np.exp(logs) - truth))[:, :count]
        gradient = _product(features.T, off) + ridge * away
        return float(value) / scale, gradient.ravel() / scale

    found = minimize(
        loss,
        start.flatten(),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": STEPS, "ftol": 1e-12, "gtol": 1e-8},
    )
    return np.asarray(found.x, dtype=np.float64).reshape(shape)


def _product(table: Floats, columns: Floats) -> Floats:
    """Return table @ columns; a single column without BLAS.

    Its threads would share out the sum, so that the last digits depend on how many there are, and
    wait for each other longer than they compute.
    """
    product: Floats = (
        np.einsum("nd,dk->nk", table, columns) if columns.shape[1] == 1 else table @ columns
    )
    return product
