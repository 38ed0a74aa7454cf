"""The nearest words of many words, block by block."""

from __future__ import annotations

from functools import partial

import numpy as np

from seethrough.parallel.spreading import spread
from seethrough.statistics.arrays import Floats, Ints
from seethrough.word_level.mechanisms.neighbours import nearest
from seethrough.word_level.word_vectors import WordVectors

BLOCK = 2_048
"""Words whose neighbours are looked for at once."""


def nearest_words(vectors: WordVectors, words: Ints, among: Ints, k: int) -> tuple[Ints, Floats]:
    """Return the words nearest to each word, the nearest first.

    Args:
        vectors: The word vectors.
        words: (m,) word numbers.
        among: (n,) the words to choose from, n at least k.
        k: How many, at least 1.

    Returns:
        (m, k) word numbers and their distances.
    """
    blocks = (words[i : i + BLOCK] for i in range(0, len(words), BLOCK))
    found = list(spread(partial(_nearest, vectors, among, k), blocks))
    return (
        np.concatenate([np.empty((0, k), dtype=np.int64), *(places for places, _ in found)]),
        np.concatenate([np.empty((0, k)), *(distances for _, distances in found)]),
    )


def _nearest(vectors: WordVectors, among: Ints, k: int, words: Ints) -> tuple[Ints, Floats]:
    places, distances = nearest(vectors.matrix[words], vectors.matrix[among], k)
    return among[places], distances
