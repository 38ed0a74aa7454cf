"""The area under the curve and the rate at a threshold: by hand, and by simulation."""

from __future__ import annotations

import numpy as np
import pytest

from seethrough.statistics.intervals import clopper_pearson
from seethrough.statistics.ranking import area, can_tell, people_needed, rate_at


def test_the_area_by_hand() -> None:
    found = area(np.array([3.0, 2.0]), np.array([1.0, 2.0]))
    assert found.value == pytest.approx((1 + 1 + 1 + 0.5) / 4)
    assert 0 < found.low < found.value < found.high < 1


def test_a_perfect_area_still_has_an_interval() -> None:
    found = area(np.arange(10.0) + 20, np.arange(10.0))
    assert found.value == found.high == 1.0
    assert 0.6 < found.low < 1.0
    with pytest.raises(ValueError, match="both groups"):
        area(np.array([]), np.array([1.0]))


def test_the_interval_of_the_area_covers() -> None:
    rng, truth, covered = np.random.default_rng(2), 0.7602, 0  # normal, one apart: Phi(1/sqrt 2)
    for _ in range(300):
        found = area(rng.normal(1, 1, 30), rng.normal(0, 1, 30))
        covered += found.low <= truth <= found.high
    assert covered / 300 >= 0.92


def test_a_rate_needs_people_outside() -> None:
    inside = np.linspace(0, 2, 50)
    assert people_needed(0.01) == 100
    assert people_needed(0.001) == 1000
    assert rate_at(inside, np.linspace(0, 1, 99), 0.01) is None
    found = rate_at(inside, np.linspace(0, 1, 100), 0.01)
    assert found is not None
    # One of 100 may lie above: the threshold is the second highest.
    assert found.value == pytest.approx((inside > np.linspace(0, 1, 100)[-2]).mean())
    # Of 100 outside, all may lie below the score that one in a hundred of everybody lies above.
    assert found.low == 0


def test_the_ends_of_a_rate_by_hand() -> None:
    # Of 1,000, at most 4 and at least 17 lie above the score of one in a hundred in 2.5 % of cases.
    outside, inside = np.arange(1000.0), np.arange(900.0, 1020.0)
    found = rate_at(inside, outside, 0.01)
    assert found is not None
    value = 30 / 120  # above 989, the eleventh highest
    low, high = clopper_pearson(30, 120)
    from scipy.stats import binom

    fewest, most = int(binom.ppf(0.025, 1000, 0.01)), int(binom.ppf(0.975, 1000, 0.01)) + 1
    assert (fewest, most) == (4, 18)
    least, largest = ((inside > 1000 - rank).mean() for rank in (fewest, most))
    wanted = (value - np.hypot(value - low, value - least),
              value + np.hypot(high - value, largest - value))  # fmt: skip
    assert found == pytest.approx((value, *wanted))


def test_a_rate_holds_what_everybody_has() -> None:
    rng, held = np.random.default_rng(4), 0
    truth = 0.6255  # P(N(2.646, 1) > 2.326)
    for _ in range(200):
        found = rate_at(rng.normal(2.646, 1, 300), rng.normal(0, 1, 500), 0.01)
        assert found is not None
        held += found.low <= truth <= found.high
    assert held >= 186


def test_exact_limits_at_the_ends() -> None:
    assert clopper_pearson(0, 10) == pytest.approx((0.0, 0.3085), abs=1e-4)
    assert clopper_pearson(10, 10) == pytest.approx((0.6915, 1.0), abs=1e-4)


def test_so_few_that_even_perfect_scores_tell_nothing() -> None:
    assert not can_tell(3, 3)  # 1 of 20 orders
    assert can_tell(4, 4)  # 1 of 70
    assert can_tell(1, 40)
    assert not can_tell(1, 39)
    assert not can_tell(0, 1000)
    assert area(np.ones(4), np.zeros(4)).low > 0.5  # where it can tell, the interval does


@pytest.mark.parametrize(
    ("inside", "outside", "value"),
    [([3, 4, 4], [1, 2, 3], 8.5 / 9), ([1, 2, 2, 4], [2, 3], 3 / 8), ([1, 1], [1, 1, 1], 1 / 2)],
)
def test_the_ends_of_the_area_solve_newcombes_equation(
    inside: list[float], outside: list[float], value: float
) -> None:
    found = area(np.array(inside), np.array(outside))
    assert found.value == pytest.approx(value)
    m, n = len(inside), len(outside)
    for end in (found.low, found.high):
        spread = (1 - end) / (2 - end) + end / (1 + end)
        variance = end * (1 - end) * (1 + ((m + n) / 2 - 1) * spread) / (m * n)
        assert abs(value - end) == pytest.approx(1.959964 * variance**0.5, abs=1e-5)
    assert found.low < value < found.high


