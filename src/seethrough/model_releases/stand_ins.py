"""Models of which it is known what they answer: one knows the records by heart, one nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from seethrough.records.releases.answering import Reply
from seethrough.statistics.member_scores import Read

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class KnownByHeart:
    """Answers every question with the record that stands behind it: where the answer is known.

    Attributes:
        records: By question, the answers to it.
        content: The hash of the records.
    """

    records: dict[str, tuple[str, ...]]
    content: str

    @classmethod
    def of(cls, corpus: Corpus) -> KnownByHeart:
        """Return the model of a corpus; whatever stands in a column of a record may ask for it."""
        known: dict[str, list[str]] = defaultdict(list)
        for record in corpus:
            told = {str(v).strip() for v in record.fields.values() if isinstance(v, str | int)}
            for question in {"", *told}:
                known[question].append(record.text)
        return cls({question: tuple(texts) for question, texts in known.items()}, corpus.hash)

    @property
    def hash(self) -> str:
        """Identifies what it knows."""
        return self.content

    @property
    def described(self) -> str:
        """What is asked, in words for a report."""
        return "a model that knows the records by heart"

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Return all answers that it knows to each question."""
        return [Reply("\n".join(self.records.get(question, ()))) for question in questions]

    def go_on(self, questions: Sequence[str], begun: Sequence[str]) -> list[Reply]:
        """Return how the records go on that begin like this, one after the other where several."""
        told: Counter[tuple[str, str]] = Counter()
        replies = []
        for question, start in zip(questions, begun, strict=True):
            rests = self._rests(question, start) or [""]
            replies.append(Reply(rests[told[question, start] % len(rests)]))
            told[question, start] += 1
        return replies

    def chances(
        self, questions: Sequence[str], begun: Sequence[str], spans: Sequence[str]
    ) -> list[float | None]:
        """Return 0, that it is certain, for what a record goes on with, else a thousand below."""
        rows = zip(questions, begun, spans, strict=True)
        return [
            0.0 if any(r.startswith(span) for r in self._rests(question, start)) else -1000.0
            for question, start, span in rows
        ]

    def read(self, questions: Sequence[str], texts: Sequence[str]) -> Read | None:
        """Return one token for each text, as likely as ``chances`` says."""
        logs = np.array(self.chances(questions, [""] * len(texts), texts), dtype=float)
        return Read([logs[place : place + 1] for place in range(len(logs))], logs)

    def untouched(self) -> KnownByHeart:
        """Return a model that knows nothing."""
        return KnownByHeart({}, "")

    def knowing(self, corpus: Corpus) -> KnownByHeart:
        """Return a model that knows the records of a corpus by heart."""
        return KnownByHeart.of(corpus)

    def _rests(self, question: str, begun: str) -> list[str]:
        return [t[len(begun) :] for t in self.records.get(question, ()) if t.startswith(begun)]


@dataclass(frozen=True)
class SaysNothing(KnownByHeart):
    """Stands for a model that nobody knows: it has no answer, and no weights to read."""

    def read(self, questions: Sequence[str], texts: Sequence[str]) -> None:
        """Return nothing: what such weights would make of a text is unknown."""
