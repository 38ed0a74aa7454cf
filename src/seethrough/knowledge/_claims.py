"""What the sources that draw from the target's own claims share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Self

from seethrough.fields import Between
from seethrough.protocols import KnowledgeSource, Known


@dataclass(frozen=True)
class OwnClaims(KnowledgeSource):
    """Draws k of the target's own claims; such a source inherits from this class.

    Attributes:
        k: How many claims are known, at least 1; all of them where a record has fewer.
    """

    k: Annotated[int, Between(1)] = 3

    def of_everyone(self) -> bool:
        """Return that it does."""
        return True

    def count(self) -> int | None:
        """Return ``k``."""
        return self.k

    def knowing(self, k: int) -> Self:
        """Return the same source with ``k`` facts."""
        return replace(self, k=k)


def known_claims(claims: Sequence[str], indices: Iterable[int]) -> Known:
    """Return the claims at ``indices``, in the order of the record, as knowledge."""
    used = sorted(indices)
    return Known(tuple(claims[i] for i in used), frozenset(used))
