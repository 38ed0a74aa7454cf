"""Knowledge of claims drawn at random, the seed paper's threat model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.knowledge._claims import OwnClaims, known_claims
from seethrough.protocols import Known
from seethrough.statistics.seeding import generator

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Random(OwnClaims):
    """k claims of the target drawn at random; those for k = 3 are among those for k = 4.

    Source: A False Sense of Privacy, section 2.1 and A.3 (three random claims for each record).

    Attributes:
        k: How many claims are known, at least 1; all of them where a record has fewer.
    """

    chosen: ClassVar[str] = "drawn at random"

    def draw(self, corpus: Corpus, claims: Sequence[Sequence[str]], seed: int) -> list[Known]:
        """Return k random claims of each record, in the order of the record."""
        drawn = []
        for id_, own in zip(corpus.ids, claims, strict=True):
            order = generator(seed, "knowledge", id_).permutation(len(own))
            drawn.append(known_claims(own, order[: self.k].tolist()))
        return drawn
