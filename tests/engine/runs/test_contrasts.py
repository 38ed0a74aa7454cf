"""Figures of two groups together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from seethrough.attacks.lexical import Lexical
from seethrough.engine.runs.cells import Arm
from seethrough.engine.runs.contrasts import area, estimate, pointing_away, rate_at, scores
from seethrough.engine.verdict.limits import Tolerances
from seethrough.estimates.estimate import Interval
from seethrough.protocols import Figure, Knowledge, Outcome, Scores, Tally


def group(**owned: list[float | None]) -> Arm:
    rows = [(person, score) for person, own in owned.items() for score in own]
    return Arm(
        [Knowledge(person, f"{i}", ()) for i, (person, _) in enumerate(rows)],
        [Outcome({"x": Tally(0, 0) if s is None else Tally(s)}) for _, s in rows],
    )


def apart(attack: Any, inside: Scores, outside: Scores) -> Interval:
    gap = min(inside.values()) - max(outside.values())
    return Interval(gap, gap - 0.125, gap + 0.25, 7, "by hand", 3)


FIGURE = Figure("x", "lower_is_better", "", "", contrast=apart, chance=0.5, title="Apart")


def test_a_person_counts_once_with_the_mean_of_their_scores() -> None:
    assert scores(group(a=[1, 2], b=[None, 4], c=[None]), "x") == {"a": 1.5, "b": 4}


def test_the_leak_is_what_goes_beyond_chance() -> None:
    found = estimate(FIGURE, Lexical(), group(a=[2], b=[1, 2]), group(c=[0.75], d=[0.5]))
    assert (found.value, found.low, found.high) == (0.75, 0.625, 1.0)
    assert (found.n, found.people, found.method) == (7, 3, "by hand")
    chance = Interval(0.5, 0.5, 0.5, 7, "exact")
    assert found.control == found.baseline == chance
    beyond = Interval(0.25, 0.125, 0.5, 7, "by hand", 3)
    assert found.excess == found.over_control == found.over_baseline == beyond
    assert (found.name, found.title, found.unit) == ("x", "Apart", FIGURE.unit)
    assert found.component["name"] == "lexical"


@pytest.mark.parametrize(
    ("control", "tolerance", "found"),
    [
        (1.5, 0.05, ["scores_point_away"]), (1.2, 0.05, []), (0.5, 0.05, []),
        (1.28, 0.05, []), (1.28, 0.02, ["scores_point_away"]), (1.5, 0.4, ["scores_point_away"]),
    ],
)  # fmt: skip
def test_scores_that_surely_point_away_bar_a_pass(
    control: float, tolerance: float, found: list[str]
) -> None:
    # 0.25, 0.55, 1.25 and 0.47 at the most, where chance is 0.5
    allowed = Tolerances(tolerance)
    beside = group(c=[control])
    for questions, kinds in ((("anonymous",), found), ((), [])):
        figure = replace(FIGURE, questions=questions)
        made = estimate(figure, Lexical(), group(a=[2], b=[1.5]), beside)
        reasons = pointing_away([made], {"x": figure}, allowed)
        assert [reason.kind for reason in reasons] == kinds
        assert all(r.word == "inconclusive" and r.questions == questions for r in reasons)
    assert pointing_away([made], {}, allowed) == []


def test_without_a_control_nothing_is_measured() -> None:
    found = estimate(FIGURE, Lexical(), group(a=[2]), None)
    assert found.value is found.low is found.control is None
    assert found.excess is not None
    assert found.excess.value is None


def people(*scores: float) -> dict[str, float]:
    return {f"p{i}": score for i, score in enumerate(scores)}


def test_the_area_is_the_share_of_pairs_in_the_right_order() -> None:
    # Of 5 x 4 pairs 17 are right and one is equal.
    found = area(None, people(9, 8, 7, 3, 2.5), people(1, 2, 3, 2.75))
    assert found.value == pytest.approx(17.5 / 20)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.875 < found.high
    assert (found.n, found.people, found.method) == (5, 5, "newcombe, mann-whitney")


def test_so_few_that_chance_could_tell_them_apart_are_not_measured() -> None:
    found = area(None, people(9, 8, 7), people(1, 2, 3))  # one order of 20 is right by chance
    assert (found.value, found.low, found.high, found.n) == (None, None, None, 0)
    assert found.method == "not measured: 3 in the data, 3 outside, 4 of each would do"


def test_the_rate_at_a_rate_of_false_alarms() -> None:
    found = rate_at(0.25, None, people(9, 8, 2.5, 1), people(1, 2, 3, 0))
    assert found.value == 0.75  # one of four outside, 3, may lie above the threshold
    assert (found.n, found.people) == (4, 4)
    assert found.method == "clopper-pearson, threshold by ranks"
    few = rate_at(0.01, None, people(9, 8), people(1, 2, 3))
    assert (few.value, few.low, few.high, few.n) == (None, None, None, 0)
    assert few.method == "not measured: 3 outside, 100 would do"
