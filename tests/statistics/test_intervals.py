import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from seethrough.statistics.intervals import difference, wilson


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
