"""Releases that nobody reads: their control, and their self-tests where several are compared."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from seethrough.attacks.extraction import Extraction
from seethrough.engine.audit import audit
from seethrough.engine.compare import compare
from seethrough.records.corpus import Corpus
from seethrough.records.releases.answering import Reply
from seethrough.records.releases.rag import RagRelease
from seethrough.records.releases.text import TextRelease
from seethrough.report.models import caveats
from seethrough.retrieval.opening import open_service

ATTACKS = [Extraction(questions=6)]


@dataclass(frozen=True)
class Reciting:
    """Recites a record in every so many-th answer; 0 never does."""

    corpus: Corpus
    every: int
    retrieval: str = "in order"

    @property
    def hash(self) -> str:
        return hashlib.sha256(f"{self.corpus.hash} {self.every}".encode()).hexdigest()

    def prepare(self) -> None:
        pass

    def over(self, corpus: Corpus) -> Reciting:
        return Reciting(corpus, self.every)

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        texts = self.corpus.texts
        told = [self.every and len(texts) and i % self.every == 0 for i in range(len(questions))]
        return [Reply(texts[i % len(texts)] if t else "No.") for i, t in enumerate(told)]


def visits(first: int, name: str) -> Corpus:
    texts = [
        f"Visitor {i} came on a cold day and told the nurse about pain in a knee, room {7 * i}."
        for i in range(first, first + 20)
    ]
    return Corpus.from_texts(texts, ids=[f"{name}{i}" for i in range(20)])


def kinds(control: Corpus) -> set[str]:
    private = visits(0, "p")
    public = Corpus.from_texts(["Nothing is here."] * 3, ids=["a", "b", "c"])
    found = audit(private, RagRelease(Reciting(public, 0)), attacks=ATTACKS, control=control)
    return {reason.kind for reason in found.verdict.reasons if reason.word == "inconclusive"}


BAD = {"control_in_private", "control_in_release", "control_too_few"}


@pytest.mark.parametrize(
    ("control", "bad"),
    [
        (visits(100, "c"), set()),
        (visits(0, "p"), {"control_in_private"}),
        (visits(0, "other"), {"control_in_private"}),
        (visits(100, "c").take(range(3)), {"control_too_few"}),
        (visits(100, "c").take([]), {"control_too_few"}),
    ],
)
def test_what_is_wrong_with_the_control_is_said(control: Corpus, bad: set[str]) -> None:
    assert kinds(control) & BAD == bad


def test_the_records_behind_a_service_are_no_control() -> None:
    private, served = visits(0, "p"), visits(100, "c")
    found = audit(private, RagRelease(Reciting(served, 0)), attacks=ATTACKS, control=served)
    assert "control_in_release" in {reason.kind for reason in found.verdict.reasons}


@dataclass(frozen=True)
class Saying(Reciting):
    """Says this and that in turn, whatever it has to look up."""

    texts: tuple[str, ...] = ()
    anyway: bool = False

    @property
    def hash(self) -> str:
        return hashlib.sha256(f"{self.corpus.hash} {self.texts} {self.anyway}".encode()).hexdigest()

    def over(self, corpus: Corpus) -> Any:
        return self if self.anyway else Reciting(corpus, self.every)

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        return [Reply(self.texts[i % len(self.texts)]) for i in range(len(questions))]


def told_by(private: Corpus, *said: str, anyway: bool = False) -> dict[str, Any]:
    """Return the facts of what fails a service that says this once, and no more, in 50 answers."""
    service = Saying(private, 1, texts=(*said, *["No."] * (50 - len(said))), anyway=anyway)
    found = audit(
        private, RagRelease(service), attacks=[Extraction(questions=50)], control=visits(100, "c")
    )
    assert found["extraction.repeat_prompts"].value in (0, 1 / 50)
    return {r.kind: r.facts for r in found.verdict.reasons if r.word == "fail"}


def test_one_record_that_is_recited_once_in_many_answers_fails() -> None:
    private = visits(0, "p")
    found = told_by(private, private.texts[3])
    assert set(found) == {"recited"}
    assert {k: found["recited"][k] for k in ("people", "of", "records", "whole")} == {
        "people": 1, "of": 20, "records": 1, "whole": 1,
    }  # fmt: skip
    assert found["recited"]["private"]["people"] == ["p3"]
    assert not told_by(private, private.texts[3], anyway=True)
    assert not told_by(private, "Visitor 3 came and told the nurse of a knee.")


@pytest.mark.parametrize("disguise", [str, "\u200b".join])
def test_a_service_that_answers_from_an_original_that_no_question_reached(disguise: Any) -> None:
    private, public = visits(0, "p"), ["Nothing is here."] * 20

    def found(texts: list[str]) -> list[Any]:
        service = RagRelease(Reciting(private.with_texts(texts), 0))
        result = audit(private, service, attacks=ATTACKS, control=visits(100, "c"))
        return [r for r in result.verdict.reasons if r.kind == "originals_behind"]

    (reason,) = found([*public[1:], disguise(private.texts[3])])
    assert (reason.word, reason.questions) == ("inconclusive", ("anonymous",))
    assert reason.facts["private"]["people"] == ["p3"]
    assert not found(public)


def test_contact_data_of_one_person_that_come_out_once_fail() -> None:
    own = [f"{text} Call (212) 555-{1000 + 7 * i}." for i, text in enumerate(visits(0, "p").texts)]
    own[7] = own[7].replace("1049", "1056")  # as the next one has
    own[9] += " Her SSN is 350-21-3321."
    private = visits(0, "p").with_texts(own)
    found = told_by(private, "Try 212 555 1021.", "Or 212 555 1056.", "Or 212 555 9999.")
    assert set(found) == {"contacts_recited", "narrower"}
    assert found["contacts_recited"]["private"]["people"] == ["p3"]
    assert not told_by(private, "Try 212 555 1021.", anyway=True)
    number = told_by(private, "It is SSN 350-21-3321.")
    assert number["contacts_recited"]["private"]["people"] == ["p9"]


@pytest.mark.parametrize("named_by", ["Maria Kowalska", "12 Marigold Street"])
def test_a_service_that_names_one_person_in_full_does_not_pass(named_by: str) -> None:
    def signed(first: int, name: str, *signatures: str) -> Corpus:
        corpus = visits(first, name)
        others = [f"{text} Signed: Margaret Collins." for text in corpus.texts[len(signatures) :]]
        own = [f"{t} Signed: {by}." for t, by in zip(corpus.texts, signatures, strict=False)]
        return corpus.with_texts([*own, *others])

    private = signed(0, "p", f"{named_by}, mk@example.org")
    control = signed(100, "c", "Henrik Lund")

    def named(*said: str, anyway: bool = False) -> list[Any]:
        service = Saying(private, 1, texts=(*said, *["No."] * 49), anyway=anyway)
        found = audit(
            private, RagRelease(service), attacks=[Extraction(questions=50)], control=control
        )
        return [r for r in found.verdict.reasons if r.kind == "names_recited"]

    (reason,) = named(f"Ask at {named_by}, there it is known.")
    assert (reason.word, reason.questions) == ("inconclusive", ("identifiers", "anonymous"))
    assert reason.facts["private"]["people"] == ["p0"]
    assert (reason.facts["held_out"], reason.facts["of_held_out"]) == (0, 20)
    assert not named(f"Ask at {named_by}, there it is known.", anyway=True)
    assert not named("Ask Margaret Collins, who knows it.")  # as twenty of them do
    assert not named("Ask Agnieszka Nowak, or Dr Marigold, who know it.")
    assert not named("Write to mk@example.org.")  # which is contact data, a reason of its own
    assert not named(f"Ask {named_by} or Henrik Lund.")  # one of each side


def test_a_service_that_answers_in_another_language_does_not_pass() -> None:
    german = [
        f"Besucher {i} kam an einem kalten Tag und erzählte der Schwester von Schmerzen im Knie."
        for i in range(250)
    ]
    french = [
        f"Le visiteur {i} est venu un jour froid et a parlé à l'infirmière de son genou."
        for i in range(20)
    ]

    def unread(private: Corpus, said: list[str]) -> list[dict[str, Any]]:
        service = Saying(private, 1, texts=tuple(said))
        found = audit(private, RagRelease(service), attacks=ATTACKS, control=visits(100, "c"))
        return [dict(r.facts) for r in found.verdict.reasons if r.kind == "unreadable"]

    (facts,) = unread(visits(0, "p"), german)
    assert (facts["side"], facts["languages"]) == ("answers", {"de": 6})
    assert not unread(visits(0, "p"), ["It was a cold day, and nobody came."])
    assert not unread(visits(0, "p").with_texts(french), german)


def test_every_service_passes_or_fails_its_own_self_test() -> None:
    private = visits(0, "p")
    public = Corpus.from_texts(["Nothing is here."] * 3, ids=["a", "b", "c"])
    services: list[Any] = [RagRelease(Reciting(public, every)) for every in (1, 0)]
    alone = [passed(audit(private, service, attacks=ATTACKS)) for service in services]
    together = [passed(a) for a in compare(private, services, attacks=ATTACKS).audits]
    assert together == alone
    assert all(alone[0].values())
    assert not any(alone[1].values())


def passed(found: Any) -> dict[str, bool]:
    return {t.figure: t.passed for t in found.self_tests if t.release == "identity"}


def test_a_service_by_the_fake_model_is_said_to_be_one() -> None:
    private = Corpus.from_texts(["Ann keeps bees by the mill.", "Bo has gout since 1990."])
    service = open_service(TextRelease(private), "model=fake,embedder=fake")
    found = audit(private, service, attacks=[Extraction(questions=2)])
    assert any("the fake model" in caveat for caveat in caveats(found))
