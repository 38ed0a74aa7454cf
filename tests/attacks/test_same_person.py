"""Records of one person gathered: by hand, in the engine, on releases that keep and that hide."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from seethrough.attacks.same_person import SamePerson
from seethrough.engine.adversary import read_as_adversary
from seethrough.engine.audit import audit
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.engine.sanitize import sanitize
from seethrough.linkers.bm25 import BM25
from seethrough.linkers.lines import Lines
from seethrough.linkers.pseudonyms import Pseudonyms
from seethrough.linkers.strongest import Strongest
from seethrough.protocols import Guess, Knowledge
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.storage.store import MemoryStore

ATTACK = SamePerson(BM25())


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def crowd(people: int, each: int = 3) -> Corpus:
    """People with records of their own words, a word of which is in all of a person's."""
    texts = [f"own{p} word{p}x{r} said it" for p in range(people) for r in range(each)]
    persons = [f"p{p}" for p in range(people) for _ in range(each)]
    return Corpus.from_texts(texts, persons=persons)


def test_only_people_with_several_records_are_targets() -> None:
    private = Corpus.from_texts(
        ["one", "two", "three", "", "five"], persons=["a", "b", "a", "a", "c"]
    )
    found = ATTACK.learn(private, rng())
    assert [(k.person, k.record, k.facts) for k in found] == [
        ("a", private.ids[0], ("one",)),
        ("a", private.ids[2], ("three",)),
    ]


def test_the_known_record_is_never_a_guess() -> None:
    private = crowd(4)
    known = ATTACK.learn(private, rng())
    guesses = ATTACK.guess(TextRelease(private), known, rng())
    for knowledge, guess in zip(known, guesses, strict=True):
        assert guess.knowledge == knowledge
        assert knowledge.record not in guess.records
        first_two = {private.persons[private.position[id_]] for id_ in guess.records[:2]}
        assert first_two == {knowledge.person}


def test_the_shares_by_hand() -> None:
    private = Corpus.from_texts(list("abcdef"), persons=["x", "x", "x", "y", "y", "z"])
    x0, x1, x2, y0, _, z0 = private.ids
    guesses = [
        Guess(Knowledge("x", x0, ("a",)), (y0, x1, x2), text="2"),  # the second is right
        Guess(Knowledge("x", x1, ("b",)), (x2, z0, x0), text="2"),  # the first is right
        Guess(Knowledge("y", y0, ("d",)), ("unknown", z0), text="1"),  # an id of nobody
        Guess(Knowledge("x", x2, ("c",)), (), text="2"),
    ]
    found = [outcome.tallies for outcome in ATTACK.score(guesses, private)]
    assert [t["same_person.top1"].value for t in found] == [0, 1, 0, 0]
    assert [t["same_person.gathered"] for t in found] == [(1, 2), (1, 2), (0, 1), (0, 2)]


def test_of_more_records_than_guesses_ten_can_be_gathered() -> None:
    private = crowd(2, each=13)
    known = ATTACK.learn(private, rng())
    outcomes = ATTACK.score(ATTACK.guess(TextRelease(private), known, rng()), private)
    assert all(o.tallies["same_person.gathered"] == (10, 10) for o in outcomes)


def test_records_that_were_not_released_are_none_to_miss() -> None:
    private = crowd(30, each=2)
    whole = run(private, TextRelease(private))
    kept = private.take([i for i in range(60) if i % 2 == 0 or i < 30])
    half = run(private, TextRelease(kept))
    for name in ("same_person.top1", "same_person.gathered"):
        assert whole[name].value == half[name].value == 1
        assert (whole[name].n, half[name].n) == (60, 30)


def run(private: Corpus, release: Any, attack: SamePerson = ATTACK) -> Any:
    found = run_attack(attack, release, "r", Setting(private, None, 0, MemoryStore()))
    return {estimate.name: estimate for estimate in found.estimates}


def test_what_records_share_gathers_them_and_its_removal_does_not() -> None:
    private = crowd(40)
    shared = run(private, TextRelease(private))
    assert shared["same_person.top1"].value == shared["same_person.gathered"].value == 1
    assert shared["same_person.top1"].control.value == 0
    assert shared["same_person.top1"].leaks
    hidden = [text.split(maxsplit=1)[1] for text in private.texts]
    apart = run(private, TextRelease(private.with_texts(hidden, "apart")))
    assert apart["same_person.top1"].value < 0.1
    assert not apart["same_person.top1"].leaks


