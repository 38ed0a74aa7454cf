from __future__ import annotations

from dataclasses import replace

import pytest

from seethrough.engine.floors import shared
from seethrough.estimates.estimate import assemble
from seethrough.protocols import Direction, Figure, Tally


def told(
    direction: Direction, value: float, control: float | None, ceiling: float | None = 0.8,
    most: float | None = 1.0,
) -> list[str]:  # fmt: skip
    figure = Figure("x", direction, "A.", "B.", ceiling, most=most, questions=("sensitive",))
    people = [str(i) for i in range(10)]
    estimate = assemble(
        figure, {}, [Tally(value)] * 10, people,
        control=None if control is None else [Tally(control)] * 10,
    )  # fmt: skip
    found = shared.reasons([estimate], {"x": figure})
    for reason in found:
        assert (reason.word, reason.figure, reason.questions) == (
            "inconclusive", "x", ("sensitive", "anonymous"),
        )  # fmt: skip
        assert reason.facts == pytest.approx(
            {"value": value, "control": control, "ceiling": ceiling}
        )
    assert shared.reasons([estimate], {}) == []
    return [reason.kind for reason in found]


@pytest.mark.parametrize(
    ("value", "control", "found"),
    [
        (0.95, 0.9, True),
        (0.95, 0.75, False),
        (0.82, 0.66, True),
        (0.82, 0.65, False),
        (0.79, 0.79, False),
        (1.0, 1.0, True),
    ],
)
def test_a_leak_near_one_that_the_control_shares(value: float, control: float, found: bool) -> None:
    assert told("lower_is_better", value, control) == ["control_shares"] * found


@pytest.mark.parametrize(
    ("value", "control", "found"),
    [
        (0.05, 0.1, True),
        (0.19, 0.35, True),
        (0.2, 0.4, False),
        (0.25, 0.25, False),
        (0.0, 0.0, True),
    ],
)
def test_a_distance_near_nought_that_the_control_shares(
    value: float, control: float, found: bool
) -> None:
    assert told("higher_is_better", value, control, 0.2) == ["control_shares"] * found


def test_where_originals_tell_all_a_release_that_tells_all_reaches_them() -> None:
    assert told("lower_is_better", 1.0, 1.0, 1.0) == ["control_shares"]
    assert told("higher_is_better", 0.0, 0.0, 0.0) == ["control_shares"]


def test_without_a_control_or_a_ceiling_nothing_is_shared() -> None:
    assert told("lower_is_better", 1.0, None) == []
    assert told("lower_is_better", 1.0, 1.0, None) == []
    assert told("higher_is_better", 0.0, 0.0, 0.2, None) == []
    assert told("lower_is_better", 0.0, 0.0, 0.0) == []


def test_a_figure_that_says_nothing_hides_no_other() -> None:
    figures = [
        Figure("not looked for", "lower_is_better", "A.", "B.", 0.8),
        Figure("no ceiling", "lower_is_better", "A.", "B."),
        Figure("no end", "higher_is_better", "A.", "B.", 0.2, most=None),
        Figure("shared", "lower_is_better", "A.", "B.", 0.8),
    ]
    estimates = [
        assemble(f, {}, [Tally(1.0)] * 10, list("abcdefghij"), control=[Tally(1.0)] * 10)
        for f in figures
    ]
    empty = replace(estimates[-1], value=None)
    by_name = {figure.name: figure for figure in figures[1:]}
    found = shared.reasons([empty, *estimates], by_name)
    assert [reason.figure for reason in found] == ["shared"]
