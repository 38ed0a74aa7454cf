"""What leaves the building, and what an adversary may do with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from seethrough.data import Corpus


@dataclass(frozen=True, slots=True)
class Guarantee:
    """A formal differential privacy guarantee.

    Attributes:
        epsilon: The privacy budget, above 0; lower is more private.
        delta: The failure probability, in [0, 1).
        unit: What is protected: ``token``, ``record`` or ``person``.
        note: What the guarantee assumes or leaves out, in one line.
    """

    epsilon: float
    delta: float
    unit: str
    note: str = ""


@dataclass(frozen=True)
class TextRelease:
    """A text data set that the adversary may read whole.

    Attributes:
        corpus: The released records.
        sanitizer: The spec of the sanitizer that made it, or None where that is not known.
        aligned: Whether each released record stands for the private record of the same id.
        guarantee: The formal guarantee, or None.
        ledger: What the sanitizer counted while it worked (``{"withheld": 3}``).
        details: JSON-able data that later steps need (a mechanism's parameters); no record text.
    """

    corpus: Corpus
    sanitizer: Mapping[str, Any] | None = None
    aligned: bool = True
    guarantee: Guarantee | None = None
    ledger: Mapping[str, int] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)

    def emptied(self) -> TextRelease:
        """Return the baseline: as many records, none of which says anything."""
        blank = self.corpus.with_texts([""] * len(self.corpus), f"{self.corpus.name} (erased)")
        return TextRelease(blank, aligned=self.aligned)
