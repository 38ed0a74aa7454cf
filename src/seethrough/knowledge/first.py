"""Knowledge of the first claims of a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar

from seethrough.fields import Between
from seethrough.knowledge._claims import known_claims
from seethrough.protocols import KnowledgeSource, Known

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class First(KnowledgeSource):
    """The first k claims of the target.

    Source: A False Sense of Privacy, section 3.3 and table 3.

    Attributes:
        k: How many claims are known, at least 1; all of them where a record has fewer.
    """

    k: Annotated[int, Between(1)] = 3

    chosen: ClassVar[str] = "the first ones of the record"

    def draw(self, corpus: Corpus, claims: Sequence[Sequence[str]], seed: int) -> list[Known]:
        """Return the first k claims of each record, in the order of the record."""
        return [known_claims(own, range(min(self.k, len(own)))) for own in claims]

    def of_everyone(self) -> bool:
        """Return that it does."""
        return True

    def count(self) -> int | None:
        """Return ``k``."""
        return self.k

    def knowing(self, k: int) -> First:
        """Return the same source with ``k`` facts."""
        return replace(self, k=k)
