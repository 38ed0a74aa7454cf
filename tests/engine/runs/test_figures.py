"""Figures of groups and their differences, worked by hand."""

from __future__ import annotations

import math

import pytest

from seethrough.engine.runs.cells import Arm
from seethrough.engine.runs.figures import figure_of, over, over_control, recounted
from seethrough.estimates.estimate import Estimate, Interval
from seethrough.protocols import Figure, Found, Knowledge, Outcome, Tally
from seethrough.statistics.clusters import t_quantile

SHARE = Figure("x", "lower_is_better", "", "")
THINGS = Figure("x", "lower_is_better", "", "", distinct=True)


def outcomes(hits: int, of: int) -> list[Outcome]:
    return [Outcome({"x": Tally(float(i < hits))}) for i in range(of)]


def group(hits: int, of: int, prefix: str = "p", **more: list[list[Outcome]]) -> Arm:
    known = [Knowledge(f"{prefix}{i}", f"{i}", ()) for i in range(of)]
    return Arm(known, outcomes(hits, of), **more)


def finding(*things: tuple[int, ...] | None) -> Arm:
    """Return questions that found these things; None was not answered."""
    known = [Knowledge(f"q{i}", f"{i}", ()) for i in range(len(things))]
    made = [
        Outcome({"x": Tally(0, 0)}) if own is None
        else Outcome({"x": Tally(len(own))}, found={"x": Found(own, 10)})
        for own in things
    ]  # fmt: skip
    return Arm(known, made)


def test_a_share_and_its_difference_to_another_group() -> None:
    assert figure_of(SHARE, group(6, 10)).value == 0.6
    gap = over(SHARE, group(6, 10), group(1, 10, "c"))
    assert gap.value == pytest.approx(0.5)
    assert gap.low is not None
    assert gap.high is not None
    assert 0 < gap.low < 0.5 < gap.high < 1


def test_different_things_count_once_and_per_question_that_was_answered() -> None:
    found = figure_of(THINGS, finding((0,), (0, 1), None, (), (2,)))
    assert (found.value, found.n, found.method) == (0.75, 4, "score, different things")
    assert found.low is not None
    assert found.high is not None
    assert 0 < found.low < 0.75 < found.high <= 10 / 4
    assert figure_of(THINGS, finding(None, None)).value is None


def test_the_difference_of_different_things() -> None:
    more, less = finding((0,), (1,), (2,), (2,)), finding((0,), (), (), ())
    gap = over(THINGS, more, less)
    assert (gap.value, gap.method) == (0.5, "square-and-add")
    first, second = figure_of(THINGS, more), figure_of(THINGS, less)
    assert gap.low == pytest.approx(
        0.5 - math.hypot(first.value - first.low, second.high - second.value)
    )
    assert over(THINGS, more, finding(None)).value is None
    assert over(THINGS, finding(None), less).value is None


def test_halves_of_the_control_that_differ_widen_the_interval() -> None:
    plain = over_control(SHARE, group(6, 10), group(1, 10, "c"))
    alike = group(1, 10, "c", halves=[outcomes(2, 10)] * 2)
    assert over_control(SHARE, group(6, 10), alike) == plain
    differ = group(1, 10, "c", halves=[outcomes(1, 10), outcomes(3, 10)])
    wide = over_control(SHARE, group(6, 10), differ)
    # Variance 0.02 between the halves; a half varies half as much as the whole, and half of it is
    # left out: 4 times; and the private records would differ as much.
    half = t_quantile(1) * math.sqrt(4 * 0.02) * math.sqrt(2)
    assert wide.value == plain.value == pytest.approx(0.5)
    assert wide.high == pytest.approx(0.5 + math.hypot(plain.high - 0.5, half))
    assert wide.low == pytest.approx(0.5 - math.hypot(0.5 - plain.low, half))


def test_what_equal_parts_have_less_than_a_control_is_not_multiplied() -> None:
    arm = group(50, 100, parts=[outcomes(10, 100)] * 2)
    assert over_control(SHARE, arm, group(20, 100, "c"), scale=2).value == pytest.approx(-0.1)


def test_a_control_of_half_the_size_bounds_the_excess_from_both_sides() -> None:
    parts = [outcomes(30, 100), outcomes(34, 100)]
    arm, control = group(60, 100, parts=parts), group(10, 100, "c")
    found = over_control(SHARE, arm, control, scale=2)
    # Parts of equal size: 0.32 - 0.10, at most twice that; the whole over the control: 0.50.
    assert found.value == pytest.approx(0.44)
    assert found.method.endswith("equal sizes")
    equal = over(SHARE, Arm(arm.knowledge, parts[0]), control)
    assert found.low is not None
    assert found.high is not None
    assert 0.15 < found.low < 0.3  # 0.60 - 2 times 0.10 less its spread, not that of 0.22
    assert found.high < 2 * equal.high
    with pytest.raises(ValueError, match="compared with the other"):
        over_control(SHARE, arm, group(1, 100, "c", parts=parts), scale=2)
    with pytest.raises(ValueError, match="compared with the other"):
        over_control(Figure("x", "higher_is_better", "", ""), arm, control)


def test_parts_of_a_larger_control_are_averaged() -> None:
    parts = [outcomes(10, 100), outcomes(20, 100)]
    found = over_control(SHARE, group(60, 100), group(40, 100, "c", parts=parts), scale=0.5)
    assert found.value == pytest.approx(0.45)


def test_an_estimate_counted_again_names_control_baseline_and_excess() -> None:
    made = Estimate("x", 9.0, 9.0, 9.0, 9, "lower_is_better", "", None, None, None, {})
    targets, control, nothing = finding((0,), (1,)), finding((0,), ()), finding((), ())
    found = recounted(made, THINGS, targets, control, nothing, 1.0)
    assert (found.value, found.n) == (1.0, 2)
    assert found.control == figure_of(THINGS, control)
    assert found.baseline == figure_of(THINGS, nothing)
    assert isinstance(found.over_control, Interval)
    assert found.over_control.value == 0.5
    assert found.over_baseline == over(THINGS, targets, nothing)
    assert found.excess is not None
    assert found.excess.value == 0.5
    alone = recounted(made, THINGS, targets, None, nothing, 1.0)
    assert alone.control is alone.over_control is None
