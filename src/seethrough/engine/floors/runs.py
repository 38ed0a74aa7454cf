"""Runs of words as numbers: hashes, whose they are, how much of a text they cover (pure)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_STEP = np.uint64(0xD6E8FEB86659FD93)

Hashes = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def hashes(words: Hashes, size: int) -> Hashes:
    """Return the hash of the run of ``size`` words that begins at each word.

    Two different runs among two million share a hash once in ten million such texts.

    Args:
        words: (n,) one number per word.
        size: The length of a run, at least 1.

    Returns:
        (max(n - size + 1, 0),) hashes.
    """
    count = max(len(words) - size + 1, 0)
    mixed = (words + np.uint64(1)) * _MULTIPLIER
    mixed ^= mixed >> np.uint64(29)
    total: Hashes = np.zeros(count, dtype=np.uint64)
    for i in range(size):
        total *= _STEP
        total += mixed[i : i + count]
    total ^= total >> np.uint64(32)
    total *= _MULTIPLIER
    return total


class Owners:
    """Which of some keys one person alone holds, told place by place.

    Args:
        count: How many keys there are; one that nobody holds has no owner.
    """

    def __init__(self, count: int) -> None:
        self._low = np.full(count, np.iinfo(np.int64).max)
        self._high = np.full(count, -1, dtype=np.int64)

    def see(self, keys: npt.NDArray[np.integer], persons: npt.NDArray[np.integer]) -> None:
        """Add places that hold keys.

        Args:
            keys: (n,) the key of each place.
            persons: (n,) whose each place is, at least 0.
        """
        np.minimum.at(self._low, keys, persons)
        np.maximum.at(self._high, keys, persons)

    @property
    def one(self) -> Flags:
        """Whether all places that hold a key are the same person's."""
        return np.asarray(self._low == self._high, dtype=np.bool_)


def longest(flags: Flags) -> tuple[int, int]:
    """Return where the longest stretch of true flags begins, and its length; 0, 0 without one."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(np.int8), [0]])))
    begins, ends = edges[::2], edges[1::2]
    if not len(begins):
        return 0, 0
    best = int(np.argmax(ends - begins))
    return int(begins[best]), int(ends[best] - begins[best])


def covered(flags: Flags, size: int) -> int:
    """Return how many words the runs of ``size`` words whose flag is true cover together."""
    places = np.flatnonzero(flags)
    if not len(places):
        return 0
    return int(np.minimum(np.diff(places), size).sum()) + size


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
