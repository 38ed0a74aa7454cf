"""Linkage, inference and the lexical baseline: what they know, link and count, worked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from seethrough.atomizers.sentence import Sentence
from seethrough.attacks.inference import Inference
from seethrough.attacks.lexical import Lexical
from seethrough.attacks.linkage import Linkage
from seethrough.evidence.linked import RankedRecord
from seethrough.knowledge.first import First
from seethrough.protocols import Generator, Guess, Knowledge, Linker, Links
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.seeding import generator

IDS = list("abcdefghijkl")
PRIVATE = Corpus.from_texts([f"{i} is a baker. {i} sings. {i} has asthma." for i in IDS], IDS)
ATTACKS = [Linkage, Inference, Lexical]


@dataclass(frozen=True)
class Drawn(Linker):
    """Ranks records in an order that it draws."""

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        order = rng.permutation(len(documents))[:depth]
        rows = np.tile(order, (len(queries), 1))
        return Links(rows, np.tile(np.arange(depth, 0, -1.0), (len(queries), 1)))


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_adversary_knows_what_its_source_chose(attack: type[Linkage]) -> None:
    made = attack(knowledge=First(2), atomizer=Sentence())
    known = made.learn(PRIVATE, generator(0))
    assert [(k.person, k.record) for k in known] == [(i, i) for i in IDS]
    assert known[2].facts == ("c is a baker.", "c sings.")
    assert made.facts_known() == 2


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_guess_is_the_linker_s_ten_best(attack: type[Linkage]) -> None:
    known = [Knowledge(i, i, (f"{i} sings.",)) for i in ("a", "b")]
    release = TextRelease(PRIVATE.with_texts(PRIVATE.texts))
    guesses = attack(linker=Drawn()).guess(release, known, generator(5))
    best = generator(5).permutation(12)[:10]
    for guess, own in zip(guesses, known, strict=True):
        assert guess.knowledge == own
        assert guess.records == tuple(IDS[i] for i in best)
        assert guess.scores == tuple(range(10, 0, -1))
        assert guess.text == PRIVATE.texts[best[0]]
        assert guess.aligned


def test_the_rank_of_the_target_counts() -> None:
    # First, second, tenth, eleventh, not at all, and nothing linked.
    ranked = [IDS, ["b", *IDS], [*IDS[1:10], "a"], [*IDS[1:11], "a"], IDS[1:], []]
    known = Knowledge("a", "a", ("a sings.",))
    guesses = [Guess(known, tuple(row), text="read") for row in ranked]
    outcomes = Linkage().score(guesses, PRIVATE)
    assert [o.tallies["linkage.top1"] for o in outcomes] == [(n, 1) for n in (1, 0, 0, 0, 0, 0)]
    assert [o.tallies["linkage.top10"] for o in outcomes] == [(n, 1) for n in (1, 1, 1, 0, 0, 0)]
    assert outcomes[1].evidence == RankedRecord(("a sings.",), "b", "read", 2)
    assert outcomes[5].evidence == RankedRecord(("a sings.",), None, "read", None)


def test_another_record_of_the_same_person_is_the_target_too() -> None:
    private = Corpus.from_texts(["one", "two", "three"], ["r", "s", "t"], ["p", "q", "p"])
    guess = Guess(Knowledge("p", "r", ("x",)), ("s", "t", "r"))
    (outcome,) = Linkage().score([guess], private)
    assert isinstance(outcome.evidence, RankedRecord)
    assert outcome.evidence.rank == 2


def test_the_lexical_distance_is_what_is_missing_of_the_original_wording() -> None:
    private = Corpus.from_texts(["one two three four", "five six"], ["a", "b"])
    texts = ["four one three four x", "nothing of it"]  # one, three, four of four words; none
    guesses = [Guess(Knowledge(i, i, ("x",)), text=t) for i, t in zip("ab", texts, strict=True)]
    outcomes = Lexical().score(guesses, private)
    assert [o.tallies["lexical.distance"].value for o in outcomes] == [0.25, 1.0]


def test_the_curve_knows_one_to_eight_facts() -> None:
    curve = Linkage(knowledge=First(3)).curve()
    assert {k: a.facts_known() for k, a in curve.items()} == {k: k for k in range(1, 9)}


@dataclass(frozen=True)
class Same(Linker):
    """Ranks records with the text that is known first, each group in an order that it draws."""

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        drawn = [rng.permutation(len(documents)) for _ in queries]
        rows = [
            sorted(row, key=lambda i: documents[i] != query)[:depth]
            for query, row in zip(queries, drawn, strict=True)
        ]
        return Links(np.array(rows), np.tile(np.arange(depth, 0, -1.0), (len(queries), 1)))


@pytest.mark.parametrize(("size", "low", "high"), [(60, 0.03, 0.06), (10, 1, 1), (2, 1, 1)])
def test_ten_guesses_among_more_than_ten_equal_records_are_luck(
    size: int, low: float, high: float
) -> None:
    ids = [f"r{i}" for i in range(300)]
    private = Corpus.from_texts([f"subject {i // size}" for i in range(300)], ids)
    known = [Knowledge(i, i, (text,)) for i, text in zip(ids, private.texts, strict=True)]
    attack = Linkage(linker=Same())
    guesses = attack.guess(TextRelease(private), known, generator(1))
    found = [o.tallies["linkage.top10"].value for o in attack.score(guesses, private)]
    assert low <= np.mean(found) <= high  # ten of 300 by chance, and the first guesses: 1 of 60


def test_equal_records_of_one_person_are_no_luck() -> None:
    ids = [f"r{i}" for i in range(60)]
    persons = ["one"] * 20 + ids[20:]
    private = Corpus.from_texts(["alike"] * 20 + [f"subject {i}" for i in ids[20:]], ids, persons)
    known = [Knowledge("one", "r3", ("alike",))]
    guesses = Linkage(linker=Same()).guess(TextRelease(private), known, generator(1))
    assert guesses[0].worth == (1.0,) * 10


@pytest.mark.parametrize(("rank", "hit"), [(1, 1.0), (2, 0.2), (11, 0.0)])
def test_a_first_guess_is_a_whole_hit_whoever_else_has_that_text(rank: int, hit: float) -> None:
    private = Corpus.from_texts([f"subject {i}" for i in range(12)], [f"r{i}" for i in range(12)])
    known = Knowledge(f"r{rank - 1}", f"r{rank - 1}", ("alike",))
    guess = Guess(known, tuple(private.ids[:10]), worth=(0.2,) * 10)
    (outcome,) = Linkage().score([guess], private)
    assert outcome.tallies["linkage.top10"].value == hit