def pseudonyms(people: int, each: int = 3) -> list[str]:
    return [f"X{1009 + 37 * p}" for p in range(people) for _ in range(each)]


def test_a_pseudonym_in_all_records_of_a_person_gathers_them() -> None:
    private = crowd(40)
    released = [f"Patient {name} came" for name in pseudonyms(40)]
    told = run(private, TextRelease(private.with_texts(released, "told")))
    assert told["same_person.top1"].value == told["same_person.gathered"].value == 1
    assert told["same_person.top1"].control.value == 0
    assert told["same_person.top1"].leaks


def test_a_released_person_column_gathers_their_records() -> None:
    private = crowd(40)
    plain = Corpus.from_texts(["came"] * 120, private.ids, pseudonyms(40))
    told = run(private, TextRelease(plain))
    assert told["same_person.top1"].value == told["same_person.gathered"].value == 1
    assert told["same_person.top1"].leaks
    apart = run(private, TextRelease(plain.with_texts(plain.texts)))
    assert not apart["same_person.top1"].leaks


@pytest.mark.parametrize("where", ["person", "column", "ids"])
def test_long_texts_of_strangers_hide_no_pseudonym(where: str) -> None:
    private, rng = crowd(40), np.random.default_rng(0)
    texts = [" ".join(f"word{n}" for n in rng.integers(0, 900, 80)) for _ in private.texts]
    names = pseudonyms(40)
    if where == "ids":
        ids = [f"{name}-{i % 3}" for i, name in enumerate(names)]
        private = Corpus.from_texts(private.texts, ids, private.persons)
    told = Corpus.from_texts(
        texts,
        private.ids,
        names if where == "person" else None,
        [{"account": name} for name in names] if where == "column" else None,
    )
    attack = SamePerson(Strongest((Lines(), BM25()), BM25()))
    view = read_as_adversary(TextRelease(told), private)
    assert run(private, view.release, attack)["same_person.top1"].value == 1
    private = Corpus.from_texts(private.texts, persons=private.persons)
    apart = run(private, TextRelease(private.with_texts(texts)), attack)
    assert not apart["same_person.top1"].leaks


def test_a_pseudonym_within_long_texts_of_strangers_gathers_records() -> None:
    private, rng = crowd(40), np.random.default_rng(0)
    attack = SamePerson(Strongest((Lines(), Pseudonyms(), BM25()), BM25()))
    words = [
        "".join(f"{'Kk'[n % 9 > 0]}a{'bdfglmprst'[int(d)]}o" for d in str(n)) for n in range(900)
    ]
    plain = [rng.choice(words, 150).tolist() for _ in private.texts]
    told = [
        " ".join([*words[:70], "Participant", name, *words[70:]])
        for words, name in zip(plain, pseudonyms(40), strict=True)
    ]
    found = run(private, TextRelease(private.with_texts(told)), attack)["same_person.top1"]
    assert found.value is not None
    assert found.value > 0.9
    assert found.control.value == 0
    apart = run(private, TextRelease(private.with_texts([*map(" ".join, plain)])), attack)
    assert not apart["same_person.top1"].leaks


def test_a_pseudonym_that_begins_each_text_gathers_records() -> None:
    private, rng = crowd(40), np.random.default_rng(0)
    cars, names = ["a Fiat.", "a Volvo.", "a Skoda."], pseudonyms(40)
    told = [f"{name}: drives {rng.choice(cars)}" for name in names]
    found = run(private, TextRelease(private.with_texts(told)), SamePerson(Pseudonyms()))
    assert found["same_person.top1"].value == found["same_person.gathered"].value == 1


def test_a_guess_at_random_finds_as_many_as_there_are() -> None:
    """Of 119 other records two are the person's own: 2 of 119 first guesses are right."""
    private = crowd(40)
    empty = sanitize(private, "erase", seed=0)
    found = run(private, empty)["same_person.top1"]
    assert found.value == pytest.approx(2 / 119, abs=0.03)
    assert not found.leaks


def test_without_several_records_of_anybody_nothing_is_measured() -> None:
    private = Corpus.from_texts([f"own{i} words" for i in range(25)])
    result = audit(private, private, attacks=["same_person"])
    assert result["same_person.top1"].value is None
    assert result.verdict.word != "pass"
