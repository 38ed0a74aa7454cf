import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.statistics.judged import misclassification
from seethrough.statistics.judged.identification import Called, difference, share
from seethrough.statistics.judged.misclassification import PERFECT, Errors, Part

MANY = {"kept": Errors(0.9, 0.3, 0.0, 0.0), "another": Errors(0.8, 0.05, 0.0, 0.0)}
FEW = {**MANY, "kept": Errors(0.9, 0.1, 0.0, 0.0)}
OWN = Called((0.6, 0.5, 0.7), {"kept": Part(1.0, 0.6)})
OTHER = Called((0.2, 0.16, 0.3), {"another": Part(1.0, 0.2)})
WIDE = (0.4, 0.3, 0.9)
"""A difference whose own interval says less than those of the shares."""

SHARES = st.floats(0, 1)
FOUND = st.floats(0.7, 1)
FALSE = st.floats(0, 0.5)
KINDS = st.sampled_from(["kept", "another"])


def exactly(called: float, kind: str) -> Called:
    """Return a share without sampling error."""
    return Called((called, called, called), {kind: Part(1.0, called)})


def between(low: float, high: float, at: float) -> float:
    return low + (high - low) * at


def test_a_region_worked_by_hand() -> None:
    # 0.3 of false calls: (0.6 - 0.3) / 0.6, less 0.1 / 0.6; 0.1: (0.6 - 0.1) / 0.8, and 0.1 / 0.8
    assert share(OWN, MANY, FEW) == pytest.approx((1 / 3, 0.75))
    assert share(OWN, MANY, MANY) == pytest.approx((1 / 3, 0.7))  # 2 / 3 and the judge's own 0.7


def test_a_region_of_a_difference_worked_by_hand() -> None:
    made = difference(WIDE, OWN, OTHER, MANY, FEW)
    # 0.5 less (0.2 - 0.05) / 0.75; below it 0.1 / 0.6 of the first and 0.1 / 0.75 of the second, or
    # 0.1 / 0.6 of the difference, which is less
    assert made[0] == pytest.approx(0.5 - 0.2 - 0.1 / 0.6)
    # 0.625 less 0.2; above it 0.1 / 0.8 of the first, 0.04 / 0.75 of the second: less than the 0.9
    # of the judge's calls themselves
    assert made[1] == 0.9 > 0.625 - 0.2 + math.hypot(0.1 / 0.8, 0.04 / 0.75)
    apart = difference((0.4, 0.3, 0.55), OWN, OTHER, MANY, FEW)
    assert apart[1] == pytest.approx(0.625 - 0.2 + math.hypot(0.1 / 0.8, 0.04 / 0.75))
    apart = difference((0.4, 0.25, 0.55), OWN, OTHER, MANY, FEW)
    assert apart[0] == pytest.approx(0.5 - 0.2 - math.hypot(0.1 / 0.6, 0.1 / 0.75))
    narrow = difference((0.4, 0.39, 0.41), OWN, OTHER, MANY, FEW)
    assert narrow[0] == pytest.approx(0.5 - 0.2 - 0.01 / 0.6)
    assert narrow[1] == pytest.approx(0.625 - 0.2 + 0.01 / 0.75)
    loose = difference((0.4, 0.0, 0.45), OWN, OTHER, MANY, FEW)
    assert loose[1] == pytest.approx(0.625 - 0.2 + 0.05 / 0.75)
    assert loose[0] == 0.0


def test_of_one_kind_the_judge_errs_alike_on_both_sides() -> None:
    one, two = exactly(0.6, "kept"), exactly(0.4, "kept")
    low, high = difference((0.2, 0.2, 0.2), one, two, MANY, FEW)
    # 0.2 / 0.6 with many false calls on both sides, 0.2 / 0.8 with few, never many here, few there
    assert (low, high) == pytest.approx((0.2, 0.2 / 0.6))


def test_nothing_is_known_where_the_judge_cannot_tell() -> None:
    blind = {**MANY, "another": Errors(0.35, 0.3, 0.0, 0.0)}
    half = Called((0.6, 0.6, 0.6), {"kept": Part(0.5, 0.9), "another": Part(0.5, 0.3)})
    # half of it is disclosed as far as the judge can tell, of the rest anything from 0 to 1
    assert share(half, blind, blind) == pytest.approx((0.5, 1.0))
    assert difference((0.0, 0.0, 0.0), half, half, blind, blind) == pytest.approx((-0.5, 0.5))
    assert misclassification.LEAST > 0.05
    # What is sampled is as open of what it cannot tell: 0.1 by half of 1 / 0.6 and half of 1.
    open_ = Called((0.6, 0.5, 0.7), half.parts)
    assert share(open_, blind, blind)[0] == pytest.approx(0.5 - 0.1 * (0.5 / 0.6 + 0.5))


