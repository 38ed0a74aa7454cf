"""One claim per sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seethrough.records.corpus import Corpus
from seethrough.text.english import parse, pieces


@dataclass(frozen=True)
class Sentence:
    """Splits a text into its sentences, found by spaCy's small English model.

    The plainest atomizer: a sentence often states several facts, so it overstates what an
    adversary must get right and understates how many facts leak. Exact repeats within a record
    are dropped. A text of any length is read, in pieces.
    """

    def atomize(self, corpus: Corpus) -> list[list[str]]:
        """Return the sentences of each record, in order; none for an empty text."""
        out: list[list[str]] = [[] for _ in range(len(corpus))]
        owners: list[int] = []

        def stream() -> Iterator[str]:
            for i, text in enumerate(corpus.texts):
                for piece in pieces(text):
                    owners.append(i)
                    yield piece

        for k, doc in enumerate(parse(stream())):
            out[owners[k]] += [s for s in (sent.text.strip() for sent in doc.sents) if s]
        return [list(dict.fromkeys(claims)) for claims in out]
