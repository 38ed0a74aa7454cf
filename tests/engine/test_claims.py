"""Claims and their classes: in order, over the seam between two chunks, computed once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from seethrough.atomizers.sentence import Sentence
from seethrough.engine import claims as module
from seethrough.engine.claims import claims_of, further_classes_of, sensitivities_of
from seethrough.errors import ContractError
from seethrough.protocols import Sensitivity
from seethrough.records.corpus import Corpus
from seethrough.storage.store import MemoryStore

TEXTS = [f"Number {i} is ill. Number {i} is here." for i in range(5)]


asked: list[str] = []
cut: list[int] = []


@dataclass(frozen=True)
class Cutting(Sentence):
    """Says in `cut` how many records it was given."""

    def atomize(self, corpus: Corpus) -> list[list[str]]:
        cut.append(len(corpus))
        return super().atomize(corpus)


@dataclass(frozen=True)
class Counting:
    """Calls an illness special, and says in `asked` what it was asked."""

    def classify(self, claims: list[str], records: list[str]) -> list[Sensitivity]:
        asked.extend(claims)
        assert all(claim in record for claim, record in zip(claims, records, strict=True))
        return ["special" if "ill" in claim else "none" for claim in claims]


@pytest.fixture(autouse=True)
def _two_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked.clear()
    cut.clear()
    monkeypatch.setattr(module, "CHUNK", 2)


def test_every_chunk_has_its_own_claims_and_classes() -> None:
    texts = [*TEXTS[:3], "Number 3 is here.", TEXTS[4]]
    corpus = Corpus.from_texts(texts).keeping(MemoryStore())
    told = claims_of(Cutting(), corpus)
    assert [row[0] for row in told] == [text.split(". ")[0].rstrip(".") + "." for text in texts]
    classes = [["special", "none"]] * 3 + [["none"], ["special", "none"]]
    assert sensitivities_of(Counting(), Cutting(), corpus) == classes
    assert sensitivities_of(Counting(), Cutting(), corpus) == classes
    assert cut == [2, 2, 1]
    assert asked == [claim for row in told for claim in row]


def test_a_column_of_classes_wins_and_is_not_asked_for() -> None:
    rows = [{"classes": ["private", None]}, {}, {}, {}, {}]
    corpus = Corpus.from_texts(TEXTS, fields=rows).keeping(MemoryStore())
    classes = sensitivities_of(Counting(), Sentence(), corpus)
    assert classes == [["private", "none"], *[["special", "none"]] * 4]
    assert len(asked) == 9


@dataclass(frozen=True)
class Naming:
    """Calls a name an identifier, an illness special, and says in `asked` what it was asked."""

    def classify(self, claims: list[str], records: list[str]) -> list[Sensitivity]:
        asked.extend(claims)
        return [
            "identifier" if "Lopez" in claim else "special" if "ill" in claim else "none"
            for claim in claims
        ]


def test_what_an_identifier_says_without_the_name_has_a_class_of_its_own() -> None:
    named = "Maria Lopez is ill. Maria Lopez sings."
    corpus = Corpus.from_texts([named, "Anna Keller is ill.", named]).keeping(MemoryStore())
    further = [["special", None], [None], ["special", None]]
    sensitivities_of(Naming(), Sentence(), corpus)
    asked.clear()
    assert further_classes_of(Naming(), Sentence(), corpus) == further
    assert asked == ["somebody is ill.", "somebody sings."] * 2
    assert further_classes_of(Naming(), Sentence(), corpus) == further
    assert len(asked) == 4  # kept


@dataclass(frozen=True)
class Odd:
    """Splits and classifies as an author does who overlooked something."""

    classes: tuple[str | None, ...] = ()

    def atomize(self, corpus: Corpus) -> list[list[str]]:
        return [[text] for text in corpus.texts if text]

    def classify(self, claims: list[str], records: list[str]) -> tuple[str | None, ...]:
        return self.classes


def test_an_atomizer_must_return_claims_of_every_record() -> None:
    """Else the claims of a later chunk would be taken for those of other records."""
    corpus = Corpus.from_texts(["Ada bakes.", "", "Bo sings."]).keeping(MemoryStore())
    with pytest.raises(ContractError, match="Odd: gave the claims of 1 records for 2;"):
        claims_of(Odd(), corpus)


@dataclass(frozen=True)
class Said:
    """Gives back what it is told to."""

    given: Any = None

    def atomize(self, corpus: Corpus) -> Any:
        return self.given


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, "NoneType for 1 records"),
        (["Ada bakes."], "str for a record"),
        ([None], "NoneType for a record"),
        ([["Ada bakes.", " "]], "a claim that is no text, or is empty"),
        ([[1]], "a claim that is no text, or is empty"),
    ],
)
def test_an_atomizer_must_return_claims_that_are_texts(given: Any, told: str) -> None:
    with pytest.raises(ContractError, match=f"atomizer .*Said: gave {told};"):
        claims_of(Said(given), Corpus.from_texts(["Ada bakes."]).keeping(MemoryStore()))


@dataclass(frozen=True)
class Sentences:
    """Takes every sentence for a record."""

    def atomize(self, corpus: Corpus) -> list[list[str]]:
        return [[said] for text in corpus.texts for said in text.split(". ")]


def test_an_atomizer_must_return_no_claims_of_other_records() -> None:
    corpus = Corpus.from_texts(["Ada bakes. Ada is ill.", "Bo sings."]).keeping(MemoryStore())
    with pytest.raises(ContractError, match="Sentences: gave the claims of 3 records for 2;"):
        claims_of(Sentences(), corpus)


@pytest.mark.parametrize(
    ("classes", "told"),
    [
        (("private",), "1 classes of 2 claims"),
        (("private", "none", "special"), "3 classes of 2 claims"),
        (("private", None), "gave None; each claim needs one of"),
        (("private", "Special"), "gave 'Special'; each claim needs one of identifier, special"),
    ],
)
def test_a_classifier_must_give_every_claim_a_class_that_there_is(
    classes: tuple[str | None, ...], told: str
) -> None:
    """Else a claim would count in no figure by class, and nobody would notice."""
    corpus = Corpus.from_texts(["Ada bakes. Ada is ill."]).keeping(MemoryStore())
    with pytest.raises(ContractError, match=told):
        sensitivities_of(Odd(classes), Sentence(), corpus)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Once:
    """Calls whatever names somebody an identifier, and has no class for anything else."""

    def classify(self, claims: list[str], records: list[str]) -> list[Sensitivity]:
        return ["identifier" for claim in claims if "Lopez" in claim]


def test_what_an_identifier_says_without_the_name_needs_a_class_that_there_is() -> None:
    corpus = Corpus.from_texts(["Maria Lopez is ill."]).keeping(MemoryStore())
    with pytest.raises(ContractError, match="Once: gave 0 classes of 1 claims"):
        further_classes_of(Once(), Sentence(), corpus)
