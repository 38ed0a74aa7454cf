"""Sign flips beside SciPy's, exact cases by hand, Holm's rule."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import permutation_test

from seethrough.estimates.figure import Tally
from seethrough.estimates.paired import DRAWS, shares_of, sign_flips


def people(values: list[float]) -> dict[str, float]:
    return {f"p{i}": v for i, v in enumerate(values)}


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_few_people_by_hand() -> None:
    # All ten signs alike: one pattern of 2 ** 10 reaches the sum, and its mirror image.
    (p,) = sign_flips([people([1.0] * 10)], rng())
    assert p == pytest.approx(2 / 2**10, abs=4 * math.sqrt(2 / 2**10 / DRAWS))
    (p,) = sign_flips([people([1.0, 1.0, 1.0, -1.0])], rng())
    assert p == pytest.approx(10 / 16, abs=0.02)


def test_nobody_and_nothing_are_no_difference() -> None:
    assert sign_flips([{}, {}], rng()) == [1.0, 1.0]
    assert sign_flips([people([0.0] * 5)], rng()) == [1.0]
    assert sign_flips([], rng()) == []


def test_the_smallest_p_value_is_never_zero() -> None:
    assert sign_flips([people([1.0] * 200)], rng()) == [1 / (DRAWS + 1)]


def test_as_scipy_has_it() -> None:
    draw = rng(3)
    tests = [draw.normal(0.2, 1, 40), draw.choice([-0.5, 0.0, 0.5], 40), draw.normal(0, 1, 9)]
    ours = sign_flips([people(t.tolist()) for t in tests], rng())
    for own, values in zip(ours, tests, strict=True):
        theirs = permutation_test(
            (values,), np.sum, permutation_type="samples", n_resamples=DRAWS, rng=1
        ).pvalue
        assert own == pytest.approx(theirs, abs=0.015)


def test_parts_add_up_to_the_difference() -> None:
    first = [Tally(2, 4), Tally(1, 1), Tally(0, 5)]
    second = [Tally(1, 4), Tally(0, 1), Tally(0, 5)]
    parts = shares_of(first, second, ["a", "b", "a"])
    assert parts == pytest.approx({"a": 0.1, "b": 0.1})
    assert shares_of([Tally(0, 0)], [Tally(1, 1)], ["a"]) == {}


def test_parts_of_unequal_totals_add_up_too() -> None:
    first, second = [Tally(3, 4), Tally(1, 2)], [Tally(1, 3), Tally(0, 2)]
    parts = shares_of(first, second, ["a", "b"])
    assert sum(parts.values()) == pytest.approx(4 / 6 - 1 / 5)


def test_who_has_the_share_of_all_on_both_sides_adds_nothing() -> None:
    # Together 4 of 8: so has the first person on either side, out of 2 and out of 4.
    parts = shares_of([Tally(1, 2), Tally(1, 1)], [Tally(2, 4), Tally(0, 1)], ["a", "b"])
    assert parts["a"] == 0
    assert parts["b"] == pytest.approx((1 - 0.5) / 3 - (0 - 0.5) / 5)
    assert shares_of([Tally(1, 2)], [Tally(0, 0)], ["a"]) == {}
