"""Texts of a few words, each one run: whose they are, and where they stand in a release."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from seethrough.word_runs.flags import Flags
from seethrough.word_runs.hashing import Places, hashes
from seethrough.word_runs.own_runs import OwnRuns
from seethrough.word_runs.owners import Owners
from seethrough.word_runs.word_hashes import Hashed, Stretch


class ShortTexts:
    """Texts of the same few words' length.

    Args:
        size: Their length, in words.
        texts: The words of m texts.

    Attributes:
        runs: The texts as runs, one each.
    """

    def __init__(self, size: int, texts: Hashed) -> None:
        self.runs = OwnRuns(size, texts)
        different, word = np.unique(texts.words, return_inverse=True)
        self._word = word.reshape(-1, size)
        self._speakers = Owners(different)
        self._first = np.full(self.runs.keys.count, -1, dtype=np.int64)

    def held(self, records: Hashed, persons: Places) -> None:
        """Learn which people's records hold these texts, and their words; as `Owned.held`."""
        self.runs.held(records, persons)
        self._speakers.see(records.words, np.repeat(persons, records.lengths))

    @cached_property
    def telling(self) -> Flags:
        """(m,) whether a text has a word that one person alone uses, of those learned."""
        return np.asarray(self._speakers.one[self._word].any(axis=1), dtype=np.bool_)

    @cached_property
    def _telling_runs(self) -> Flags:
        found = np.zeros(self.runs.keys.count, dtype=np.bool_)
        found[self.runs.key] = self.telling
        return found

    def read(self, part: Stretch, offset: int) -> None:
        """Look the texts up in a part of a release.

        A text without a word of its own counts only where it stands alone.

        Args:
            part: The part.
            offset: The place of the first text of the whole.
        """
        at, key = self.runs.keys.find(hashes(part.words, self.runs.size))
        fits = self._telling_runs[key] | (part.alone[at] == self.runs.size)
        at, key = at[fits], key[fits]
        new = self._first[key] < 0
        at, key = at[new][::-1], key[new][::-1]
        self._first[key] = part.rows[at] + offset

    @property
    def first(self) -> Places:
        """(m,) the first place in what was read that holds each text; -1 where there is none."""
        return self._first[self.runs.key]
