"""Paired differences: the same targets alone; how often one is called that is none."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from seethrough import spec
from seethrough.attacks.lexical import Lexical
from seethrough.attacks.linkage import Linkage
from seethrough.attacks.membership import Membership
from seethrough.engine.comparing.differences import LEVEL, Difference, differences
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.estimates.estimate import Estimate, Interval, assemble
from seethrough.protocols import Knowledge, Outcome, Tally

NOBODY = Arm((), ())


def ran(attack: Any, values: dict[str, list[Tally]], records: list[str]) -> Cell:
    """Return an attack on these records, two to a person."""
    known = [Knowledge(f"person {i // 2}", r, ("fact",)) for i, r in enumerate(records)]
    outcomes = [Outcome({name: values[name][i] for name in values}) for i in range(len(records))]
    arm = Arm(known, outcomes)
    made = [
        assemble(figure, spec.to_json(attack), arm.tallies(figure.name), arm.people)
        for figure in attack.figures
    ]
    return Cell(attack, arm, None, NOBODY, made, paired=True)


def audited(found: np.ndarray, among: np.ndarray, far: np.ndarray) -> Any:
    records = [f"r{i}" for i in range(len(found))]
    linked = {"linkage.top1": list(map(Tally, found)), "linkage.top10": list(map(Tally, among))}
    words = {"lexical.distance": [Tally(float(v)) for v in far]}
    cells = [ran(Linkage(), linked, records), ran(Lexical(), words, records)]
    return SimpleNamespace(cells=cells, utilities=[])


def drawn(rng: np.random.Generator, better: float = 0.0, n: int = 40) -> dict[int, Any]:
    """Return four releases of n people with two records each; the last is better by so much."""
    ease = np.repeat(rng.beta(1, 2, n), 2)  # some people are easily found in every release
    audits = {}
    for place in range(4):
        own = np.clip(ease - (better if place == 3 else 0), 0, 1)
        top1 = (rng.random(2 * n) < own).astype(float)
        top10 = np.maximum(top1, rng.random(2 * n) < own)
        far = np.clip(1 - own + rng.normal(0, 0.2, 2 * n), 0, 1)
        audits[place] = audited(top1, top10, far)
    return audits


@pytest.mark.long
def test_no_more_than_one_comparison_in_twenty_sees_a_difference_that_is_none() -> None:
    rng, times = np.random.default_rng(0), 200
    wrong = alone = 0
    for _ in range(times):
        found = differences(drawn(rng))
        assert len(found) == 18
        wrong += any(d.differs for d in found)
        alone += any(d.p_value is not None and d.p_value <= LEVEL for d in found)
    assert wrong / times <= LEVEL + 2 * math.sqrt(LEVEL * (1 - LEVEL) / times)
    # Without a correction it would be many.
    assert alone / times > 2 * LEVEL


def test_a_difference_that_is_there_is_found() -> None:
    rng, times, seen = np.random.default_rng(1), 30, 0
    for _ in range(times):
        found = differences(drawn(rng, better=0.3, n=60))
        own = [d for d in found if d.second == 3 and d.figure == "linkage.top1"]
        seen += all(d.differs and d.better == 3 for d in own)
        assert [d.interval.method for d in own] == ["score, paired"] * 3
    assert seen / times >= 0.8


def test_a_little_of_everybody_is_not_called_more_than_all_of_somebody_unseen() -> None:
    rng, times, wrong = np.random.default_rng(3), 60, 0
    for _ in range(times):
        all_of_few = 1 - np.repeat(1.0 * (rng.random(20) < 0.05), 2)
        little_of_all = 1 - rng.binomial(10, 0.05, 40) / 10
        nobody = np.zeros(40)
        audits = [audited(nobody, nobody, far) for far in (all_of_few, little_of_all)]
        wrong += any(d.differs for d in differences(dict(enumerate(audits))))
    assert wrong == 0  # a third without the allowance for who is not among the 20
    far = differences({0: audited(nobody, nobody, nobody), 1: audits[1]})
    assert [d.differs for d in far] == [False, False, True]


def test_in_none_of_many_figures_a_little_of_everybody_is_called_more_than_all_of_few() -> None:
    rng, times, wrong = np.random.default_rng(7), 24, 0
    for _ in range(times):
        all_of_few = [np.repeat(1.0 * (rng.random((3, 100)) < 0.05), 2, axis=1) for _ in "ab"]
        little_of_all = [rng.binomial(8, 0.05, (3, 200)) / 8 for _ in "ab"]
        audits = [audited(*own) for own in all_of_few + little_of_all]
        wrong += any(d.differs for d in differences(dict(enumerate(audits))))
    assert wrong <= 1  # a quarter where the flips' p-values alone are adjusted for 18 tests


def test_who_is_better_goes_by_the_direction() -> None:
    low, high = np.zeros(40), np.ones(40)
    found = differences({0: audited(low, low, low), 1: audited(high, high, high)})
    better = {d.figure: d.better for d in found}
    assert better == {"linkage.top1": 0, "linkage.top10": 0, "lexical.distance": 1}
    assert {d.interval.value for d in found} == {-1.0}


def run_of(records: list[str], facts: dict[str, str], hit: float) -> Any:
    known = [Knowledge(r, r, (facts[r],)) for r in records]
    outcomes = [Outcome({n: Tally(hit) for n in ("linkage.top1", "linkage.top10")})] * len(known)
    arm, attack = Arm(known, outcomes), Linkage()
    made = [
        assemble(f, spec.to_json(attack), arm.tallies(f.name), arm.people) for f in attack.figures
    ]
    return SimpleNamespace(cells=[Cell(attack, arm, None, NOBODY, made, True)], utilities=[])


def test_the_same_targets_alone_are_compared() -> None:
    facts = {r: f"fact {r}" for r in "abcdefgh"}
    others = {**facts, "d": "something else is known"}
    first, second = run_of(list("abcdef"), facts, 1.0), run_of(list("hgfedcb"), others, 0.0)
    for difference in differences({0: first, 4: second}):
        assert (difference.first, difference.second) == (0, 4)
        assert difference.interval.n == 4  # b, c, e, f
        assert difference.paired


def test_a_target_of_which_other_claims_are_left_to_be_learned_is_another_one() -> None:
    first, second = (run_of(list("abcd"), {r: r for r in "abcd"}, hit) for hit in (1.0, 0.0))
    (cell,) = second.cells
    known = [
        replace(k, used=frozenset({0} if k.record == "a" else ())) for k in cell.targets.knowledge
    ]
    second.cells = [replace(cell, targets=Arm(known, cell.targets.outcomes))]
    assert [d.interval.n for d in differences({0: first, 1: second})] == [3, 3]


def test_a_target_that_counts_in_one_release_alone_is_not_compared() -> None:
    """Of a person without claims of a class, or whose claims were not judged, nothing is known."""
    records = [str(i) for i in range(40)]
    nobody = [Tally(0, 0)] * 10
    audits: Any = {}
    for place, own in enumerate(([Tally(1)] * 30 + nobody, nobody + [Tally(1)] * 30)):
        values = {f"linkage.{name}": own for name in ("top1", "top10")}
        audits[place] = SimpleNamespace(cells=[ran(Linkage(), values, records)], utilities=[])
    for found in differences(audits):
        assert (found.interval.value, found.interval.n, found.better) == (0.0, 20, None)


def test_releases_without_a_target_in_common_are_as_of_other_people() -> None:
    facts = {r: f"fact {r}" for r in "abcdef"}
    first, second = run_of(list("abc"), facts, 1.0), run_of(list("def"), facts, 0.0)
    for difference in differences({0: first, 1: second}):
        assert not difference.paired
        assert difference.interval.method == "square-and-add, not paired"


def test_a_contrast_of_two_groups_is_not_tested() -> None:
    records, attack = [str(i) for i in range(40)], Membership()
    audits: Any = {}
    for place, far in enumerate((0.0, 1.0)):
        scores = [Tally(far + i % 2) for i in range(40)]
        cell = ran(attack, {figure.name: scores for figure in attack.figures}, records)
        audits[place] = SimpleNamespace(cells=[cell], utilities=[])
    assert [d.paired for d in differences(audits)] == [False] * len(attack.figures)


def test_attacks_that_failed_are_not_compared() -> None:
    first, second = (run_of(list("abcdef"), {r: r for r in "abcdef"}, hit) for hit in (1.0, 0.0))
    failed = Cell(Linkage(), NOBODY, None, NOBODY, (), False, "ValueError in x.py")
    assert differences({0: first, 1: SimpleNamespace(cells=[failed], utilities=[])}) == []
    assert len(differences({0: first, 1: second})) == 2


def test_utilities_are_not_tested() -> None:
    made = [
        assemble(Linkage().figures[0], {"name": "kept"}, [Tally(v)] * 50, list(map(str, range(50))))
        for v in (0.9, 0.2)
    ]
    audits = {i: SimpleNamespace(cells=[], utilities=[e]) for i, e in enumerate(made)}
    (found,) = differences(audits)
    assert (found.paired, found.p_value, found.adjusted, found.better) == (False, None, None, None)
    assert found.interval.value == pytest.approx(0.7)
    assert found.interval.low is not None
    assert found.interval.low > 0


def test_figures_without_targets_are_subtracted_and_not_tested() -> None:
    def kept(value: float | None, name: str = "utility.x") -> Any:
        ends = (None, None) if value is None else (value - 0.1, value + 0.1)
        made = Estimate(name, value, *ends, 9, "higher_is_better", "", None, None, None, {})
        return SimpleNamespace(cells=[], utilities=[made])

    (found,) = differences({0: kept(0.7), 2: kept(0.4)})
    assert (found.first, found.second, found.figure) == (0, 2, "utility.x")
    assert found.interval.value == pytest.approx(0.3)
    assert found.interval.low == pytest.approx(0.3 - math.hypot(0.1, 0.1))
    assert found.interval.high == pytest.approx(0.3 + math.hypot(0.1, 0.1))
    assert (found.interval.n, found.interval.method) == (9, "square-and-add, not paired")
    assert not found.paired
    assert not found.differs
    assert found.better is found.p_value is found.adjusted is None
    (nothing,) = differences({0: kept(0.7), 1: kept(None)})
    assert nothing.interval.value is None
    assert differences({0: kept(0.7), 1: kept(0.7, "utility.y")}) == []


@pytest.mark.parametrize(
    ("first", "second", "interval"),
    [
        ((0.8, 0.7, 0.9, 20), (0.5, 0.4, 0.6, 30), (0.3, 0.3 - 2**0.5 / 10, 0.3 + 2**0.5 / 10, 20)),
        ((0.5, 0.4, 0.6, 30), (0.5, 0.4, 0.6, 20), (0.0, -(2**0.5) / 10, 2**0.5 / 10, 20)),
        ((0.0, 0.0, 0.2, 20), (0.0, 0.0, 0.1, 30), (0.0, -0.1, 0.2, 20)),
        ((0.8, None, None, 20), (0.5, 0.4, 0.6, 30), (0.3, None, None, 20)),
        ((None, None, None, 0), (0.5, 0.4, 0.6, 30), (None, None, None, 0)),
    ],
)
def test_utilities_are_compared_by_their_intervals_and_never_tested(
    first: Any, second: Any, interval: Any
) -> None:
    audits: Any = {
        i: SimpleNamespace(cells=[], utilities=[made])
        for i, made in enumerate(
            Estimate("utility.kept", *ends, "higher_is_better", "", None, None, None, {})
            for ends in (first, second)
        )
    }
    (found,) = differences(audits)
    made = found.interval
    assert [made.value, made.low, made.high] == [
        None if end is None else pytest.approx(end) for end in interval[:3]
    ]
    assert made.n == interval[3]
    assert (found.paired, found.adjusted, found.differs) == (False, None, False)
    assert not found.lower_is_better


def test_of_many_releases_the_one_that_leaks_everything_still_differs() -> None:
    all_, none = np.ones(40), np.zeros(40)
    audits = {0: audited(all_, all_, none)}
    audits |= {place: audited(none, none, none + 1) for place in range(1, 28)}
    found = differences(audits)
    assert sum(d.p_value is not None for d in found) == 3 * 28 * 27 / 2
    assert all(d.differs == (d.first == 0) for d in found)


@pytest.mark.parametrize(
    ("adjusted", "low", "high", "differs"),
    [
        (0.05, 0.1, 0.3, True), (0.05, -0.3, -0.1, True), (0.051, 0.1, 0.3, False),
        (0.001, -0.01, 0.3, False), (0.001, 0.0, 0.3, False), (0.001, -0.3, 0.0, False),
        (0.001, None, 0.3, False), (0.001, 0.1, None, False), (None, 0.1, 0.3, False),
    ],
)  # fmt: skip
def test_a_difference_is_beyond_chance_and_its_interval_leaves_out_0(
    adjusted: float | None, low: float | None, high: float | None, differs: bool
) -> None:
    interval = Interval(0.2, low, high, 40, "test", 40)
    assert Difference("x", {}, 0, 1, interval, True, 0.001, adjusted, True).differs is differs


def test_the_machine_form_names_the_better_release() -> None:
    for low, high, lower_is_better, better in (
        (0.1, 0.3, True, "b"), (0.1, 0.3, False, "a"), (-0.3, -0.1, True, "a"),
        (-0.1, 0.3, True, None),
    ):  # fmt: skip
        interval = Interval((low + high) / 2, low, high, 40, "test", 40)
        made = Difference("x", {}, 0, 1, interval, True, 0.001, 0.01, lower_is_better)
        assert made.to_json(["a", "b"])["better"] == better
