"""Vectors and frequencies of single English words.

``words.npz`` next to this module holds, for each of 34,490 English words, in order of frequency,
its all-MiniLM-L6-v2 vector reduced to 64 principal components and rounded to int8 (made by
``judge_training/word_table.py``).
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

DIMENSIONS = 64


class WordTable(NamedTuple):
    """Vectors and frequency ranks of single words.

    Attributes:
        rank: Row of each word; 0 is the most frequent word.
        vectors: (n, 64) float32 rows of unit length.
    """

    rank: dict[str, int]
    vectors: npt.NDArray[np.float32]


@functools.cache
def word_table() -> WordTable:
    """Return the word vectors next to this module."""
    with np.load(Path(__file__).with_name("words.npz"), allow_pickle=False) as file:
        words = file["words"].tobytes().decode("utf-8").split("\n")
        vectors = file["vectors"].astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return WordTable({word: row for row, word in enumerate(words)}, vectors)


@functools.lru_cache(maxsize=200_000)
def weight(word: str) -> float:
    """Return how much a content word weighs: about 0.4 for a frequent word, 1 for a rare one."""
    table = word_table()
    rank = table.rank.get(word, len(table.rank))
    return float(0.1 + 0.9 * np.log(rank + 30) / np.log(len(table.rank) + 30))
