"""Linkage: which released record is about the target?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from seethrough.atomizers.clause import Clause
from seethrough.attacks._linking import LinkingAttack
from seethrough.engine.runs.linking import (
    DEPTH,
    places_of,
    rank_of_target,
)
from seethrough.evidence.linked import RankedRecord
from seethrough.knowledge.random import Random
from seethrough.linkers.strongest import Strongest
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
    Place,
    Tally,
)
from seethrough.records.releases.text import TextRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

CURVE = range(1, 9)
"""How many facts the adversaries of the curve know."""


def _by_luck(records: int, own: int) -> float:
    """Return how often one at least of ten records drawn at random is one of the own."""
    drawn = min(DEPTH, records)
    return 1 - math.comb(records - own, drawn) / math.comb(records, drawn)


def _among_ten(rank: int | None, worth: Sequence[float]) -> float:
    """Return how much of a hit among the best ten a rank is; the first guess is a whole one."""
    if rank is None or rank > DEPTH:
        return 0.0
    return 1.0 if rank == 1 or not worth else worth[rank - 1]


@dataclass(frozen=True)
class Linkage(LinkingAttack):
    """Link what is known about a person to a released record.

    Source: A False Sense of Privacy, section 2.3 (correct linkage rate) and table 3.

    Attributes:
        linker: How released records are ranked.
        knowledge: What the adversary knows about each target.
        atomizer: How records are split into claims.
    """

    linker: Linker = Strongest()
    knowledge: KnowledgeSource = Random()
    atomizer: Atomizer = Clause()

    evidence: ClassVar[type[RankedRecord]] = RankedRecord
    needs_alignment: ClassVar[bool] = True
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "linkage.top1",
            "lower_is_better",
            "Share of records whose person the adversary picks out at the first guess.",
            "It does not say that the rest are safe from an adversary who knows more.",
            title="Found at the first guess",
            by_pool=True,
            section="found",
            headline=30,
            sentence="Somebody who knows {facts} about a person picks out that person’s record at"
            " the first guess in {counts} cases ({value})",
            ceiling=0.8,
            luck=lambda records, own: own / max(records, 1),
        ),
        Figure(
            "linkage.top10",
            "lower_is_better",
            "Share of records whose person is among the adversary's ten best guesses; of more than"
            " ten records with the same text, by chance.",
            "It does not say that the adversary knows which of the ten it is.",
            title="Found among the first ten guesses",
            section="found",
            ceiling=0.8,
            luck=_by_luck,
        ),
    )

    def curve(self) -> dict[int, Attack[TextRelease]]:
        """Return the attack of adversaries who know one to eight claims."""
        sources = {k: self.knowledge.knowing(k) for k in CURVE}
        return {k: replace(self, knowledge=s) for k, s in sources.items() if s is not None}

    def places(
        self,
        release: TextRelease,
        knowledge: Sequence[Knowledge],
        private: Corpus,
        rng: Generator,
    ) -> list[Place]:
        """Return where each target's record stands among all released ones."""
        return places_of(release, knowledge, private, self.linker, rng)

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Score whether the target's record was found, and among how many."""
        outcomes = []
        for guess in guesses:
            rank = rank_of_target(guess, private)
            tallies = {
                "linkage.top1": Tally(float(rank == 1)),
                "linkage.top10": Tally(_among_ten(rank, guess.worth)),
            }
            first = guess.records[0] if guess.records else None
            evidence = RankedRecord(guess.knowledge.facts, first, guess.text, rank)
            outcomes.append(Outcome(tallies, evidence=evidence))
        return outcomes
