"""The Pareto frontier against its definition, and what is said of it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from seethrough.engine.comparing.differences import Difference
from seethrough.engine.comparing.frontier import Frontier, frontier
from seethrough.estimates.estimate import Interval
from seethrough.report.labels.frontier import frontier_sentences

NAMES = ("leak", "use")


def audit(leak: float | None, use: float | None) -> Any:
    return SimpleNamespace(
        estimates=[
            SimpleNamespace(name="leak", key=key("leak"), value=leak, direction="lower_is_better"),
            SimpleNamespace(name="use", key=key("use"), value=use, direction="higher_is_better"),
        ]
    )


BY = {"leak": {"name": "lexical"}, "use": {"name": "kept"}}


def key(figure: str) -> tuple[str, str]:
    return figure, repr(BY[figure])


def differing(
    figure: str, first: int, second: int, value: float, adjusted: float | None
) -> Difference:
    interval = Interval(value, value - 0.05, value + 0.05, 20, "score, paired", 20)
    tested = adjusted is not None
    return Difference(
        figure, BY[figure], first, second, interval, tested, adjusted, adjusted, figure == "leak"
    )


def told(found: Frontier) -> list[str]:
    return frontier_sentences([found], "ABCD")


def test_a_release_whose_low_figures_are_no_sign_of_safety_is_left_out() -> None:
    audits = {0: audit(0.9, 0.8), 1: audit(0.0, 0.9)}
    found = frontier(audits, [], NAMES, {1})
    assert told(found) == [
        "On the frontier of leak and use: A.",
        "B is left out: its figures do not show all that it gives away.",
    ]
    assert found.untold == (1,)
    assert told(frontier({1: audits[1]}, [], NAMES, {1}))[-1].startswith("B is left out")


def test_lower_is_better_of_a_leak_and_higher_of_a_use() -> None:
    audits = {0: audit(0.9, 0.8), 1: audit(0.1, 0.3), 2: audit(0.5, 0.2), 3: audit(None, 0.9)}
    found = frontier(audits, [], NAMES)
    assert [point.place for point in found.front] == [0, 1]
    assert [point.behind for point in found.points] == [(), (), (1,)]
    assert found.unmeasured == (3,)
    assert told(found) == [
        "On the frontier of leak and use: A and B.",
        "C is behind B (within chance).",
        "Not both were measured for D.",
    ]


def test_the_first_component_that_measures_a_figure_counts_on_every_release() -> None:
    strong = {"name": "linkage"}
    audits = {0: audit(None, 0.5), 1: audit(0.1, 0.5)}
    for place, value in ((0, 0.9), (1, 0.8)):
        audits[place].estimates.append(
            SimpleNamespace(
                name="leak", key=("leak", repr(strong)), value=value, direction="lower_is_better"
            )
        )
    found = frontier(audits, [], NAMES)
    assert [point.figures[0].value for point in found.points] == [0.9, 0.8]


def test_equal_releases_are_both_on_it() -> None:
    found = frontier({0: audit(0.5, 0.5), 1: audit(0.5, 0.5)}, [], NAMES)
    assert [point.place for point in found.front] == [0, 1]


@pytest.mark.parametrize(
    ("leak", "adjusted", "use", "sure"),
    [
        (-0.4, 0.001, 0.3, True),
        (-0.4, 0.2, 0.3, False),  # the leak's difference may be chance, all tests considered
        (-0.4, 0.001, 0.02, False),  # the utility's interval has 0 in it
    ],
)
def test_beyond_chance_means_both_figures(
    leak: float, adjusted: float, use: float, sure: bool
) -> None:
    audits = {0: audit(0.1, 0.6), 1: audit(0.5, 0.3), 2: audit(0.6, 0.2)}
    found = [differing("leak", 0, 1, leak, adjusted), differing("use", 0, 1, use, None)]
    # The other way round: the better one is named second.
    found += [differing("leak", 2, 0, -leak, adjusted), differing("use", 2, 0, -use, None)]
    made = frontier(audits, found, NAMES)
    assert [point.behind for point in made.points] == [(), (0,), (0, 1)]
    assert [point.beyond_chance for point in made.points] == [(), (0,) * sure, (0,) * sure]
    assert told(made)[2] == (
        "C is behind A and B (A beyond chance)." if sure else "C is behind A and B (within chance)."
    )


def test_a_figure_that_nobody_has_leaves_nobody_on_it() -> None:
    for audits, names in (({0: audit(None, 0.6)}, NAMES), ({0: audit(0.1, 0.6)}, ("leak", "x"))):
        found = frontier(audits, [], names)
        assert (found.points, found.unmeasured) == ([], (0,))
        assert told(found) == [f"No release has both {names[0]} and {names[1]}."]


def test_an_interval_that_ends_at_nothing_is_within_chance() -> None:
    # Of utilities there is no test of the difference: the interval decides.
    for better in (-1, 1):
        value = 0.05 * better
        found = [differing("leak", 0, 1, -0.5 * better, 0.001), differing("use", 0, 1, value, None)]
        audits = {0: audit(0.6 - 0.5 * better, 0.5 + value), 1: audit(0.6, 0.5)}
        assert all(point.beyond_chance == () for point in frontier(audits, found, NAMES).points)
    found = [differing("leak", 0, 1, -0.5, 0.001), differing("use", 0, 1, 0.06, None)]
    beyond = frontier({0: audit(0.1, 0.56), 1: audit(0.6, 0.5)}, found, NAMES).points
    assert [point.beyond_chance for point in beyond] == [(), (0,)]


@pytest.mark.parametrize("ends", [(None, 0.5), (0.1, None), (None, None)])
def test_without_an_interval_nothing_is_beyond_chance(
    ends: tuple[float | None, float | None],
) -> None:
    use = replace(differing("use", 0, 1, 0.3, None), interval=Interval(0.3, *ends, 20, "none", 20))
    audits = {0: audit(0.1, 0.6), 1: audit(0.5, 0.3)}
    made = frontier(audits, [differing("leak", 0, 1, -0.4, 0.001), use], NAMES)
    assert [(point.behind, point.beyond_chance) for point in made.points] == [((), ()), ((0,), ())]


def test_a_figure_of_0_is_a_figure() -> None:
    found = frontier({0: audit(0.0, 0.0), 1: audit(0.05, 0.05)}, [], NAMES)
    assert [point.behind for point in found.points] == [(), ()]
    found = frontier({0: audit(0.1, 0.0), 1: audit(0.05, 0.05)}, [], NAMES)
    assert [point.behind for point in found.points] == [(1,), ()]
