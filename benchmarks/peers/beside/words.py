"""Word-level privacy: the truncated exponential mechanism of ``mldp-text`` beside ``santext``.

With so many words and so small an epsilon its threshold lies beyond every distance, so that both
draw from the same distribution: Pr(y|x) proportional to exp(-epsilon d(x, y) / 2).
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks._data import rows
from benchmarks.peers.beside.pair import Agreement, Pair
from seethrough.word_level.mechanisms.santext import SanTextMechanism
from seethrough.word_level.word_vectors import WordVectors, load

VOCABULARY, TOKENS, EPSILON = 8_000, 30, 4.0


def exponential() -> Iterator[Pair]:
    vectors = load()
    few = WordVectors(vectors.words[:VOCABULARY], vectors.matrix[:VOCABULARY], vectors.source)
    texts = [row["sentence"] for row in rows("sst2_sentences.jsonl")[:40]]
    ids = few.tokenizer.cut(texts).ids
    ids = ids[ids >= 0][:TOKENS]
    theirs, rng = _tem(few), np.random.default_rng(0)
    words = [few.words[i] for i in ids]

    def mechanism() -> SanTextMechanism:
        return SanTextMechanism(few, VOCABULARY, 0, 0.0, EPSILON)

    def ours() -> list[str]:
        released, _ = mechanism().sample(ids, rng.random((1, len(ids))))
        return [few.words[i] for i in released]

    def agreement(mine: list[str], other: list[str]) -> Agreement:
        chances = mechanism().table(ids)[np.arange(len(ids)), ids]
        wanted, error = chances.sum(), math.sqrt((chances * (1 - chances)).sum())
        kept = [sum(a == b for a, b in zip(words, row, strict=True)) for row in (mine, other)]
        said = f"words kept: {kept[0]}, theirs {kept[1]}, exactly {wanted:.1f} ± {1.96 * error:.1f}"
        return Agreement(said, all(abs(k - wanted) < 4 * error for k in kept))

    yield Pair(
        "sanitizer `santext`, its mechanism", "mldp-text", f"{len(ids)} of {VOCABULARY} words",
        ours, lambda: [theirs.replace_word(word) for word in words], agreement,
    )  # fmt: skip


def _tem(vectors: WordVectors) -> Any:
    """Return the peer's mechanism over the same vectors."""
    from gensim.models import KeyedVectors

    with tempfile.TemporaryDirectory() as place:
        # Importing it asks the network for WordNet, which this mechanism does not read.
        import nltk

        (Path(place) / "corpora" / "wordnet").mkdir(parents=True)
        nltk.data.path.insert(0, place)
        try:
            from mldp_text.mechanisms import TEM
        finally:
            nltk.data.path.remove(place)
    same = KeyedVectors(vectors.matrix.shape[1])
    same.add_vectors(list(vectors.words), vectors.matrix)
    return TEM(EPSILON, embedding_matrix=same, dim=vectors.matrix.shape[1])


MAKERS = (exponential,)
