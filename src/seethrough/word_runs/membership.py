"""Which of many hashes are among known ones (pure)."""

from __future__ import annotations

import numpy as np

from seethrough.word_runs.hashing import Hashes, Places


class Membership:
    """Which of sorted keys hashes are, most misses being told by a bit map.

    Args:
        keys: (k,) sorted, each once.
        same: So many leading bits are the same in all keys, and in all that is looked for.

    Attributes:
        count: How many keys there are.
    """

    def __init__(self, keys: Hashes, same: int = 0) -> None:
        self._keys, self.count = keys, len(keys)
        bits = min(24, len(keys).bit_length() + 3)  # a map of 16 MiB at the most
        self._same, self._shift = np.uint64(same), np.uint64(64 - bits)
        self._map = np.zeros(1 << bits, dtype=np.bool_)
        self._map[self._cell(keys)] = True

    def find(self, wanted: Hashes) -> tuple[Places, Places]:
        """Return the places of the hashes that are keys, and which keys they are."""
        maybe = np.flatnonzero(self._map[self._cell(wanted)])
        rank = np.searchsorted(self._keys, wanted[maybe])
        rank[rank == len(self._keys)] = 0
        same = self._keys[rank] == wanted[maybe] if len(self._keys) else np.zeros(0, dtype=np.bool_)
        return maybe[same], rank[same]

    def _cell(self, wanted: Hashes) -> Hashes:
        return (wanted << self._same) >> self._shift