def test_nothing_is_known_of_a_difference_where_the_judge_cannot_tell_on_one_side() -> None:
    blind = {**MANY, "another": Errors(0.35, 0.3, 0.0, 0.0)}
    one, two = exactly(0.6, "kept"), exactly(0.3, "another")
    assert difference((0.3, 0.3, 0.3), one, two, blind, blind) == pytest.approx((-0.5, 0.5))
    assert difference((-0.3,) * 3, two, one, blind, blind) == pytest.approx((-0.5, 0.5))


def test_a_perfect_judge_leaves_what_it_says() -> None:
    errors = dict.fromkeys(MANY, PERFECT)
    assert share(OWN, errors, errors) == pytest.approx(OWN.raw[1:])
    raw = (0.4, 0.4 - math.hypot(0.1, 0.1), 0.4 + math.hypot(0.1, 0.04))
    assert difference(raw, OWN, OTHER, errors, errors) == pytest.approx(raw[1:])


def test_the_judge_s_own_interval_is_never_cut() -> None:
    # (0.6 - 0.05) / 0.75 - 0.05 / 0.75 is more than 0.55
    many = Called((0.6, 0.55, 0.65), {"another": Part(1.0, 0.6)})
    assert share(many, MANY, FEW)[0] == 0.55
    # (0.1 - 0.05) / 0.75 + 0.05 / 0.75 is less than 0.15
    few = Called((0.1, 0.05, 0.15), {"another": Part(1.0, 0.1)})
    assert share(few, MANY, FEW)[1] == 0.15
    assert difference((0.4, -0.9, 0.99), OWN, OTHER, MANY, FEW) == (-0.9, 0.99)


@given(SHARES, FOUND, FALSE, SHARES, SHARES)
def test_the_truth_lies_in_the_region(
    true: float, found: float, false: float, at: float, lower: float
) -> None:
    """The judge makes any number of false calls from the fewest to the most."""
    fewest = false * lower
    called = true * found + (1 - true) * between(fewest, false, at)
    many, few = ({"kept": Errors(found, rate, 0.0, 0.0)} for rate in (false, fewest))
    low, high = share(exactly(called, "kept"), many, few)
    assert low - 1e-9 <= true <= high + 1e-9


@given(SHARES, SHARES, FOUND, FALSE, SHARES, SHARES, KINDS)
def test_the_true_difference_lies_in_the_region(
    own: float, other: float, found: float, false: float, at: float, lower: float, kind: str
) -> None:
    fewest = false * lower
    now = between(fewest, false, at)
    there = now if kind == "kept" else 0.1
    many, few = (
        {"kept": Errors(found, rate, 0.0, 0.0), "another": Errors(found, 0.1, 0.0, 0.0)}
        for rate in (false, fewest)
    )
    first = own * found + (1 - own) * now
    second = other * found + (1 - other) * there
    raw = first - second
    ends = difference((raw, raw, raw), exactly(first, "kept"), exactly(second, kind), many, few)
    assert ends[0] - 1e-9 <= own - other <= ends[1] + 1e-9


@given(st.integers(0, 20), KINDS, st.integers(0, 20))
def test_one_call_more_never_allows_for_less(calls: int, kind: str, others: int) -> None:
    rates = {
        "kept": Errors(0.9, 0.3, 0.02, 0.1), "another": Errors(0.5, 0.05, 0.1, 0.05)
    }  # fmt: skip
    few = {**rates, "kept": Errors(0.9, 0.0, 0.02, 0.0)}

    def seen(n: int, kind: str) -> Called:
        at = n / 200
        return Called((at, max(0.0, at - 0.05), min(1.0, at + 0.05)), {kind: Part(1.0, at)})

    def most(n: int) -> tuple[float, float]:
        gap = (n - others) / 200
        apart = difference(
            (gap, gap - 0.05, gap + 0.05), seen(n, kind), seen(others, "another"), rates, few
        )
        return share(seen(n, kind), rates, few)[1], apart[1]

    less, more = most(calls), most(calls + 1)
    if kind == "kept":
        assert more[0] >= less[0] - 1e-9
    assert more[1] >= less[1] - 0.02


def test_unsure_rates_of_discovery_widen_the_region() -> None:
    unsure = [{**rates, "kept": rates["kept"]._replace(found_error=0.1)} for rates in (MANY, FEW)]
    assert share(OWN, *unsure)[1] > share(OWN, MANY, FEW)[1]
    assert share(OWN, *unsure)[0] < share(OWN, MANY, FEW)[0]
