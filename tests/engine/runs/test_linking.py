"""What attacks that link learn of each record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seethrough.atomizers.sentence import Sentence
from seethrough.engine.runs.linking import learn_claims
from seethrough.protocols import KnowledgeSource, Known
from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Reworded(KnowledgeSource):
    """Knows the first claim in capitals, and nothing of a record that makes one claim."""

    def draw(self, corpus: Corpus, claims: Sequence[Sequence[str]], seed: int) -> list[Known]:
        return [
            Known((own[0].upper(),), frozenset({0}), (own[0],))
            if len(own) > 1
            else Known((), frozenset())
            for own in claims
        ]


def test_what_is_known_keeps_the_words_that_it_had() -> None:
    private = Corpus.from_texts(["Ann has gout. She rows.", "It rained."], persons=["ann", "bob"])
    (known,) = learn_claims(private, Sentence(), Reworded(), np.random.default_rng(0))
    assert (known.person, known.record, known.used) == ("ann", private.ids[0], {0})
    assert (known.facts, known.original) == (("ANN HAS GOUT.",), ("Ann has gout.",))
