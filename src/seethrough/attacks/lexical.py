"""The lexical baseline: linking and distance by word overlap alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.atomizers.clause import Clause
from seethrough.engine.runs.linking import learn_claims, link_records
from seethrough.knowledge.random import Random
from seethrough.linkers.rouge import RougeL
from seethrough.protocols import (
    Atomizer,
    Attack,
    Figure,
    Generator,
    Guess,
    Knowledge,
    KnowledgeSource,
    Linker,
    Outcome,
    Tally,
)
from seethrough.records.release import TextRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Lexical(Attack[TextRelease]):
    """Link by ROUGE-L and compare the whole texts by ROUGE-L.

    What a check of surface wording would report. Beside ``semantic.distance`` it shows how much
    of a release's privacy is a matter of wording.

    Source: A False Sense of Privacy, section 2.5. The paper does not say which ROUGE-L score of
    the two texts it takes; we take the recall of the original's words, as its table 4 does.

    Attributes:
        linker: How released records are ranked.
        knowledge: What the adversary knows about each target.
        atomizer: How records are split into claims.
    """

    linker: Linker = RougeL()
    knowledge: KnowledgeSource = Random()
    atomizer: Atomizer = Clause()

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "lexical.distance",
            "higher_is_better",
            "Share of the original wording that is not in the linked record, in order.",
            "A high lexical distance says nothing about meaning: a paraphrase has one.",
            ceiling=0.2,
            floor=lambda records: 1.0,
        ),
    )

    def facts_known(self) -> int | None:
        """Return how many claims are known about each target."""
        return self.knowledge.count()

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        """Return the known claims of each record."""
        return learn_claims(private, self.atomizer, self.knowledge, rng)

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        """Return the released record with the highest ROUGE-L recall of what is known."""
        return link_records(release, knowledge, self.linker, rng)

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Score one minus the ROUGE-L recall of each original in the linked record."""
        from seethrough.text.rouge import rouge_l

        originals = [private.texts[private.position[g.knowledge.record]] for g in guesses]
        recall = rouge_l(originals, [g.text for g in guesses])[:, 0]
        return [Outcome({"lexical.distance": Tally(1.0 - float(r))}) for r in recall]
