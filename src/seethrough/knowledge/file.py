"""Knowledge that the user brings: what is known about people from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from seethrough.protocols import KnowledgeSource, Known

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

ALREADY_KNOWN = 0.8
"""ROUGE-L recall of a claim in the known text from which the claim counts as known, not leaked."""


@dataclass(frozen=True)
class File(KnowledgeSource):
    """Auxiliary text per person from a file with a person and a text column.

    People whom the file does not name are left out as targets and counted. A claim that the
    known text already states almost word for word is not counted as inferred.

    Source: A False Sense of Privacy, section 2.1 (auxiliary information); Ganta et al., 2008.

    Attributes:
        path: The file, in any format that records are read from.
        k: How many facts of each person to use, in the file's order; all if None.
    """

    path: str
    k: int | None = None

    example: ClassVar[str] = "file:path=facts.jsonl"

    def draw(self, corpus: Corpus, claims: Sequence[Sequence[str]], seed: int) -> list[Known]:
        """Return what the file says about the person of each record."""
        from seethrough.linkers.rouge import rouge_l_recall
        from seethrough.records.reading import read_knowledge

        known = read_knowledge(self.path)
        drawn = []
        for person, own in zip(corpus.persons, claims, strict=True):
            facts = tuple(known.get(person, ())[: self.k])
            used: frozenset[int] = frozenset()
            if facts and own:
                recall = rouge_l_recall(own, [" ".join(facts)])[:, 0]
                used = frozenset(i for i, r in enumerate(recall) if r >= ALREADY_KNOWN)
            drawn.append(Known(facts, used))
        return drawn

    def count(self) -> int | None:
        """Return ``k``."""
        return self.k

    def knowing(self, k: int) -> File:
        """Return the same source with ``k`` facts."""
        return replace(self, k=k)
