"""Runs of words of some texts: whose they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import numpy as np

from seethrough.word_runs.flags import Flags
from seethrough.word_runs.hashing import Places, hashes
from seethrough.word_runs.membership import Membership
from seethrough.word_runs.owners import Owners
from seethrough.word_runs.word_hashes import Hashed, hashed, within_texts


class Owned(Protocol):
    """What some people's records may hold."""

    def held(self, records: Hashed, persons: Places) -> None:
        """Learn which people's records hold it.

        Args:
            records: The words of some records.
            persons: (r,) whose each record is.
        """


def learn_owners(tables: Sequence[Owned], texts: Sequence[str], persons: Places) -> None:
    """Let tables learn who holds what.

    Args:
        tables: The tables.
        texts: The texts of r records.
        persons: (r,) whose each record is.
    """
    first = 0
    for part in hashed(texts):
        for table in tables:
            table.held(part, persons[first : first + len(part.lengths)])
        first += len(part.lengths)


class OwnRuns:
    """The runs of texts, and whether one person alone holds them.

    Args:
        size: The length of a run, in words.
        texts: The words of all texts.

    Attributes:
        size: The length of a run, in words.
        keys: The different runs.
        key: (n,) which of these each run is, text by text.
        bounds: (m + 1,) where each text's runs begin.
    """

    def __init__(self, size: int, texts: Hashed) -> None:
        self.size = size
        runs = hashes(texts.words, size)[within_texts(texts.lengths, size)]
        different, self.key = np.unique(runs, return_inverse=True)
        self.keys = Membership(different)
        self.bounds = np.concatenate([[0], np.maximum(texts.lengths - size + 1, 0).cumsum()])
        self._holders = Owners(different)

    def held(self, records: Hashed, persons: Places) -> None:
        """Learn which people's records hold these runs; as `Owned.held`."""
        inside = np.flatnonzero(within_texts(records.lengths, self.size))
        runs = hashes(records.words, self.size)[inside]
        self._holders.see(runs, np.repeat(persons, records.lengths)[inside])

    @cached_property
    def own(self) -> Flags:
        """(n,) whether one person alone holds a run, of all whose records were learned."""
        return self._holders.one[self.key]
