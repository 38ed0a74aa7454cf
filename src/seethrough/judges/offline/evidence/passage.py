"""A passage, ready to be searched for what a claim says."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.judges.offline.reading import STOP, Reading
from seethrough.text.word_table import word_table


class Index(NamedTuple):
    """A passage, ready to be searched.

    Attributes:
        reading: The passage.
        stems: Where each stem stands.
        concepts: Where each concept begins.
        content: Positions of words with a vector.
        vectors: (len(content), d) their vectors.
    """

    reading: Reading
    stems: dict[str, list[int]]
    concepts: dict[int, list[int]]
    content: npt.NDArray[np.int64]
    vectors: npt.NDArray[np.float32]


def index(passage: Reading) -> Index:
    """Return a passage ready to be searched."""
    stems: dict[str, list[int]] = {}
    for place, stem in enumerate(passage.stems):
        stems.setdefault(stem, []).append(place)
    concepts: dict[int, list[int]] = {}
    for first, _, named in passage.phrases:
        for concept in named:
            concepts.setdefault(concept, []).append(first)
    table = word_table()
    content = [
        place for place, word in enumerate(passage.words) if word not in STOP and word in table.rank
    ]
    rows = [table.rank[passage.words[place]] for place in content]
    return Index(passage, stems, concepts, np.array(content, dtype=np.int64), table.vectors[rows])
