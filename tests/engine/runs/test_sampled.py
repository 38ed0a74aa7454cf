"""Where only a few records are attacked, a sample of them is read: the same figures, less work."""

from __future__ import annotations

from dataclasses import replace

import pytest

from seethrough import components, spec
from seethrough.atomizers.sentence import Sentence
from seethrough.engine.audit import audit
from seethrough.engine.runs import sampled as module
from seethrough.engine.runs.attacks import Setting, learn, run_attack, sample
from seethrough.engine.runs.sampled import Sampled, sampled
from seethrough.protocols import Attack
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.storage.store import MemoryStore

N = 40
TOWNS = ("Bern", "Kyiv", "Lima", "Oslo", "Pune")
TEXTS = [
    f"Person {i % 31} keeps {i + 3} goats in {TOWNS[i % 5]}. They sold {7 * i + 2} cheeses there."
    for i in range(N)
]
IDS, PEOPLE = [f"r{i}" for i in range(N)], [f"p{i % 31}" for i in range(N)]
PRIVATE = Corpus.from_texts(TEXTS, ids=IDS, persons=PEOPLE)
RELEASE = TextRelease(PRIVATE.with_texts([text.replace("goats", "sheep") for text in TEXTS]))
BY_RECORD = [
    name
    for name in components.names("attacks")
    if spec.parse("attacks", components.example("attacks", name)).record_by_record()
]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LEAST", 8)


def attack(name: str, **fields: object) -> Attack[TextRelease]:
    made = spec.parse("attacks", components.example("attacks", name))
    parts = {"judge": spec.parse("judges", "rouge")} if hasattr(made, "judge") else {}
    made = replace(made, atomizer=Sentence(), linker=spec.parse("linkers", "bm25"), **parts)
    return replace(made, **fields)


def draw(targets: int | None, seed: int) -> Sampled:
    return sampled(PRIVATE, targets, seed, MemoryStore())  # type: ignore[return-value]


def drawn() -> Sampled:
    return draw(5, 1)


def test_the_sample_holds_all_records_of_the_people_in_it() -> None:
    part, own, others = drawn()
    assert len(own) == 10
    assert own.isdisjoint(others)
    assert own | set(others) == set(PRIVATE.ids)
    people = {PRIVATE.persons[PRIVATE.position[id_]] for id_ in own}
    kept = [i for i, person in zip(PRIVATE.ids, PRIVATE.persons, strict=True) if person in people]
    assert list(part.ids) == kept
    assert len(kept) > len(own)  # some of them have a record that was not drawn
    assert draw(5, 1)[1:] == drawn()[1:]
    assert draw(5, 2)[1] != own


def test_every_record_is_as_likely_as_any_other() -> None:
    counts = dict.fromkeys(PRIVATE.ids, 0)
    for seed in range(400):
        for id_ in draw(5, seed).drawn:
            counts[id_] += 1
    assert sum(counts.values()) == 4000
    assert 60 < min(counts.values()) <= max(counts.values()) < 145  # 100 each, 8.7 the deviation


@pytest.mark.parametrize("targets", [None, 20, 21, 40, 100])
def test_all_are_read_where_that_is_not_many_more(targets: int | None) -> None:
    assert draw(targets, 1) is None


def test_which_attacks_can_do_with_a_sample() -> None:
    assert BY_RECORD == ["inference", "lexical", "linkage"]
    some = spec.parse("knowledge", "file:path=facts.jsonl")  # of a few people only
    assert not any(attack(name, knowledge=some).record_by_record() for name in BY_RECORD)
    reworded = spec.parse("knowledge", "paraphrased")
    assert all(attack(name, knowledge=reworded).record_by_record() for name in BY_RECORD)


@pytest.mark.parametrize("name", BY_RECORD)
@pytest.mark.parametrize("source", ["first", "last", "random"])
def test_a_sample_gives_the_figures_that_all_records_give(name: str, source: str) -> None:
    own, found = attack(name, knowledge=spec.parse("knowledge", source)), drawn()
    whole = Setting(PRIVATE, None, 0, MemoryStore(), drawn=found.drawn)
    part = Setting(PRIVATE, None, 0, MemoryStore(), sampled=found)
    known = {k.record: k for k in learn(own, PRIVATE, whole)}
    assert all(known[k.record] == k for k in learn(own, found.corpus, part))
    first, second = (run_attack(own, RELEASE, "r", setting) for setting in (whole, part))
    assert first.targets == second.targets
    assert {k.record for k in second.targets.knowledge} == found.drawn
    assert first.control == second.control
    assert [e.value for e in first.estimates] == [e.value for e in second.estimates]
    assert (first.eligible, second.eligible) == (10, N)


def test_records_that_were_not_read_count_as_those_that_were_drawn() -> None:
    """Of those about which nothing is known nobody could attack any."""
    silent = PRIVATE.with_texts(["" if i % 2 else text for i, text in enumerate(PRIVATE.texts)])
    found = sampled(silent, 5, 1, MemoryStore())
    assert found is not None
    told = sum(bool(silent.texts[silent.position[id_]]) for id_ in found.drawn)
    assert 0 < told < 10
    setting = Setting(silent, None, 0, MemoryStore(), sampled=found)
    run = run_attack(attack("linkage"), TextRelease(silent), "r", setting)
    assert run.eligible == told + round((N - 10) * told / 10)


def test_an_audit_splits_no_more_than_the_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    split: list[str] = []
    plain = Sentence.atomize
    monkeypatch.setattr(
        Sentence, "atomize", lambda self, corpus: split.extend(corpus.ids) or plain(self, corpus)
    )
    found = audit(PRIVATE, RELEASE, attacks=[attack("inference"), attack("linkage")], targets=5)
    assert set(split) == set(draw(5, 0).corpus.ids)
    assert len(set(split)) < N / 2
    assert found.coverage["records_attacked"] == 5
    assert found.coverage["records_not_sampled"] == N - 5
    assert found.coverage["records_nothing_known_about"] == 0
    assert {t.release for t in found.self_tests} >= {"identity", "erase"}


def test_people_held_out_are_not_looked_for_in_the_sample() -> None:
    others = Corpus.from_texts(TEXTS[:12], ids=[f"c{i}" for i in range(12)])
    invented = TextRelease(Corpus.from_texts(TEXTS, ids=[f"x{i}" for i in range(N)]), aligned=False)
    setting = Setting(PRIVATE, others, 0, MemoryStore(), 5, sampled=drawn())
    found = run_attack(attack("inference"), invented, "r", setting)
    assert found.control is not None
    assert len(found.control.knowledge) == len(found.targets.knowledge) == 5


@pytest.mark.parametrize("seed", range(6))
def test_only_drawn_records_are_attacked(seed: int) -> None:
    own, found = attack("linkage"), drawn()
    setting = Setting(PRIVATE, None, seed, MemoryStore(), 9, sampled=found).of(own)
    known = learn(own, setting.private, setting)
    assert not {k.record for k in known} <= found.drawn
    assert len(chosen := sample(known, setting)) == 9
    assert {k.record for k in chosen} <= found.drawn
