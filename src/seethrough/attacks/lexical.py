"""The lexical baseline: linking and distance by word overlap alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.atomizers.clause import Clause
from seethrough.attacks._linking import LinkingAttack
from seethrough.knowledge.random import Random
from seethrough.linkers.rouge import RougeL
from seethrough.protocols import (
    Atomizer,
    Figure,
    Guess,
    KnowledgeSource,
    Linker,
    Outcome,
    Step,
    Tally,
)

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Lexical(LinkingAttack):
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

    fixed_parts: ClassVar[frozenset[str]] = frozenset({"linker"})
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "lexical.distance",
            "higher_is_better",
            "Share of the original wording that is not in the linked record, in order.",
            "A high lexical distance says nothing about meaning: a paraphrase has one.",
            title="Distance by wording",
            unit="number",
            section="distance",
            by_wording=True,
            by_chance=True,
            # Any two records of one kind share wording: notes of two sentences shared about half
            # of their words in order with the nearest stranger's, forms of ten fields two thirds.
            beyond_control=0.15,
            ceiling=0.2,
            floor=lambda records, own: 1.0,
        ),
    )

    def steps(self) -> Sequence[Step]:
        """Return how it goes beside attacks that read for meaning."""
        what = (
            "As a simpler check would, it also links by wording alone, and compares the whole"
            " linked record with the original word by word (ROUGE-L)"
        )
        return (Step("Compare wording", what),)

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Score one minus the ROUGE-L recall of each original in the linked record."""
        from seethrough.text.rouge import rouge_l

        originals = [private.texts[private.position[g.knowledge.record]] for g in guesses]
        recall = rouge_l(originals, [g.text for g in guesses])[:, 0]
        return [Outcome({"lexical.distance": Tally(1.0 - float(r))}) for r in recall]
