"""What a utility gives back is one estimate of each of its figures, whose numbers are in order."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from seethrough.contracts.estimates import amiss
from seethrough.estimates.estimate import assemble
from seethrough.protocols import Figure, Tally

LEFT = Figure("utility.left", "higher_is_better", "How much is left.", "Not how good it is.")
GOOD = assemble(LEFT, {}, [Tally(1.0), Tally(0.0)], ["a", "b"], baseline=[Tally(0.0)] * 2)


def test_estimates_are_taken() -> None:
    assert amiss([GOOD], [LEFT]) == ""
    assert amiss([assemble(LEFT, {}, [Tally(0, 0)], ["a"])], [LEFT]) == ""


@pytest.mark.parametrize(
    "changed",
    [
        {"value": math.nan},
        {"value": 7.0, "high": 8.0},
        {"value": -0.5, "low": -1.0},
        {"value": "0.5"},
        {"value": None},
        {"value": 0.1, "low": 0.5},
        {"high": math.inf},
        {"n": 0},
        {"n": -3},
        {"n": 2.0},
        {"baseline": replace(GOOD.baseline, value=math.nan)},  # type: ignore[type-var]
    ],
)
def test_numbers_that_are_no_figure_are_told(changed: dict[str, Any]) -> None:
    told = "what it gave of utility.left is no figure with its interval"
    assert amiss([replace(GOOD, **changed)], [LEFT]) == told


def test_other_figures_than_its_own_are_told() -> None:
    assert amiss(GOOD, [LEFT]) == amiss(None, [LEFT]) == "it gave no list of estimates"
    assert amiss([], [LEFT]) == "no estimate of utility.left"
    assert amiss([replace(GOOD, name="linkage.top1")], [LEFT]) == "no estimate of utility.left"
    assert "more than utility.left" in amiss([GOOD, GOOD], [LEFT])
    turned = replace(GOOD, direction="lower_is_better")
    assert "another direction" in amiss([turned], [LEFT])
