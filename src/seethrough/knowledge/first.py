"""Knowledge of the first claims of a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.knowledge._claims import OwnClaims, known_claims
from seethrough.protocols import Known

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class First(OwnClaims):
    """The first k claims of the target.

    Source: A False Sense of Privacy, section 3.3 and table 3.

    Attributes:
        k: How many claims are known, at least 1; all of them where a record has fewer.
    """

    chosen: ClassVar[str] = "the first ones of the record"

    def draw(self, corpus: Corpus, claims: Sequence[Sequence[str]], seed: int) -> list[Known]:
        """Return the first k claims of each record, in the order of the record."""
        return [known_claims(own, range(len(own))[: self.k]) for own in claims]
