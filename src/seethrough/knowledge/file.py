"""Knowledge that the user brings: what is known about people from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar

from seethrough.fields import Between, ReadFile
from seethrough.notices import notice
from seethrough.protocols import KnowledgeSource, Known

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

ALREADY_KNOWN = 0.8
"""ROUGE-L recall of a claim in a known fact from which the claim can count as known, not leaked."""

_DENIES = frozenset({"no", "not", "never", "none", "nor", "without", "cannot"})
"""Words that carry no detail of their own, and yet turn a claim into its opposite."""


@dataclass(frozen=True)
class File(KnowledgeSource):
    """Auxiliary text per person from a file with a person and a text column.

    People whom the file does not name are left out as targets and counted. A claim is not asked
    about where one known fact already states it: almost word for word, in the same order, and with
    every word of it that carries a detail.

    Source: A False Sense of Privacy, section 2.1 (auxiliary information); Ganta et al., 2008.

    Attributes:
        path: The file, in any format that records are read from.
        k: How many facts of each person to use, in the file's order; all if None.
    """

    path: ReadFile
    k: Annotated[int | None, Between(1)] = None

    example: ClassVar[str] = "file:path=facts.jsonl"

    def draw(self, corpus: Corpus, claims: Sequence[Sequence[str]], seed: int) -> list[Known]:
        """Return what the file says about the person of each record."""
        from seethrough.records.reading import read_knowledge

        known = read_knowledge(self.path)
        drawn = []
        for person, own in zip(corpus.persons, claims, strict=True):
            facts = tuple(known.get(person, ())[: self.k])
            drawn.append(Known(facts, _stated(own, facts)))
        if drawn and not any(one.facts for one in drawn):
            notice(
                "knowledge=file: the file names nobody of these records, so that nothing is known"
                " of anybody; write people in it as the person column of the private file does"
            )
        return drawn

    def count(self) -> int | None:
        """Return ``k``."""
        return self.k

    def knowing(self, k: int) -> File:
        """Return the same source with ``k`` facts."""
        return replace(self, k=k)


def _stated(claims: Sequence[str], facts: Sequence[str]) -> frozenset[int]:
    """Return which claims one of the facts states.

    Records repeat their phrases ("The patient has ..."), so likeness of words alone would take
    another fact in the same phrase for known.
    """
    from seethrough.text.rouge import rouge_l_recall

    if not claims or not facts:
        return frozenset()
    near = rouge_l_recall(claims, facts) >= ALREADY_KNOWN
    said = [_details(fact) for fact in facts]
    return frozenset(
        i
        for i, claim in enumerate(claims)
        if any(near[i, j] and _details(claim) <= said[j] for j in range(len(facts)))
    )


def _details(text: str) -> frozenset[str]:
    """Return the words that carry a detail or deny one, by their stems."""
    from seethrough.text.details import is_stop, key_of, tokens

    words = [text[t.start : t.end] for t in tokens(text)]
    return frozenset(key_of(w) for w in words if w.lower() in _DENIES or not is_stop(w))
