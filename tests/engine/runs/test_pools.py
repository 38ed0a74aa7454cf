"""The curve over the size of the candidate pool: by hand, and against pools that are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import comb

import numpy as np
import pytest

from seethrough.atomizers.sentence import Sentence
from seethrough.attacks.lexical import Lexical
from seethrough.attacks.linkage import Linkage
from seethrough.engine.audit import audit
from seethrough.engine.content_key import content_key
from seethrough.engine.runs import linking
from seethrough.engine.runs.attacks import Setting
from seethrough.engine.runs.pools import by_pool, chances, first_of, sizes_to
from seethrough.estimates.estimate import share
from seethrough.knowledge.first import First
from seethrough.linkers._ranking import rank
from seethrough.linkers.bm25 import BM25
from seethrough.protocols import Generator, Linker, Links, Place, Tally
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.report.machine import to_json
from seethrough.statistics.seeding import generator
from seethrough.storage.store import MemoryStore

N = 30
IDS = [f"r{i}" for i in range(N)]
TEXTS = [f"Person {i} lives in house {i}. She sings." for i in range(N)]
PERSONS = [f"p{min(i, 27)}" for i in range(N)]  # the last one has three records
PRIVATE = Corpus.from_texts(TEXTS, ids=IDS, persons=PERSONS)


@dataclass(frozen=True)
class Scored(Linker):
    """Ranks by scores from a table; the row of a query is the number in it."""

    seed: int
    ties: int = field(default=6)

    def table(self) -> np.ndarray:
        made = np.random.default_rng(self.seed).integers(0, self.ties, (N, N)).astype(float)
        made[np.arange(N), np.arange(N)] += 2
        return made

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        rows = [int(query.split()[1]) for query in queries]
        return rank([self.table()[rows][:, : len(documents)]], hidden, depth, rng)


def attack(linker: Linker) -> Linkage:
    return Linkage(linker=linker, knowledge=First(1), atomizer=Sentence())


def curve(linker: Linker, release: Corpus = PRIVATE) -> dict[int, list]:
    setting = Setting(PRIVATE, None, 0, MemoryStore())
    return by_pool(attack(linker), TextRelease(release), "a", setting)


def chance(better: int, others: int, drawn: int) -> float:
    return float(first_of(*(np.array([n]) for n in (better, others, drawn)))[0])


def test_the_best_of_a_pool_by_hand() -> None:
    assert chance(0, 9, 4) == 1.0  # nobody is better
    assert chance(9, 9, 0) == 1.0  # nobody else is there
    assert chance(1, 4, 1) == pytest.approx(3 / 4)  # the better one of four is not drawn
    assert chance(2, 4, 2) == pytest.approx(1 / 6)  # both of the two worse ones are drawn
    assert chance(1, 9, 9) == 0.0  # all are drawn, the better one, too
    assert chance(3, 4, 2) == 0.0  # one worse one is left for two places


def test_all_pools_of_a_few() -> None:
    others = range(7)
    for better in range(8):
        for drawn in range(8):
            pools = list(combinations(others, drawn))
            first = sum(all(one >= better for one in pool) for pool in pools)
            assert chance(better, 7, drawn) == pytest.approx(first / len(pools), abs=1e-12)


def test_large_numbers_are_exact_enough() -> None:
    for better, others, drawn in ((1, 999_999, 1), (700, 999_999, 1_000), (3, 10_000, 9_000)):
        exact = comb(others - better, drawn) / comb(others, drawn)
        assert chance(better, others, drawn) == pytest.approx(exact, rel=1e-6)


def test_sizes_run_up_to_all() -> None:
    assert sizes_to(1) == []
    assert sizes_to(2) == [2]
    assert sizes_to(20) == [2, 5, 10, 20]
    assert sizes_to(60) == [2, 5, 10, 20, 50, 60]
    assert sizes_to(10_000)[-4:] == [1_000, 2_000, 5_000, 10_000]


def test_worked_by_hand() -> None:
    places = [Place(1, 1, 4), Place(2, 1, 4), Place(4, 1, 4), Place(2, 2, 4), Place(None, 1, 4)]
    found, blind = chances(places, 2)
    assert found == pytest.approx([1, 2 / 3, 0, 1 / 2, 0])
    assert blind == pytest.approx([1 / 2, 1 / 2, 1 / 2, 2 / 3, 1 / 2])
    found, blind = chances(places, 4)  # all; of the fourth there are but two others
    assert found == pytest.approx([1, 0, 0, 0, 0])
    assert blind == pytest.approx([1 / 4, 1 / 4, 1 / 4, 1 / 2, 1 / 4])
    found, blind = chances(places, 1)
    assert found == pytest.approx([1, 1, 1, 1, 0])
    assert blind == pytest.approx([1, 1, 1, 1, 1])


def test_the_curve_is_what_pools_that_are_drawn_give() -> None:
    """Ties among a pool fall at random, as they do among all."""
    linker, draws = Scored(1), 150
    known = attack(linker).learn(PRIVATE, generator(0))
    own = {p: [i for i in range(N) if PERSONS[i] == p] for p in PERSONS}
    table, rng = linker.table(), np.random.default_rng(5)
    places = [
        linking.places_of(TextRelease(PRIVATE), known, PRIVATE, linker, generator(seed))
        for seed in range(60)
    ]
    for size in (2, 5, 20):
        hits = np.zeros(N)
        for i in range(N):
            mine = own[PERSONS[i]]
            rest = [j for j in range(N) if j not in mine]
            for _ in range(draws):
                pool = [*mine, *rng.choice(rest, min(size - 1, len(rest)), replace=False)]
                scores = table[i, pool]
                best = rng.choice(np.flatnonzero(scores == scores.max()))
                hits[i] += pool[best] in mine
        expected = np.mean([chances(drawn, size)[0] for drawn in places])
        # Of 4,500 pools, half of which find the record: a standard error of at most 0.0075.
        assert expected == pytest.approx(hits.mean() / draws, abs=0.03)


def test_all_candidates_are_the_figure_itself() -> None:
    release = Corpus.from_texts([t.replace("house", "a") for t in TEXTS], ids=IDS, persons=PERSONS)
    result = audit(PRIVATE, TextRelease(release), attacks=[attack(BM25())])
    steps = list(result.pools)
    assert steps == [2, 5, 10, 20, 30]
    (last,) = result.pools[30]
    assert last.name == "linkage.top1"
    assert (last.value, last.low, last.high) == tuple(
        getattr(result["linkage.top1"], part) for part in ("value", "low", "high")
    )
    assert (last.n, last.people) == (30, 28)
    assert last.control is None
    # Chance: 27 people with one record of 30, one with three of them for three targets.
    assert last.baseline.value == pytest.approx((27 / 30 + 3 * 3 / 30) / 30)


def test_fewer_candidates_are_easier_and_intervals_hold_the_value() -> None:
    steps = curve(Scored(2))
    values = [e.value for (e,) in steps.values()]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]
    for (estimate,) in steps.values():
        assert 0 <= estimate.low < estimate.value < estimate.high <= 1
        assert estimate.baseline.value < estimate.value


def test_people_count_once_in_the_interval() -> None:
    """Ten records of each of three people are worth less than thirty people's."""
    same = Corpus.from_texts(TEXTS, ids=IDS, persons=[f"p{i // 10}" for i in range(N)])
    places = [Place(1 + i // 10 * 5, 1, N) for i in range(N)]
    setting = Setting(same, None, 0, MemoryStore())
    linking_attack = attack(Scored(2))
    key = f"cells/a/linkage-{content_key(linking_attack)}/places"
    setting.store.put(key, [list(place) for place in places])
    (wide,) = by_pool(linking_attack, TextRelease(same), "a", setting)[5]
    assert (wide.people, wide.n) == (3, 30)
    one = Corpus.from_texts(TEXTS, ids=IDS)
    (narrow,) = by_pool(linking_attack, TextRelease(one), "a", replace(setting, private=one))[5]
    assert narrow.people == 30
    assert narrow.value == pytest.approx(wide.value)
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)


def test_the_interval_covers_where_nothing_is_found() -> None:
    """Ranks at random among 200: the truth for 50 candidates is 1 in 50."""
    rng, covered = np.random.default_rng(0), 0
    people = [f"p{i}" for i in range(10)]
    for _ in range(200):
        places = [Place(int(r), 1, 200) for r in rng.integers(1, 201, 10)]
        tallies = [Tally(float(chance)) for chance in chances(places, 50)[0]]
        found = share(tallies, people, most=len(tallies))
        covered += found.low <= 1 / 50 <= found.high
    assert covered >= 185


def test_an_emptied_release_is_chance() -> None:
    values = [
        by_pool(
            attack(BM25()),
            TextRelease(PRIVATE.with_texts([""] * N)),
            "a",
            Setting(PRIVATE, None, seed, MemoryStore()),
        )
        for seed in range(40)
    ]
    for size in values[0]:
        mean = np.mean([steps[size][0].value for steps in values])
        assert mean == pytest.approx(values[0][size][0].baseline.value, abs=0.04)


def test_an_emptied_record_is_lost_among_the_others() -> None:
    texts = ["" if i == 3 else t for i, t in enumerate(TEXTS)]
    known = attack(BM25()).learn(PRIVATE, generator(0))
    release = TextRelease(PRIVATE.with_texts(texts))
    places = linking.places_of(release, known, PRIVATE, BM25(), generator(0))
    assert places[4] == Place(1, 1, N)
    assert places[3].rank > 1
    assert places[27:] == [Place(1, 3, N)] * 3


def test_a_record_that_is_not_released_is_no_target() -> None:
    kept = [i for i in range(N) if i != 3]
    release = Corpus.from_texts([TEXTS[i] for i in kept], ids=[IDS[i] for i in kept])
    steps = curve(BM25(), release)
    assert list(steps)[-1] == 29
    assert steps[29][0].n == 29


def test_a_large_release_is_linked_some_targets_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = curve(Scored(3, ties=10**6))
    monkeypatch.setattr(linking, "_CELLS", 4 * N)
    assert curve(Scored(3, ties=10**6)) == whole


def test_an_attack_without_such_a_figure_has_no_such_curve() -> None:
    setting = Setting(PRIVATE, None, 0, MemoryStore())
    assert by_pool(Lexical(), TextRelease(PRIVATE), "a", setting) == {}


def test_places_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting(PRIVATE, None, 0, MemoryStore())
    first = by_pool(attack(Scored(2)), TextRelease(PRIVATE), "a", setting)
    monkeypatch.setattr(Scored, "link", None)  # linking again would fail
    assert by_pool(attack(Scored(2)), TextRelease(PRIVATE), "a", setting) == first


def test_the_machine_form_has_the_curve_and_the_same_seed_the_same_bytes() -> None:
    found = [audit(PRIVATE, TextRelease(PRIVATE), attacks=[attack(BM25())]) for _ in range(2)]
    first, second = (to_json(result)["pools"] for result in found)
    assert first == second
    assert [step["candidates"] for step in first] == [2, 5, 10, 20, 30]
    assert first[0]["estimates"][0]["baseline"]["method"] == "exact"
