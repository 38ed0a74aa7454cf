"""Sign flips beside SciPy's, exact cases by hand, Holm's rule."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import permutation_test, t

from seethrough.estimates.figure import Tally
from seethrough.estimates.interval import Interval
from seethrough.estimates.paired import DRAWS, by_interval, by_unseen, shares_of, sign_flips
from seethrough.estimates.shares import excess


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


def ended(value: float, low: float | None, high: float | None) -> Interval:
    return Interval(value, low, high, 9, "test", 9)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_p_value_of_an_interval_by_hand(sign: int) -> None:
    # Two people leave one degree of freedom: a Cauchy's quantiles. 0 lies twice as far as the
    # nearer end; the other end says nothing.
    two = {"a": sign * 0.2, "b": 0.0}
    cauchy = 1 - 2 * math.atan(2 * math.tan(0.475 * math.pi)) / math.pi
    for far in (0.25, 9.0):
        low, high = sorted([sign * 0.1, sign * (0.2 + far)])
        assert by_interval(ended(sign * 0.2, low, high), two) == pytest.approx(cauchy)
    # Nine alike have eight: twice 2.306.
    low, high = sorted([sign * 0.1, sign * 0.5])
    nine = by_interval(ended(sign * 0.2, low, high), people([sign * 0.02] * 9))
    assert nine == pytest.approx(2 * t.sf(2 * 2.306004, 8))
    # An interval that ends at 0 has a p-value of 0.05, whatever the freedom.
    for parts in (two, people([sign * 0.02] * 9), {"a": sign * 0.2}):
        low, high = sorted([0.0, sign * 0.5])
        assert by_interval(ended(sign * 0.2, low, high), parts) == pytest.approx(0.05)


def test_hardly_anybody_left_out_is_sure_among_many_tests() -> None:
    """Who has two records, or is the only one without a difference, takes nothing away from it."""
    names = [f"p{max(1, i)}" for i in range(30)]
    none = [Tally(0.0)] * 30
    for found in ([Tally(1.0)] * 30, [Tally(0.0), *[Tally(1.0)] * 29]):
        over = excess(found, none, names, None, "lower_is_better")
        assert by_interval(over, shares_of(found, none, names)) < 1e-6


def test_an_interval_that_says_nothing_has_a_p_value_of_1() -> None:
    two = {"a": 0.4, "b": 0.0}
    assert by_interval(ended(0.0, -0.1, 0.1), two) == 1
    assert by_interval(ended(0.0, 0.0, 0.0), two) == 1
    assert by_interval(ended(0.2, None, None), two) == 1
    assert by_interval(ended(0.2, 0.2, 0.4), two) == 0  # nothing is left open towards 0


def test_nobody_of_few_people_is_one_of_a_tenth() -> None:
    assert by_unseen(0.1, 20) == by_unseen(-0.1, 20) == pytest.approx(2 * 0.9**20)
    assert by_unseen(0.01, 20) == by_unseen(0.0, 20) == 1
    assert by_unseen(1.0, 3) == by_unseen(-1 - 1e-9, 3) == 0
