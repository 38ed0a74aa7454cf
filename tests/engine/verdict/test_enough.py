"""What an undecided figure takes: by parts worked out by hand, by mirrors, and by more people."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from seethrough.engine.verdict.decision import decide
from seethrough.engine.verdict.enough import people_needed, smallest_visible
from seethrough.estimates.estimate import Estimate, Interval, assemble
from seethrough.protocols import Direction, Figure, Tally
from seethrough.statistics import power
from seethrough.statistics.intervals import wilson

Of = tuple[int, int, int, int]
"""How many leak of how many people, and of how many others."""


def beside_others(of: Of, direction: Direction = "lower_is_better", most: float = 1.0) -> Estimate:
    figure = Figure("x", direction, "means", "does not mean", 1.0, most=most)
    leaks = 1.0 if direction == "lower_is_better" else 0.0
    arms = [
        [Tally(leaks if i < hits else 1 - leaks) for i in range(people)]
        for hits, people in (of[:2], of[2:])
    ]
    names = [[f"{arm}{i}" for i in range(len(tallies))] for arm, tallies in enumerate(arms)]
    component = {"name": "x"}
    return assemble(
        figure, component, arms[0], names[0], control=arms[1], control_clusters=names[1]
    )


def excess(estimate: Estimate) -> Interval:
    assert estimate.excess is not None
    return estimate.excess


UNDECIDED: list[Of] = [
    (2, 100, 0, 100), (4, 40, 0, 300), (10, 100, 5, 300), (10, 100, 0, 60), (7, 100, 20, 3000),
    (5, 100, 6, 300), (60, 100, 70, 120),
]  # fmt: skip


@pytest.mark.parametrize("of", UNDECIDED)
def test_a_figure_that_leaks_by_what_it_lacks_takes_as_much(of: Of) -> None:
    lower, higher = (beside_others(of, d) for d in ("lower_is_better", "higher_is_better"))
    assert people_needed(higher, excess(higher), 0.05) == people_needed(lower, excess(lower), 0.05)
    assert smallest_visible(higher, excess(higher), 0.05) == pytest.approx(
        smallest_visible(lower, excess(lower), 0.05)
    )


@pytest.mark.parametrize("of", UNDECIDED)
def test_the_words_that_say_how_an_interval_was_made_decide_nothing(of: Of) -> None:
    estimate = beside_others(of)
    over = excess(estimate)
    reworded = replace(over, method="in other words, paired")
    assert people_needed(estimate, reworded, 0.05) == people_needed(estimate, over, 0.05)
    assert smallest_visible(estimate, reworded, 0.05) == smallest_visible(estimate, over, 0.05)


@pytest.mark.parametrize("of", UNDECIDED)
def test_the_control_s_part_stays_and_the_targets_is_their_own(of: Of) -> None:
    estimate = beside_others(of)
    over, share, rate = excess(estimate), of[0] / of[1], of[2] / of[3]
    least, most = wilson(share, of[1])
    own = share - rate, least - rate, most - rate  # the control's rate known exactly
    precise = power.precision((share, least, most), own, rate)
    below = wilson(rate, of[3])[1] - rate
    expected = power.smallest_visible(own[0], over.low or 0.0, 0.05, precise, below)
    assert smallest_visible(estimate, over, 0.05) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("of", "kind"),
    [
        ((7, 100, 20, 3000), "leak"),
        ((3, 100, 0, 2000), "bounded"),
        ((10, 100, 5, 300), "leak"),
        ((10, 100, 0, 100), "leak"),
    ],
)
def test_so_many_people_more_decide(of: Of, kind: str) -> None:
    needed = people_needed(beside_others(of), excess(beside_others(of)), 0.05)
    (more,) = (n for n in (needed["people_to_pass"], needed["people_to_fail"]) if n is not None)

    def told(part: float) -> str:
        times = 1 + part * more / of[1]
        own = beside_others((round(of[0] * times), round(of[1] * times), *of[2:]))
        return decide([own]).reasons[0].kind

    assert [told(part) for part in (0.7, 1.1)] == ["undecided", kind]


def test_where_the_control_leaves_half_of_it_open_no_number_is_said() -> None:
    # Beside 0 of n the control's part below is Wilson's upper end of nothing, 3.84 / (n + 3.84).
    alone = 0.1 - wilson(0.1, 100)[0]
    for others, held_out in ((81, "control"), (83, None)):
        estimate = beside_others((10, 100, 0, others))
        fixed = 3.8415 / (others + 3.8415)
        assert (fixed > alone) == (held_out is not None)
        needed = people_needed(estimate, excess(estimate), 0.05)
        assert needed.get("held_out") == held_out


def test_what_is_no_share_is_taken_to_narrow_with_the_root() -> None:
    estimate = replace(beside_others((10, 100, 5, 300)), most=None, control=None)
    over = Interval(0.1, 0.0, 0.2, 100, "student, clustered", 100)
    assert people_needed(estimate, over, 0.05) == {"people_to_pass": None, "people_to_fail": 300}
    visible = 0.05 + 0.1 * (1 + 0.8416 / 1.96)
    assert smallest_visible(estimate, over, 0.05) == pytest.approx(visible, abs=1e-4)
    below = Interval(0.0, -0.1, 0.1, 100, "student, clustered", 100)
    assert people_needed(estimate, below, 0.05) == {"people_to_pass": 300, "people_to_fail": None}
    half = replace(over, low=None)
    assert smallest_visible(replace(estimate, at_any_size=half), over, 0.05) == pytest.approx(
        visible, abs=1e-4
    )


@pytest.mark.parametrize(("low", "high"), [(0.05, 0.12), (0.08, 0.17)])
def test_the_judge_s_part_stays_and_the_people_s_is_that_of_the_wider_side(
    low: float, high: float
) -> None:
    settled = Interval(0.1, low, high, 100, "identified", 100)
    estimate = replace(beside_others((10, 100, 0, 100)), at_any_size=settled)
    over = Interval(0.1, 0.0, 0.2, 100, "square-and-add", 100, paired=False)
    # Of what lies between the ends, 0.08 on the wider side is for want of people.
    expected = (0.1 - low) + 0.05 + 0.08 * (1 + 0.8416 / 1.96)
    assert smallest_visible(estimate, over, 0.05) == pytest.approx(expected, abs=1e-4)


def test_a_judge_without_errors_takes_as_many_people_as_none() -> None:
    few = [Tally(0, 3)] * 40
    names = [f"p{i}" for i in range(40)]
    made = assemble(FACTS, {"name": "x"}, few, names, control=few)
    over = excess(made)
    judged = replace(made, at_any_size=replace(over, low=0.0, high=0.0))
    needed = people_needed(made, over, 0.05)
    assert needed["people_to_pass"] == 33
    assert people_needed(judged, over, 0.05) == needed


@pytest.mark.parametrize(("most", "least"), [(0.0, 100), (0.02, 150), (0.04, 400)])
def test_the_more_the_judge_s_errors_leave_the_more_people_it_takes(
    most: float, least: int
) -> None:
    few = [Tally(0, 3)] * 10
    made = assemble(FACTS, {"name": "x"}, few, [f"p{i}" for i in range(10)], control=few)
    over = replace(excess(made), low=-0.4, high=0.45)
    judged = replace(made, at_any_size=replace(over, low=-most, high=most))
    needed = people_needed(judged, over, 0.05)
    assert needed["people_to_pass"] > least
    assert needed["people_to_fail"] is None
    others = replace(over, paired=False)
    assert people_needed(judged, others, 0.05)["held_out"] == "both"
    assert people_needed(replace(judged, at_any_size=over), over, 0.05) == {}


def test_an_excess_over_no_control_leaves_nothing_open() -> None:
    estimate = replace(beside_others((10, 100, 5, 300)), control=None)
    over = Interval(0.05, -0.02, 0.14, 100, "square-and-add", 100, paired=False)
    assert people_needed(estimate, over, 0.1).keys() == {"people_to_pass", "people_to_fail"}


def test_facts_given_away_by_chance_take_as_many_people_as_none_would() -> None:
    some = [Tally(1, 20)] * 4 + [Tally(0, 20)] * 36
    names = [f"p{i}" for i in range(40)]
    figure = Figure("x", "lower_is_better", "means", "does not mean", 1.0)
    made = assemble(figure, {"name": "x"}, some, names, control=some[::-1])
    (reason,) = decide([replace(made, questions=("anonymous",))]).reasons
    assert reason.kind == "undecided"
    assert (reason.facts["people_to_pass"], reason.facts["people_to_fail"]) == (33, None)
    assert reason.facts["tolerance_to_pass"] == 0.09


def test_a_small_control_asks_for_more_people_held_out() -> None:
    some, names = [Tally(6, 20)] * 200, [f"p{i}" for i in range(200)]
    few, others = [*[Tally(2, 20)] * 9, Tally(4, 20)], [f"q{i}" for i in range(10)]
    figure = Figure("x", "lower_is_better", "means", "does not mean", 1.0)
    made = assemble(figure, {"name": "x"}, some, names, control=few, control_clusters=others)
    assert made.over_control is not None
    assert made.over_control.low is not None
    assert made.over_control.low > 0.05  # of ten people none may be one of whom chance tells all
    (reason,) = decide([replace(made, questions=("anonymous",))]).reasons
    assert (reason.kind, reason.facts["held_out"]) == ("undecided", "control")
    assert reason.facts["people_to_fail"] is reason.facts["people_to_pass"] is None


FACTS = Figure("x", "lower_is_better", "means", "does not mean", 1.0)


def facts(found: list[int], guessed: list[int]) -> Estimate:
    """Return a figure of so many of 20 facts of each person, beside others'."""
    arms = [[Tally(float(v), 20) for v in arm] for arm in (found, guessed)]
    names = [[f"{arm}{i}" for i in range(len(tallies))] for arm, tallies in enumerate(arms)]
    made = assemble(
        FACTS, {"name": "x"}, arms[0], names[0], control=arms[1], control_clusters=names[1]
    )
    return replace(made, questions=("anonymous",))


