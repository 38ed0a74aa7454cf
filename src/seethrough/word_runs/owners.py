"""What one person alone holds."""

from __future__ import annotations

import numpy as np

from seethrough.word_runs.flags import Flags
from seethrough.word_runs.hashing import Hashes, Places
from seethrough.word_runs.membership import Membership


class Owners:
    """Which of some hashes one person alone holds, told part by part.

    What several people hold is looked for no longer: soon most words are.

    Args:
        keys: (k,) the hashes, sorted, each once; one that nobody holds has no owner.
    """

    def __init__(self, keys: Hashes) -> None:
        self._keys = keys
        self._low = np.full(len(keys), np.iinfo(np.int64).max)
        self._high = np.full(len(keys), -1, dtype=np.int64)
        self._look_for(np.arange(len(keys)))

    def see(self, held: Hashes, persons: Places) -> None:
        """Add what is held.

        Args:
            held: (n,) hashes, of which any may be keys.
            persons: (n,) who holds each, at least 0.
        """
        at, which = self._wanted.find(held)
        keys = self._places[which]
        np.minimum.at(self._low, keys, persons[at])
        np.maximum.at(self._high, keys, persons[at])
        unshared = self._places[self._low[self._places] >= self._high[self._places]]
        if 2 * len(unshared) < len(self._places):
            self._look_for(unshared)

    @property
    def one(self) -> Flags:
        """(k,) whether all who hold a key are the same person."""
        return np.asarray(self._low == self._high, dtype=np.bool_)

    def _look_for(self, places: Places) -> None:
        self._places, self._wanted = places, Membership(self._keys[places])
