"""Gaffke's test beside exact sums, closed forms and drawn weights; how often it is wrong."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from seethrough.statistics.gaffke import gaffke


@pytest.mark.parametrize(("more", "less", "same"), [(6, 0, 24), (16, 5, 9), (1, 0, 0), (200, 0, 3)])
def test_of_hits_and_misses_it_is_mcnemars_exact_test(more: int, less: int, same: int) -> None:
    values = np.repeat([1.0, -1.0, 0.0], [more, less, same])
    exact = binomtest(more, more + less).pvalue
    assert gaffke(values, 1.0) == pytest.approx(exact, rel=1e-4)
    assert gaffke(-0.1 * values, 0.1) == pytest.approx(exact, rel=1e-4)


def test_of_values_that_are_alike_it_is_what_the_unseen_leave_open() -> None:
    """Who lies at -1 balances 20 at 0.88 where one person in 1.88 / 0.88 does so."""
    for value, people in ((0.88, 20), (0.12, 30), (0.5, 3), (0.02, 3000)):
        exact = 2 * (1 + value) ** -people
        assert gaffke(np.full(people, value), 1.0) == pytest.approx(min(1.0, exact), rel=1e-4)


def test_of_different_values_it_is_the_closed_form() -> None:
    values = np.array([0.9, 0.7, 0.4, 0.3, -0.2])
    scales = np.append(values, -1.0)
    positive = sum(
        math.prod(a / (a - b) for b in scales if b != a) for a in scales.tolist() if a > 0
    )
    assert gaffke(values, 1.0) == pytest.approx(2 * (1 - positive), rel=1e-4)


@pytest.mark.parametrize("people", [1, 2, 5, 30, 300])
@pytest.mark.parametrize("farthest", [0.6, 1.0, 4.0])
def test_as_drawn_weights_have_it(people: int, farthest: float) -> None:
    rng = np.random.default_rng(people)
    values = rng.uniform(-0.5, 0.6, people)
    weights = rng.exponential(size=(20_000, people + 1))
    total = weights[:, :-1] @ values * np.sign(values.sum())
    drawn = min(1.0, 2 * float(np.mean(total <= weights[:, -1] * farthest)))
    assert gaffke(values, farthest) == pytest.approx(drawn, abs=0.025)


def test_nobody_and_nothing_are_no_difference() -> None:
    for values in ([], [0.0, 0.0], [0.3, -0.3], [0.1, 0.2, -0.3]):
        assert gaffke(np.array(values), 1.0) == 1
    assert gaffke(np.ones(1), 1.0) == pytest.approx(1)


def test_a_hundred_thousand_people_are_as_a_normal_variable() -> None:
    values = np.random.default_rng(0).normal(0.01, 1, 100_000)
    far = float(values.sum() / np.sqrt((values**2).sum()))
    assert gaffke(values, 5.0) == pytest.approx(math.erfc(far / 2**0.5), rel=0.1)


def few(rng: Any, people: int) -> Any:
    """All of one in sixteen, and as much of everybody."""
    return np.where(rng.random(people) < 1 / 16, 8, 0) - rng.binomial(8, 1 / 16, people)


def fifth(rng: Any, people: int) -> Any:
    """All of one in five, and as much of everybody."""
    return np.where(rng.random(people) < 0.2, 8, 0) - rng.binomial(8, 0.2, people)


def halves(rng: Any, people: int) -> Any:
    """Half of all facts on both sides, together or alone."""
    ease = rng.beta(1, 1, people)
    return rng.binomial(8, ease) - rng.binomial(8, ease)


def ends(rng: Any, people: int) -> Any:
    """Next to nobody is hit on either side."""
    return 8 * ((rng.random(people) < 0.03) * 1.0 - (rng.random(people) < 0.03))


@pytest.mark.parametrize("drawn", [few, fifth, halves, ends])
@pytest.mark.parametrize("people", [20, 60, 200])
def test_it_is_as_seldom_wrong_as_it_says(drawn: Any, people: int) -> None:
    rng, times, level = np.random.default_rng(people), 600, 0.05 / 12
    wrong = sum(gaffke(drawn(rng, people).astype(float), 8.0) <= level for _ in range(times))
    assert wrong <= 2 * times * level  # 2.5 at the most were expected
