"""Entities: how many of the names of people, places and things survive."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.protocols import Figure, Generator, Tally
from seethrough.records.releases.text import TextRelease
from seethrough.text.english import entities
from seethrough.utilities._pairs import estimate_pairs

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus

KINDS = (
    "EVENT", "FAC", "GPE", "LANGUAGE", "LAW", "LOC", "NORP", "ORG", "PERSON", "PRODUCT",
    "WORK_OF_ART",
)  # fmt: skip
"""The kinds in spaCy's terms; dates and quantities are left to ``numbers_kept``."""

_WORD = re.compile(r"[^\W_]+")
_PIECE = 2_000
"""The longest piece of a text that is searched at once, in characters."""


@dataclass(frozen=True)
class EntitiesKept:
    """Looks each entity of a private text up in the released text of the same id.

    Entities are those that spaCy's small English model finds in the private text. One is kept
    if its words are in the released text in the same order, in any case, as often
    as before. A name that was replaced by another counts as not kept.

    Attributes:
        kinds: Which, of ``KINDS``; all if empty. ``kinds=ORG+GPE`` leaves people's names out.
    """

    kinds: tuple[str, ...] = ()

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.entities_kept",
            "higher_is_better",
            "Share of the named people, places, organisations and other things in the private"
            " texts that the released ones still name.",
            "A sanitizer should remove names: a high share is useful to a reader"
            " and dangerous to the people named.",
            title="Named people, places and things kept",
        ),
    )

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind not in KINDS:
                raise ValueError(f"kinds={kind!r} is not known; there are: {', '.join(KINDS)}")

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Sequence[Estimate]:
        """Return the share of all entities that are kept.

        Args:
            private: The private records; those without an entity do not count.
            release: The release; where its records do not align, nothing is measured.
            rng: Draws another person's released text for the control.

        Raises:
            UnavailableError: The language model is not installed.
        """
        found = self._entities(private)

        def compare(before: Sequence[str], after: Sequence[str]) -> list[list[Tally]]:
            return [[_kept(found[b], a) for b, a in zip(before, after, strict=True)]]

        return estimate_pairs(self, private, release, rng, compare)

    def _entities(self, private: Corpus) -> dict[str, Counter[str]]:
        """Return the entities of each text, as lower-case words, kept with the corpus."""
        kinds = self.kinds or KINDS
        key = f"entities/{private.hash[:16]}-{'+'.join(sorted(kinds))}"
        kept = private.derived.get(key)
        texts = list(dict.fromkeys(private.texts))
        if kept is None:
            kept = recognise(texts, kinds)
            private.derived.put(key, kept)
        return {text: Counter(names) for text, names in zip(texts, kept, strict=True)}


def recognise(texts: Sequence[str], kinds: Sequence[str]) -> list[list[str]]:
    """Return the entities of each text, in lower case, words parted by one space.

    Raises:
        UnavailableError: The language model is not installed.
    """
    return [
        [name for e in found if e.label in kinds and (name := _spelled(e.written))]
        for found in entities(texts, _PIECE)
    ]


def _spelled(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def _kept(entities: Counter[str], text: str) -> Tally:
    if not entities:
        return Tally(0.0, 0.0)
    words = f" {_spelled(text).replace(' ', '  ')} "
    kept = sum(
        min(count, words.count(f" {name.replace(' ', '  ')} ")) for name, count in entities.items()
    )
    return Tally(kept, entities.total())
