"""A text data set as a release."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from seethrough.records.releases.release import Described, Provenance

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class TextRelease(Provenance):
    """A text data set that the adversary may read whole.

    Attributes:
        corpus: The released records.
        aligned: Whether each released record corresponds to the private record of the same id.
    """

    corpus: Corpus
    aligned: bool = field(default=True, kw_only=True)

    readable: ClassVar[bool] = True
    default_attacks: ClassVar[tuple[str, ...]] = ("linkage", "inference", "lexical", "identifiers")
    needed_attacks: ClassVar[tuple[str, ...]] = ("linkage", "inference", "identifiers")
    described: ClassVar[Described] = Described(
        kind="text release",
        target="{records} about {people}",
        empty="Empty release",
        emptied="an empty release",
        others="on people who are not in the release",
    )

    @property
    def label(self) -> str:
        """A hash that identifies in a store its content and how it was made, which attacks use."""
        label = f"text-{self.corpus.hash[:16]}-{'aligned' if self.aligned else 'free'}"
        if self.sanitizer is None and not self.details:
            return label
        made = json.dumps([self.sanitizer, self.details], sort_keys=True, default=str)
        return f"{label}-{hashlib.sha256(made.encode()).hexdigest()[:16]}"

    def emptied(self) -> TextRelease:
        """Return the baseline: as many records, all empty."""
        return self._emptied

    @cached_property
    def _emptied(self) -> TextRelease:
        blank = self.corpus.with_texts([""] * len(self.corpus), f"{self.corpus.name} (erased)")
        return self.holding(blank.keeping(self.corpus.derived))

    def holding(self, corpus: Corpus) -> TextRelease:
        """Return a release of other records that is aligned as this one is."""
        return TextRelease(corpus, aligned=self.aligned)

    def originals(self, corpus: Corpus) -> TextRelease:
        """Return the release of unchanged records: each stands for itself."""
        return TextRelease(corpus)

    def reading(self, corpus: Corpus) -> TextRelease:
        """Return this release with its records in another form."""
        return replace(self, corpus=corpus)
