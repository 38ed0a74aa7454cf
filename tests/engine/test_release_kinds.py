"""A release of a kind that the engine has never seen says itself what it needs to know."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from seethrough.engine.audit import audit
from seethrough.engine.inputs import default_attacks
from seethrough.protocols import Attack, Figure, Generator, Guess, Knowledge, Outcome, Tally
from seethrough.reasons import Reason
from seethrough.records.corpus import Corpus
from seethrough.records.releases.rag import RagRelease
from seethrough.records.releases.release import Described, Guarantee, Release
from seethrough.records.releases.text import TextRelease
from seethrough.report.machine import to_json
from seethrough.report.page import render
from seethrough.report.terminal.summary import summarize


@dataclass(frozen=True)
class Sealed:
    """A box of records that can be weighed and not opened."""

    corpus: Corpus
    sanitizer: Mapping[str, Any] | None = None
    guarantee: Guarantee | None = None
    ledger: Mapping[str, int] = field(default_factory=lambda: {"withheld": 2})
    details: Mapping[str, Any] = field(default_factory=dict)
    doubts: Sequence[Reason] = ()

    aligned: ClassVar[bool] = False
    readable: ClassVar[bool] = False
    default_attacks: ClassVar[tuple[str, ...]] = (f"{__name__}:Weigh",)
    needed_attacks: ClassVar[tuple[str, ...]] = (f"{__name__}:Weigh",)
    described: ClassVar[Described] = Described(
        "sealed box",
        "A sealed box of {records} about {people}",
        "Empty box",
        "an empty box",
        "on others",
    )

    @property
    def label(self) -> str:
        return f"sealed-{self.corpus.hash[:16]}"

    def emptied(self) -> Sealed:
        return self.holding(self.corpus.with_texts([""] * len(self.corpus)))

    def holding(self, corpus: Corpus) -> Sealed:
        return Sealed(corpus)

    def originals(self, corpus: Corpus) -> None:
        return None

    def reading(self, corpus: Corpus) -> Sealed:
        return Sealed(corpus)


@dataclass(frozen=True)
class Weigh(Attack[Sealed]):
    """Weigh the box: does it hold as many letters as the originals?"""

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure("weigh.same", "lower_is_better", "A.", "B.", title="Weighs the same", ceiling=0.8),
    )

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        whole = str(sum(map(len, private.texts)))
        return [Knowledge(r.person, r.id, (whole,)) for r in private]

    def guess(
        self, release: Sealed, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        weight = str(sum(map(len, release.corpus.texts)))
        return [Guess(known, text=weight) for known in knowledge]

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        return [Outcome({"weigh.same": Tally(g.text == g.knowledge.facts[0])}) for g in guesses]


PRIVATE = Corpus.from_texts([f"Record number {i}." for i in range(12)])


def test_it_gets_its_own_attacks_and_words() -> None:
    box: Release = Sealed(PRIVATE)
    assert default_attacks(Sealed) == [Weigh()]
    found = audit(PRIVATE, box)
    assert [type(cell.attack) for cell in found.cells] == [Weigh]
    assert found["weigh.same"].value == 1
    assert found.self_tests == []  # its originals cannot be released
    assert found.coverage["released_records"] == 12
    assert found.coverage["sanitizer_withheld"] == 2
    assert "released_records_very_long" not in found.coverage  # nobody reads it
    assert not [r for r in found.verdict.reasons if r.kind == "not_examined"]
    said = " ".join(re.sub(r"<[^>]*>", " ", render(to_json(found))).split())
    assert "A sealed box of 12 released records about 12 people, attacked." in said
    assert "All of this is done again on an empty box (the baseline: chance alone)." in said
    assert "Search for originals" not in said
    assert "Weighs the same" in summarize(found)


def test_every_kind_of_ours_says_what_it_gets() -> None:
    assert [type(a).__name__ for a in default_attacks(TextRelease)] == [
        "Linkage", "Inference", "Lexical", "Identifiers",
    ]  # fmt: skip
    assert [a.aim for a in default_attacks(RagRelease)] == ["untargeted", "contacts"]  # type: ignore[attr-defined]
    for kind in (TextRelease, RagRelease):
        assert set(kind.needed_attacks) <= set(kind.default_attacks)
