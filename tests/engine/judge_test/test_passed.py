"""What the answers to each group of probes say of a judge: what it passes, and by which bound."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.judge_test._judges import Always

from seethrough.engine.judge_test.check import _Answers, _heard, _passed
from seethrough.engine.judge_test.drawing import Probe
from seethrough.engine.self_test.result import SelfTest
from seethrough.protocols import Tally

GROUPS = (
    "own", "reworded", "stranger", "original", "released", "paraphrase", "negation", "empty",
    "unrelated", "altered", "rebuilt",
)  # fmt: skip
TOLD = ("own", "reworded", "paraphrase", "rebuilt")

RELEASES = {
    "judge.own_record": ("own record", "at least"),
    "judge.stranger": ("stranger's record", "apart by more than"),
    "judge.manner": ("stranger's released record", "at most"),
    "judge.paraphrase": ("own claim, reworded", "at least"),
    "judge.negation": ("own claim, denied", "at most"),
    "judge.empty": ("empty record", "at most"),
    "judge.known_paraphrase": ("invented, reworded", "at least"),
    "judge.known_unrelated": ("invented, unrelated", "apart by more than"),
    "judge.known_altered": ("invented, altered", "apart by more than"),
    "judge.known_rebuilt": ("invented, rebuilt", "at least"),
}


def answers(share: float, count: int = 40) -> _Answers:
    """Return answers of which this share is yes."""
    yes = [float(i < share * count) for i in range(count)]
    return _Answers(
        [Tally(y) for y in yes], [Tally(y) for y in yes], [str(i) for i in range(count)]
    )


def perfect() -> dict[str, Any]:
    return {name: answers(1.0 if name in TOLD else 0.0) for name in GROUPS}


def given(**others: float) -> dict[str, SelfTest]:
    heard = perfect() | {name: answers(share) for name, share in others.items()}
    return {test.figure: test for test in _passed(heard)}


def test_a_perfect_judge_passes_everything_under_its_own_name() -> None:
    tests = given()
    assert {name: (t.release, t.bound) for name, t in tests.items()} == RELEASES
    assert all(test.passed for test in tests.values())
    assert all(test.tests == "judge" and test.title for test in tests.values())
    assert {name for name, t in tests.items() if t.binds == "never"} == {"judge.negation"}
    assert {name for name, t in tests.items() if t.binds == "reworded"} == {"judge.known_rebuilt"}


@pytest.mark.parametrize(
    ("group", "share", "fails"),
    [
        ("own", 0.5, {"judge.own_record", "judge.stranger"}),
        ("paraphrase", 0.4, {"judge.paraphrase"}),
        ("negation", 1.0, {"judge.negation"}),
        ("empty", 1.0, {"judge.empty"}),
        ("stranger", 1.0, {"judge.stranger"}),
        ("released", 1.0, {"judge.manner"}),
        ("unrelated", 1.0, {"judge.known_unrelated"}),
        ("altered", 1.0, {"judge.known_altered"}),
        ("rebuilt", 0.4, {"judge.known_rebuilt"}),
    ],
)
def test_each_group_has_its_own_failure(group: str, share: float, fails: set[str]) -> None:
    assert {name for name, test in given(**{group: share}).items() if not test.passed} == fails


@pytest.mark.parametrize(
    ("group", "figure", "passes", "fails"),
    [
        # What must be heard goes by its share.
        ("own", "judge.own_record", 0.8, 0.775),
        ("paraphrase", "judge.paraphrase", 0.5, 0.475),
        ("reworded", "judge.known_paraphrase", 0.5, 0.475),
        ("rebuilt", "judge.known_rebuilt", 0.5, 0.475),
        # What must not goes by the lower end: 25 of 40 may be half of all, one of 40 is not none.
        ("negation", "judge.negation", 0.625, 0.7),
        ("empty", "judge.empty", 0.0, 0.025),
        ("released", "judge.manner", 0.15, 0.35),
        # And so do differences: six tenths of 40 more may be less than half of all.
        ("stranger", "judge.stranger", 0.2, 0.4),
        ("unrelated", "judge.known_unrelated", 0.2, 0.4),
        ("altered", "judge.known_altered", 0.7, 1.0),
    ],
)
def test_each_bound_is_where_it_is_said_to_be(
    group: str, figure: str, passes: float, fails: float
) -> None:
    assert [given(**{group: share})[figure].passed for share in (passes, fails)] == [True, False]


def test_without_strangers_there_is_nothing_of_manner_to_test() -> None:
    heard = perfect() | {"original": answers(0, 0), "released": answers(0, 0)}
    assert "judge.manner" not in {test.figure for test in _passed(heard)}


@pytest.mark.parametrize(
    ("group", "figure"),
    [
        ("stranger", "judge.stranger"),
        ("own", "judge.own_record"),
        ("negation", "judge.negation"),
        ("empty", "judge.empty"),
    ],
)
def test_what_could_not_be_asked_is_no_pass(group: str, figure: str) -> None:
    others = {"stranger": answers(0, 0)} if group == "own" else {}
    heard = perfect() | {group: answers(0, 0)} | others
    (test,) = [t for t in _passed(heard) if t.figure == figure]
    assert not test.passed
    assert test.measured.n == 0


def test_a_claim_that_was_not_judged_counts_as_not_heard() -> None:
    probes = [Probe(str(i), f"claim {i}", "It rains.") for i in range(9)]
    unsaid, similar = (_heard(Always(grade), {"x": probes})["x"] for grade in (None, 2))
    assert set(unsaid.heard) == set(unsaid.degrees) == {(0, 1)}
    assert set(similar.heard) == {(1, 1)}
    assert set(similar.degrees) == {(0.5, 1)}
    assert unsaid.people == [probe.person for probe in probes]