def test_an_area_is_stretched_where_the_scores_vary_more() -> None:
    # Each inside is above 2, 3 and 3 of the three others, each outside under 3, 3 and 2.
    inside, outside = np.array([3.0, 4.0, 5.0]), np.array([1.0, 2.0, 3.5])
    theirs = 2 * np.var([2 / 3, 1, 1], ddof=1) / 3
    own = 8 / 9 * 1 / 9 * (1 + 2 * ((1 / 9) / (10 / 9) + (8 / 9) / (17 / 9))) / 9
    assert theirs > own
    found = area(inside, outside)
    lower, upper = 0.401008, 0.988370  # Newcombe's ends, which solve his equation
    for end in (lower, upper):
        spread = (1 - end) / (2 - end) + end / (1 + end)
        half = 1.959964 * (end * (1 - end) * (1 + 2 * spread) / 9) ** 0.5
        assert abs(8 / 9 - end) == pytest.approx(half, abs=1e-5)
    stretched = [8 / 9 - (8 / 9 - end) * (theirs / own) ** 0.5 for end in (lower, upper)]
    assert [found.low, found.high] == pytest.approx(stretched, abs=1e-5)


def test_one_person_says_nothing_on_how_scores_vary() -> None:
    assert area(np.array([2.0]), np.arange(5.0)).low < 0.5 < area(np.arange(5.0), np.ones(1)).high


def test_the_area_is_covered_where_groups_differ_in_size_and_spread() -> None:
    rng, wide, half = np.random.default_rng(3), 0, 0
    for _ in range(300):
        others = rng.normal(size=400)
        found = area(rng.normal(0, 4, 20), others)
        wide += found.low <= 0.5 <= found.high
        found = area(rng.normal(np.where(rng.random(20) < 0.5, 10, 0)), others)
        half += found.low <= 0.75 <= found.high
    assert wide / 300 > 0.92  # 0.78 without the stretch
    assert half / 300 > 0.92  # 0.88


def test_an_area_at_an_end_has_that_end() -> None:
    best, worst = area(np.ones(5), np.zeros(9)), area(np.zeros(5), np.ones(9))
    assert (best.value, best.high) == (1, 1)
    assert (worst.value, worst.low) == (0, 0)
    assert best.low == pytest.approx(1 - worst.high)
    with pytest.raises(ValueError, match=r"^both groups need somebody$"):
        area(np.ones(0), np.ones(3))


def test_the_threshold_lets_exactly_so_many_of_the_others_above() -> None:
    outside = np.arange(100.0)  # at 5 % five may lie above, which is above 94
    inside = np.array([93.0, 94.0, 94.5, 95.0, 200.0])
    for scores, others, false_rate, share in (
        (inside, outside, 0.05, 3 / 5),
        (np.array([98.0, 98.5, 99.5]), outside, 0.01, 2 / 3),
        (np.array([26.0, 26.5]), np.arange(30.0), 0.1, 1 / 2),
        (np.array([69.5, 70.5, 71.5]), outside, 0.29, 2 / 3),  # 0.29 * 100 is 28.999...
    ):
        found = rate_at(scores, others, false_rate)
        assert found is not None
        hits = round(share * len(scores))
        assert found.value == pytest.approx(share)
        low, high = clopper_pearson(hits, len(scores))
        assert found.low <= low <= high <= found.high


def test_of_equal_scores_so_many_are_taken_as_make_up_the_rate() -> None:
    alike = rate_at(np.zeros(50), np.zeros(200), 0.01)
    assert alike is not None
    assert alike.value == pytest.approx(0.01)  # scores that say nothing find as many of either
    assert alike.low < 0.01 < alike.high
    outside = np.repeat(np.arange(20.0), 20)  # of 400 people 20 have the highest score
    first = rate_at(np.full(300, 19.0), outside, 0.01)
    assert first is not None
    assert first.value == pytest.approx(4 / 20)
    assert first.low < 0.2 < first.high
    mixed = rate_at(np.repeat([18.0, 19.0, 20.0], 10), outside, 0.01)
    assert mixed is not None
    assert mixed.value == pytest.approx((10 + 10 * 4 / 20) / 30)


def test_no_more_of_the_others_are_taken_than_the_rate_allows() -> None:
    found = rate_at(np.array([148.5, 147.5]), np.arange(150.0), 0.01)
    assert found is not None
    assert found.value == 0.5  # one of 150 outside, not two


def test_whoever_is_just_at_the_threshold_shares_what_those_above_it_leave() -> None:
    # Three of 10 outside may be taken: two lie above, and eight share the third place.
    found = rate_at(np.zeros(8), np.array([9.0, 8.0, *[0.0] * 8]), 0.3)
    assert found is not None
    assert found.value == pytest.approx(1 / 8)


def test_a_rate_holds_where_scores_are_equal() -> None:
    rng, held = np.random.default_rng(5), 0
    for _ in range(200):
        # One outside in 21 beats all strangers, and every second person inside.
        inside = np.where(rng.random(300) < 0.5, 20, rng.integers(20, size=300))
        found = rate_at(inside, rng.integers(21, size=500), 0.01)
        assert found is not None
        held += found.low <= 0.5 * 0.01 * 21 <= found.high
    assert held >= 186


def test_of_400_outside_the_highest_may_be_the_threshold() -> None:
    inside = np.array([1000.0] * 10 + [397.5] * 10 + [0.0] * 80)
    found = rate_at(inside, np.arange(400.0), 0.01)
    assert found is not None
    assert found.value == 0.2  # above 395, the fifth highest
    low, _ = clopper_pearson(20, 100)
    assert found.low == pytest.approx(0.2 - np.hypot(0.2 - low, 0.2 - 0.1))
    few = rate_at(inside, np.arange(367.0), 0.01)
    assert few is not None
    assert few.low == 0