@pytest.mark.parametrize("others", [10, 40])
def test_a_leak_that_is_seen_exceeds_what_few_others_leave_open(others: int) -> None:
    """Facts make a difference look sure that few people held out do not allow to call a leak."""
    rng, rate = np.random.default_rng(others), 0.1

    def draw(leak: float) -> Estimate:
        own, beside = rng.binomial(20, rate + leak, 200), rng.binomial(20, rate, others)
        return facts(own.tolist(), beside.tolist())

    visible = decide([draw(0.0)]).reasons[0].facts["smallest_visible"]
    leaks = [decide([draw(visible)]).reasons[0].kind == "leak" for _ in range(100)]
    assert 0.7 < np.mean(leaks) < 0.97  # 0 without the allowance


def test_of_a_judged_figure_it_does_too() -> None:
    over = Interval(0.1, 0.0, 0.2, 100, "square-and-add", 100, paired=False, below=0.3)
    settled = Interval(0.1, 0.08, 0.17, 100, "identified", 100)
    estimate = replace(beside_others((10, 100, 0, 100)), at_any_size=settled)
    expected = 0.05 + 0.3 + 0.08 * 0.8416 / 1.96
    assert smallest_visible(estimate, over, 0.05) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(("times", "held_out"), [(1, "both"), (20, "control")])
def test_no_number_of_targets_makes_up_for_few_people_held_out(times: int, held_out: str) -> None:
    some, guessed = [8] * 8 + [0] * 10, [1, 2, 0, 1, 1, 0, 2, 1, 1, 1]
    (reason,) = decide([facts(some * times, guessed)]).reasons
    assert reason.kind == "undecided"
    assert reason.facts["held_out"] == held_out  # not 11 people more
    assert reason.facts["people_to_fail"] is None
