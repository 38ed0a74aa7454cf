import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.stats import binomtest

from seethrough.statistics.intervals import (
    Z,
    clopper_pearson,
    difference,
    paired_difference,
    unseen,
    wilson,
)


@given(st.integers(1, 500), st.data())
def test_wilson_is_scipys_where_counts_are_whole(n: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, n))
    theirs = binomtest(hits, n).proportion_ci(0.95, method="wilson")
    assert wilson(hits / n, n) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


@given(st.floats(0, 1), st.floats(0.1, 1e6))
def test_wilson_holds_the_share_and_has_width(share: float, n: float) -> None:
    low, high = wilson(share, n)
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1
    assert high > low


def test_wilson_narrows_with_n_and_mirrors() -> None:
    assert wilson(0.0, 20)[1] == pytest.approx(0.1611, abs=1e-4)
    assert wilson(0.0, 20)[1] > wilson(0.0, 200)[1]
    low, high = wilson(0.1, 30.5)
    assert wilson(0.9, 30.5) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize(("share", "n"), [(1.1, 3), (-0.1, 3), (0.5, 0), (0.5, math.nan)])
def test_wilson_refuses_what_is_no_share(share: float, n: float) -> None:
    with pytest.raises(ValueError, match=r"must be"):
        wilson(share, n)


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        # Newcombe (1998), Interval estimation for the difference, method 10
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ],
)
def test_difference_of_wilson_intervals_is_newcombes(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    a, b = ((hits / n, *wilson(hits / n, n)) for hits, n in (first, second))
    assert difference(a, b) == pytest.approx((low, high), abs=1e-4)
    assert difference(b, a) == pytest.approx((-high, -low), abs=1e-4)


def test_correlation_narrows_the_difference() -> None:
    figure = (0.3, 0.2, 0.45)
    widths = [high - low for low, high in (difference(figure, figure, c) for c in (0, 0.5, 0.9))]
    assert widths == sorted(widths, reverse=True)
    low, high = difference(figure, figure, -0.9)
    assert high - low > widths[0]


@given(st.integers(1, 60), st.data())
def test_the_ends_of_a_paired_difference_are_where_a_score_test_begins_to_reject(
    n: int, data: st.DataObject
) -> None:
    gained = data.draw(st.integers(0, n)) / n
    lost = data.draw(st.integers(0, round(n * (1 - gained)))) / n

    def statistic(difference: float) -> float:
        # Tango's equation 14, the share of losses by a search for the likeliest one
        least, most = max(0.0, -difference), (1 - difference) / 2

        def unlikely(losses: float) -> float:
            shares = ((gained, losses + difference), (lost, losses),
                      (1 - gained - lost, 1 - 2 * losses - difference))  # fmt: skip
            return -sum(k * math.log(max(p, 1e-300)) for k, p in shares if k > 0)

        losses = minimize_scalar(unlikely, bounds=(least, most), options={"xatol": 1e-12}).x
        variance = 2 * losses + difference * (1 - difference)
        return abs(gained - lost - difference) * math.sqrt(n / variance)

    low, high = paired_difference(gained, lost, n)
    assert -1 <= low <= gained - lost <= high <= 1
    assert low < high
    for end in (low, high):
        if abs(end) < 1 - 1e-9:
            assert statistic(end) == pytest.approx(Z, abs=2e-3)


@given(st.floats(0.01, 1), st.floats(0.5, 1e4))
def test_without_losses_the_upper_end_is_wilsons_and_sides_can_be_exchanged(
    gained: float, n: float
) -> None:
    low, high = paired_difference(gained, 0.0, n)
    assert high == pytest.approx(wilson(gained, n)[1], abs=1e-9)
    assert paired_difference(0.0, gained, n) == pytest.approx((-high, -low), abs=1e-9)
    none = wilson(0.0, n)[1]
    assert paired_difference(0.0, 0.0, n) == pytest.approx((-none, none), abs=1e-9)


def test_pairs_that_all_gain_say_more_than_as_many_of_either_side() -> None:
    one_way, both_ways = paired_difference(0.1, 0.0, 100), paired_difference(0.2, 0.1, 100)
    assert one_way[0] > 0.05 > both_ways[0]
    # Three of three are no proof that a fourth would not lose; five are.
    assert paired_difference(1.0, 0.0, 3)[0] < 0 < paired_difference(1.0, 0.0, 5)[0]


@pytest.mark.parametrize(("hits", "n"), [(0, 7), (3, 10), (9, 20), (7, 7)])
def test_the_exact_interval_is_scipys(hits: int, n: int) -> None:
    theirs = binomtest(hits, n).proportion_ci(0.95, "exact")
    assert clopper_pearson(hits, n) == pytest.approx((theirs.low, theirs.high))
    wider = binomtest(hits, n).proportion_ci(0.99, "exact")
    assert clopper_pearson(hits, n, 0.01) == pytest.approx((wider.low, wider.high))


@given(st.integers(1, 300), st.data())
def test_hits_and_misses_of_as_many_people_allow_for_those_who_are_not_among_them(
    n: int, data: st.DataObject
) -> None:
    gained = data.draw(st.integers(0, n))
    lost = data.draw(st.integers(0, n - gained))
    low, high = paired_difference(gained / n, lost / n, n)
    least, most = unseen((gained - lost) / n, n)
    assert -1 <= low <= least + 1e-9
    assert most - 1e-9 <= high <= 1


def test_of_whom_nobody_is_among_so_few_is_as_wilson_has_it() -> None:
    assert unseen(0.0, 20) == pytest.approx((-wilson(0, 20)[1], wilson(0, 20)[1]))
    assert unseen(1.0, 20) == pytest.approx((1 - 2 * wilson(0, 20)[1], 1.0))
