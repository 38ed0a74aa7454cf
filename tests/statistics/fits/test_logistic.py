from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from seethrough.statistics.fits.logistic import fit


def case(seed: int, n: int = 80, d: int = 3, k: int = 3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(n, d))
    return features, (features @ rng.normal(size=(d, k)) + rng.gumbel(size=(n, k))).argmax(axis=1)


@pytest.mark.parametrize("seed", range(4))
def test_several_classes_as_scikit_learn_fits_them(seed: int) -> None:
    features, classes = case(seed)
    theirs = LogisticRegression(C=1 / 0.7, fit_intercept=False, tol=1e-10).fit(features, classes)
    ours = fit(features, np.eye(3)[classes], np.full(3, 0.7))
    assert ours == pytest.approx(theirs.coef_.T, abs=1e-4)


@pytest.mark.parametrize("seed", range(4))
def test_two_classes_with_weights_as_scikit_learn_fits_them(seed: int) -> None:
    features, classes = case(seed, k=2)
    weight = np.random.default_rng(seed).uniform(0.5, 3, len(classes))
    theirs = LogisticRegression(C=1 / 2, fit_intercept=False, tol=1e-10)
    theirs.fit(features, classes, sample_weight=weight)
    ours = fit(features, classes[:, None].astype(float), np.full(3, 2.0), weight)
    assert ours[:, 0] == pytest.approx(theirs.coef_[0], abs=1e-4)


def test_a_coefficient_without_penalty_is_a_bias() -> None:
    features, classes = case(5, k=2)
    theirs = LogisticRegression(C=1.0, tol=1e-10).fit(features, classes)
    design = np.column_stack([features, np.ones(len(features))])
    ours = fit(design, classes[:, None].astype(float), np.array([1.0, 1.0, 1.0, 0.0]))
    assert ours[:3, 0] == pytest.approx(theirs.coef_[0], abs=1e-4)
    assert ours[3, 0] == pytest.approx(theirs.intercept_[0], abs=1e-4)


def test_it_stays_at_what_it_is_drawn_to_where_nothing_speaks_against_it() -> None:
    towards = np.array([[1.0], [-2.0]])
    assert fit(np.zeros((0, 2)), np.zeros((0, 1)), np.full(2, 3.0), towards=towards) == (
        pytest.approx(towards)
    )
    features, classes = case(6, d=2, k=2)
    truth = classes[:, None].astype(float)
    weak, strong = (fit(features, truth, np.full(2, p), towards=towards) for p in (0.1, 1e6))
    assert strong == pytest.approx(towards, abs=1e-3)
    assert np.abs(weak - towards).max() > 0.5


def test_a_fit_of_two_classes_is_the_same_with_any_number_of_threads() -> None:
    features, classes = case(6, n=20_000, d=50, k=2)
    truth = classes[:, None].astype(float)
    with threadpool_limits(1):
        one = fit(features, truth, np.ones(50))
    with threadpool_limits(4):
        np.testing.assert_array_equal(fit(features, truth, np.ones(50)), one)
