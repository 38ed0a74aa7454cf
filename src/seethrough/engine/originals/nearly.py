"""Texts most of whose wording one released row has, with words changed here and there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seethrough.statistics.arrays import numbered
from seethrough.word_runs.flags import covered
from seethrough.word_runs.hashing import hashes
from seethrough.word_runs.own_runs import OwnRuns, learn_owners
from seethrough.word_runs.word_hashes import hashed, whole

RUN = 4
"""The shortest run, in words, that counts: where one word in six is changed, such runs are left."""

SHORTEST = 20
"""A text of fewer words may be like somebody else's by chance."""

HALF = 0.5
"""So much of a text, in runs of `RUN` words and more of one person's alone, stands in one row."""


def nearly_whole(texts: Sequence[str], persons: Sequence[str], rows: Sequence[str]) -> list[int]:
    """Return which texts stand nearly whole in a single row, in order.

    A run of words is a person's own where no other person's text holds it; one that a person says
    several times counts where it stands first.

    Args:
        texts: n texts.
        persons: Whose they are.
        rows: The released rows.
    """
    words = whole(texts)
    runs = OwnRuns(RUN, words)
    learn_owners([runs], texts, numbered(persons))
    first = np.zeros(runs.keys.count, dtype=np.int64)
    first[runs.key[::-1]] = np.arange(len(runs.key))[::-1]
    text_of = np.repeat(np.arange(len(texts)), np.diff(runs.bounds))
    found: set[int] = set()
    for part in hashed(rows):
        for row in np.split(part.words, np.cumsum(part.lengths)[:-1]):
            _, key = runs.keys.find(hashes(row, RUN))
            told = first[key][runs.own[first[key]]]
            for text in {*text_of[told].tolist()} - found:
                there = np.isin(np.arange(*runs.bounds[text : text + 2]), told)
                length = words.lengths[text]
                if length >= SHORTEST and covered(there, RUN) >= HALF * length:
                    found.add(text)
    return sorted(found)
