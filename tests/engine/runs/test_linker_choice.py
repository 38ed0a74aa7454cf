"""The choice of the strongest linker: by other people, joint linkers whole, nothing flattered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from seethrough import spec
from seethrough.atomizers.sentence import Sentence
from seethrough.attacks.inference import Inference
from seethrough.attacks.linkage import Linkage
from seethrough.engine.audit import audit
from seethrough.engine.runs import linker_choice
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.engine.runs.linker_choice import choose, cross_fit, with_one_linker
from seethrough.judges.rouge import Rouge
from seethrough.knowledge.first import First
from seethrough.linkers._ranking import rank
from seethrough.linkers.strongest import Strongest
from seethrough.protocols import Linker, Links
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.report.machine import to_json
from seethrough.statistics.intervals import wilson
from seethrough.statistics.seeding import generator
from seethrough.storage.store import MemoryStore


@dataclass(frozen=True)
class Knows(Linker):
    """Finds the record whose first word is the query's, for the queries whose number it knows.

    Attributes:
        up_to: It knows the numbers below this one.
        start: It knows the numbers from this one on.
    """

    up_to: int = 0
    start: int = 0

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: np.random.Generator,
    ) -> Links:
        scores = rng.random((len(queries), len(documents)))
        for row, query in enumerate(queries):
            name = query.split()[0]
            if self.start <= int(name[1:]) < self.up_to:
                scores[row] += [name in d.split()[:1] for d in documents]
        return rank([scores], hidden, depth, rng)


@dataclass(frozen=True)
class Whole(Linker):
    """Finds everybody, if it is asked about all of them at once.

    Attributes:
        people: How many there are.
    """

    people: int

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: np.random.Generator,
    ) -> Links:
        known = 10**6 if len(queries) == self.people else 0
        return Knows(known).link(queries, documents, hidden, depth, rng)


def people(n: int) -> Corpus:
    return Corpus.from_texts(
        [f"n{i} was here. n{i} likes number {i}." for i in range(n)],
        ids=[f"r{i}" for i in range(n)],
        name="private",
    )


def attack(*linkers: Any) -> Linkage:
    return Linkage(Strongest(linkers=linkers), First(1), Sentence())


def cell(linkage: Any, n: int, seed: int = 0) -> Any:
    return run_attack(
        linkage, TextRelease(people(n)), "r", Setting(people(n), None, seed, MemoryStore())
    )


def halves(names: Sequence[str], seed: int) -> np.ndarray[Any, Any]:
    """Return which names are in the second half."""
    order = generator(seed, "linkers").permutation(len(names))
    second = np.zeros(len(names), dtype=bool)
    second[order[len(names) // 2 :]] = True
    return second[np.argsort(np.argsort(names))]


def test_each_half_gets_the_linker_that_is_best_on_the_other() -> None:
    names = [f"p{i:02}" for i in range(20)]
    second = halves(names, 3)
    finds_second = second.astype(float)
    reciprocal = np.array([finds_second, 1 - finds_second, np.zeros(20)])
    chosen = cross_fit(reciprocal, names, 3)
    assert chosen[~second].tolist() == [0] * 10  # judged by the second half, where 0 finds all
    assert chosen[second].tolist() == [1] * 10
    found = reciprocal[chosen, np.arange(20)].mean()
    assert found == 0  # where the best on the targets themselves would have found half of them


def test_a_target_has_no_say_in_its_own_linker() -> None:
    rng = np.random.default_rng(0)
    names = [f"p{i // 2}" for i in range(40)]
    reciprocal = (rng.random((3, 40)) < [[0.6], [0.5], [0.2]]).astype(float)
    chosen = cross_fit(reciprocal, names, 1)
    for row in range(40):
        changed = reciprocal.copy()
        changed[:, row] = 1 - changed[:, row]
        assert cross_fit(changed, names, 1)[row] == chosen[row]
        assert chosen[row] == chosen[row ^ 1]  # the other record of the same person


def test_the_last_linker_gives_way_only_to_one_that_is_clearly_better() -> None:
    names = [f"p{i:02}" for i in range(40)]
    last = np.zeros(40)
    for ahead, taken in ((1, 1), (2, 1), (3, 0), (10, 0)):
        better = np.zeros(40)
        for half in (halves(names, 0), ~halves(names, 0)):
            better[np.flatnonzero(half)[:ahead]] = 1
        assert set(cross_fit(np.array([better, last]), names, 0).tolist()) == {taken}


def test_among_equals_the_better_ranks_then_the_first_decide() -> None:
    names = [f"p{i:02}" for i in range(40)]
    hits = np.array([1.0, 0.0] * 20)
    near = np.where(hits == 1, 1.0, 0.5)
    nobody = np.zeros(40)
    assert set(cross_fit(np.array([hits, near, nobody]), names, 0).tolist()) == {1}
    assert set(cross_fit(np.array([near, near, nobody]), names, 0).tolist()) == {0}


def test_the_order_of_the_targets_changes_nothing() -> None:
    rng = np.random.default_rng(5)
    names = [f"p{i % 23}" for i in range(60)]
    reciprocal = (rng.random((3, 60)) < [[0.8], [0.3], [0.4]]).astype(float)
    order = rng.permutation(60)
    shuffled = cross_fit(reciprocal[:, order], [names[i] for i in order], 2)
    assert shuffled.tolist() == cross_fit(reciprocal, names, 2)[order].tolist()


@pytest.mark.parametrize("n", [12, 60, 300])
def test_linkers_at_chance_stay_at_chance_and_a_strong_one_is_found(n: int) -> None:
    rng = np.random.default_rng(n)
    names = [f"p{i}" for i in range(n)]
    draws = 3000 if n < 100 else 600
    for rates, expected in (((0.2, 0.2, 0.2), 0.2), ((0.9, 0.1, 0.1), 0.9), ((0.1, 0.1, 0.9), 0.9)):
        reported, naive = [], []
        for seed in range(draws):
            hits = (rng.random((3, n)) < np.array(rates)[:, None]).astype(float)
            reported.append(hits[cross_fit(hits, names, seed), np.arange(n)].mean())
            naive.append(hits.mean(axis=1).max())
        error = 4 * np.std(reported) / np.sqrt(draws)
        if expected == 0.2:
            assert np.mean(reported) == pytest.approx(0.2, abs=error)
            assert np.mean(naive) > 0.2 + 2 * error
        elif n >= 60:
            assert np.mean(reported) == pytest.approx(expected, abs=0.01)
        else:
            assert np.mean(reported) > 0.6


@pytest.mark.parametrize(("n", "rate"), [(20, 0.5), (50, 0.5), (200, 0.1), (200, 0.5)])
def test_the_interval_covers_though_the_linker_was_chosen(n: int, rate: float) -> None:
    """The worst case: linkers that find equally many, and not the same."""
    rng = np.random.default_rng(0)
    names = [f"p{i}" for i in range(n)]
    covered = 0
    for seed in range(2000):
        hits = (rng.random((3, n)) < rate).astype(float)
        low, high = wilson(hits[cross_fit(hits, names, seed), np.arange(n)].mean(), n)
        covered += low <= rate <= high
    assert 0.92 <= covered / 2000 <= 0.98


def test_each_target_is_attacked_by_its_own_linker_in_all_arms() -> None:
    result = cell(attack(Knows(30), Knows(8), Knows(0)), 40)
    assert [use.found >= 30 for use in result.linkers] == [True, False, False]
    assert [use.targets for use in result.linkers] == [40, 0, 0]
    assert sum(t.value for t in result.targets.tallies("linkage.top1")) == result.linkers[0].found
    assert [o.evidence.known for o in result.targets.outcomes] == [
        k.facts for k in result.targets.knowledge
    ]
    assert sum(t.value for t in result.control.tallies("linkage.top1")) == 0
    assert [k.record for k in result.control.knowledge] == [
        k.record for k in result.targets.knowledge
    ]


def test_a_linker_that_needs_all_targets_at_once_gets_them() -> None:
    result = cell(attack(Knows(20), Whole(40)), 40)
    assert result.estimates[0].value == 1
    assert [use.targets for use in result.linkers] == [0, 40]


def test_after_a_linker_that_finds_nearly_all_no_other_is_tried() -> None:
    result = cell(attack(Knows(5), Knows(39), Whole(40)), 40)
    assert [spec.to_json(use.linker)["up_to"] for use in result.linkers] == [5, 39]
    assert [use.targets for use in result.linkers] == [0, 40]


def test_of_few_people_the_last_linker_links_all() -> None:
    result = cell(attack(Knows(9), Knows(2)), 9)
    assert [(u.linker, u.targets) for u in result.linkers] == [(Knows(2), 9)]


def test_there_is_no_choice_where_nobody_knows_the_truth_or_a_linker_is_named() -> None:
    setting = Setting(people(20), people(12), 0, MemoryStore())
    strongest = Inference(Rouge(), Strongest(alone=Knows(0)), First(1), Sentence())
    free = TextRelease(people(20), aligned=False)
    assert run_attack(strongest, free, "r", setting).linkers == ()
    named = replace(attack(Knows(3)), linker=Knows(3))
    assert cell(named, 20).linkers == ()
    assert choose(attack(Knows(3)), TextRelease(people(20)), [], people(20), 0) is None


def test_a_curve_and_a_self_test_take_the_linker_chosen_most_often() -> None:
    result = audit(people(40), people(40), attacks=[attack(Knows(30), Knows(8))])
    used = {e.component["linker"]["up_to"] for curve in result.curves.values() for e in curve}
    assert used == {30}
    tested = {t.figure: t.measured.value for t in result.self_tests if t.release == "identity"}
    assert tested["linkage.top1"] == pytest.approx(0.75, abs=0.1)
    uses = result.cells[0].linkers
    assert with_one_linker(attack(), uses).linker == Knows(30)
    assert with_one_linker(attack(), ()) == attack()


def test_the_report_says_which_linkers_were_tried_and_the_same_seed_gives_the_same_bytes() -> None:
    def report(seed: int) -> Any:
        made = [attack(Knows(12), Knows(40, 20), Knows(0))]
        return to_json(audit(people(40), people(40), attacks=made, seed=seed), text=True)

    first = report(1)
    assert json.dumps(first) == json.dumps(report(1))
    uses = first["attacks"][0]["linkers"]
    assert sum(use["targets"] for use in uses) == 40
    assert [use["of"] for use in uses] == [40] * 3
    assert uses[1]["component"]["start"] == 20
    assert linker_choice.FEWEST_PEOPLE == 10
