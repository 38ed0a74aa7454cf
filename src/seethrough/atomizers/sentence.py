"""One claim per sentence."""

from __future__ import annotations

from dataclasses import dataclass

from seethrough.records.corpus import Corpus
from seethrough.text.english import placed_sentences


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
        for sentence in placed_sentences(dict(enumerate(corpus.texts))):
            out[sentence.owner].append(sentence.text.strip())
        return [list(dict.fromkeys(claims)) for claims in out]
