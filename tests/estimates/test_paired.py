"""P-values of paired differences: by hand, of unequal people, of few of whom all is given away."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

from seethrough.estimates.figure import Tally
from seethrough.estimates.paired import p_value
from seethrough.statistics.gaffke import gaffke

HIT, MISS = Tally(1), Tally(0)


def names(people: int) -> list[str]:
    return [f"p{i}" for i in range(people)]


def test_hits_of_as_many_people_are_mcnemars() -> None:
    first, second = [HIT] * 9 + [MISS] * 3, [MISS] * 8 + [HIT] * 2 + [MISS] * 2
    exact = binomtest(8, 9).pvalue
    assert p_value(first, second, names(12), 1.0) == pytest.approx(exact, rel=1e-4)
    assert p_value(second, first, names(12), 1.0) == pytest.approx(exact, rel=1e-4)


def test_records_of_one_person_are_one_person() -> None:
    first, second = [HIT] * 6 + [MISS] * 4, [MISS] * 10
    alone = p_value(first[::2], second[::2], names(5), 1.0)
    people = [f"p{i // 2}" for i in range(10)]
    assert p_value(first, second, people, 1.0) == pytest.approx(alone)


def test_a_difference_of_nearly_all_of_twenty_people_is_sure() -> None:
    """25 records of 20 people; only those of whom there are three differ in nothing."""
    people = names(16) + [f"p{i}" for i in (16, 16, 17, 17, 18, 18, 19, 19, 19)]
    first = [HIT] * 22 + [MISS] * 3
    assert p_value(first, [MISS] * 25, people, 1.0) < 1e-4


def test_an_unseen_person_is_that_of_a_record_drawn_at_random() -> None:
    """One of ten people has 11 of 20 facts: 0.35 of all facts are the average fact's owner's."""
    first = [Tally(2, 11), *[Tally(1, 1)] * 9]
    second = [Tally(0, 11), *[Tally(0, 1)] * 9]
    parts = np.array([2.0, *[1.0] * 9]) / 20
    expected = pytest.approx(gaffke(parts, (121 + 9) / 400), rel=1e-12)
    assert p_value(first, second, names(10), 1.0) == expected


def test_who_has_the_share_of_all_on_both_sides_adds_nothing() -> None:
    # Together 4 of 8: so has the first person on either side, out of 2 and out of 4.
    first, second = [Tally(1, 2), Tally(1, 1)], [Tally(2, 4), Tally(0, 1)]
    sizes = np.array([2 / 3 + 4 / 5, 1 / 3 + 1 / 5]) / 2
    parts = np.array([0, (1 - 0.5) / 3 - (0 - 0.5) / 5])
    assert p_value(first, second, ["a", "b"], 1.0) == gaffke(parts, float(sizes @ sizes))


def test_a_figure_above_1_is_as_sure_as_a_share() -> None:
    hits = [HIT] * 7 + [MISS] * 2
    eight = [Tally(8 * tally.value) for tally in hits]
    none = [MISS] * 9
    as_share = p_value(hits, none, names(9), 1.0)
    assert p_value(eight, none, names(9), 8.0) == pytest.approx(as_share)
    # Without a largest value one more is as far on the other side as the farthest.
    assert p_value(eight, none, names(9), None) == pytest.approx(as_share)


@pytest.mark.parametrize("most", [1.0, None])
def test_nothing_is_no_difference(most: float | None) -> None:
    assert p_value([], [], [], most) == 1
    assert p_value([Tally(1, 2)], [Tally(0, 0)], ["a"], most) == 1
    assert p_value([MISS] * 5, [MISS] * 5, names(5), most) == 1


def test_all_of_the_few_is_no_more_than_a_little_of_everybody() -> None:
    """As much in total: 12 such figures have a false difference in at most one family of 20."""
    rng, families, wrong = np.random.default_rng(7), 60, 0
    for _ in range(families):
        few = 8.0 * (rng.random((12, 60)) < 0.2)
        little = rng.binomial(8, 0.2, (12, 60))
        wrong += any(
            p_value([Tally(v, 8) for v in one], [Tally(v, 8) for v in two], names(60), 1.0)
            <= 0.05 / 12
            for one, two in zip(few, little, strict=True)
        )
    assert wrong <= 3
