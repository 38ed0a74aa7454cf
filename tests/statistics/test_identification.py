import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.statistics import misclassification
from seethrough.statistics.identification import Called, difference, share
from seethrough.statistics.misclassification import PERFECT, Errors, Part

KNOWN = {"kept": Errors(0.9, 0.3, 0.0, 0.0), "another": Errors(0.8, 0.05, 0.0, 0.0)}
OWN = Called((0.6, 0.5, 0.7), {"kept": Part(1.0, 0.6)})
OTHER = Called((0.2, 0.16, 0.3), {"another": Part(1.0, 0.2)})

SHARES = st.floats(0, 1)
FOUND = st.floats(0.7, 1)
FALSE = st.floats(0, 0.5)


def exactly(called: float, kind: str) -> Called:
    """Return a share without sampling error."""
    return Called((called, called, called), {kind: Part(1.0, called)})


def between(low: float, high: float, at: float) -> float:
    return low + (high - low) * at


def test_a_region_worked_by_hand() -> None:
    # 0.3 of false calls: (0.6 - 0.3) / 0.6, less 0.1 / 0.6; 0.1: (0.6 - 0.1) / 0.8, and 0.1 / 0.8
    assert share(OWN, KNOWN, 0.1) == pytest.approx((1 / 3, 0.75))
    # none at all: 0.6 / 0.9, and 0.1 / 0.9
    assert share(OWN, KNOWN) == pytest.approx((1 / 3, 0.7 / 0.9))


def test_a_region_of_a_difference_worked_by_hand() -> None:
    made = difference((0.4, 0.3, 0.5), OWN, OTHER, KNOWN, 0.1)
    # 0.5 less 0.2 / 0.8; below it 0.1 / 0.6 of the first and 0.1 / 0.8 of the second
    low = 0.5 - 0.25 - math.hypot(0.1 / 0.6, 0.1 / 0.8)
    # 0.625 less (0.2 - 0.05) / 0.75; above it 0.1 / 0.8 of the first, 0.04 / 0.75 of the second
    high = 0.625 - 0.2 + math.hypot(0.1 / 0.8, 0.04 / 0.75)
    assert made == pytest.approx((low, high))


def test_a_perfect_judge_leaves_what_it_says() -> None:
    errors = dict.fromkeys(KNOWN, PERFECT)
    assert share(OWN, errors) == pytest.approx(OWN.raw[1:])
    raw = (0.4, 0.4 - math.hypot(0.1, 0.1), 0.4 + math.hypot(0.1, 0.04))
    assert difference(raw, OWN, OTHER, errors, 0.0) == pytest.approx(raw[1:])


def test_the_judge_s_own_interval_is_never_cut() -> None:
    # (0.6 - 0.05) / 0.75 - 0.05 / 0.75 is more than 0.55
    many = Called((0.6, 0.55, 0.65), {"another": Part(1.0, 0.6)})
    assert share(many, KNOWN)[0] == 0.55
    # (0.1 - 0.05) / 0.75 + 0.05 / 0.75 is less than 0.15
    few = Called((0.1, 0.05, 0.15), {"another": Part(1.0, 0.1)})
    assert share(few, KNOWN, 0.05)[1] == 0.15
    assert difference((0.4, -0.9, 0.99), OWN, OTHER, KNOWN, 0.1) == (-0.9, 0.99)


@given(SHARES, FOUND, FALSE, SHARES, SHARES)
def test_the_truth_lies_in_the_region(
    true: float, found: float, false: float, at: float, lower: float
) -> None:
    """The judge makes any number of false calls from the least to the measured one."""
    least = false * lower
    called = true * found + (1 - true) * between(least, false, at)
    errors = {"kept": Errors(found, false, 0.0, 0.0)}
    low, high = share(exactly(called, "kept"), errors, least)
    assert low - 1e-9 <= true <= high + 1e-9


@given(SHARES, SHARES, FOUND, FALSE, SHARES, SHARES, SHARES)
def test_the_true_difference_lies_in_the_region(
    own: float, other: float, found: float, false: float, at: float, lower: float, theirs: float
) -> None:
    least = false * lower
    errors = {"kept": Errors(found, false, 0.0, 0.0), "another": Errors(found, 0.2, 0.0, 0.0)}
    first = own * found + (1 - own) * between(least, false, at)
    second = other * found + (1 - other) * 0.2 * theirs
    raw = first - second
    low, high = difference(
        (raw, raw, raw), exactly(first, "kept"), exactly(second, "another"), errors, least
    )
    assert low - 1e-9 <= own - other <= high + 1e-9


@given(st.floats(0.3, 1), SHARES, SHARES)
def test_the_more_false_calls_are_sure_the_less_may_be_disclosed(
    called: float, one: float, two: float
) -> None:
    few, many = sorted((0.3 * one, 0.3 * two))
    wide, narrow = (share(exactly(called, "kept"), KNOWN, least) for least in (few, many))
    assert wide[0] == narrow[0]
    assert wide[1] >= narrow[1] - 1e-12


def test_a_measured_rate_below_the_least_stays() -> None:
    half = exactly(0.5, "another")
    assert share(half, KNOWN, 0.2) == pytest.approx((0.5, (0.5 - 0.05) / 0.75))


def test_unsure_rates_of_discovery_widen_the_region() -> None:
    unsure = {"kept": KNOWN["kept"]._replace(found_error=0.1)}
    assert share(OWN, unsure, 0.1)[1] > share(OWN, KNOWN, 0.1)[1]
    assert share(OWN, unsure, 0.1)[0] < share(OWN, KNOWN, 0.1)[0]


def test_a_judge_that_hardly_tells_is_refused() -> None:
    blind = {"kept": Errors(0.35, 0.3, 0.0, 0.0)}
    with pytest.raises(ValueError, match=r"finds 0\.35"):
        share(OWN, blind)
    assert misclassification.LEAST > 0.05
