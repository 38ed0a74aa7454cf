"""Runs of words as numbers: hashes, whose they are, how much of a text they cover (pure)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_STEP = np.uint64(0xD6E8FEB86659FD93)

Codes = npt.NDArray[np.int32]
Hashes = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def hashes(codes: Codes, size: int) -> Hashes:
    """Return the hash of the run of ``size`` words that begins at each word.

    Two different runs among two million share a hash once in ten million such texts.

    Args:
        codes: (n,) one number per word.
        size: The length of a run, at least 1.

    Returns:
        (max(n - size + 1, 0),) hashes.
    """
    count = max(len(codes) - size + 1, 0)
    mixed = (codes.astype(np.int64).astype(np.uint64) + np.uint64(1)) * _MULTIPLIER
    mixed ^= mixed >> np.uint64(29)
    total: Hashes = np.zeros(count, dtype=np.uint64)
    for i in range(size):
        total *= _STEP
        total += mixed[i : i + count]
    total ^= total >> np.uint64(32)
    total *= _MULTIPLIER
    return total


def within(values: npt.NDArray[np.integer], size: int) -> Flags:
    """Return for each run of ``size`` places whether its first and last value are the same."""
    count = max(len(values) - size + 1, 0)
    return np.asarray(values[:count] == values[size - 1 :][:count], dtype=np.bool_)


def one_owner(keys: npt.NDArray[np.integer], owners: Places, count: int) -> Flags:
    """Return for each of ``count`` keys whether all places that hold it have the same owner.

    Args:
        keys: (n,) a key for each place, in [0, count).
        owners: (n,) whose each place is, at least 0.
        count: How many keys there are; one without a place has no owner.
    """
    low = np.full(count, np.iinfo(np.int64).max)
    high = np.full(count, -1, dtype=np.int64)
    np.minimum.at(low, keys, owners)
    np.maximum.at(high, keys, owners)
    return np.asarray(low == high, dtype=np.bool_)


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
        bits: The map takes two to this power bytes.
    """

    def __init__(self, keys: Hashes, bits: int = 24) -> None:
        self._keys = keys
        self._shift = np.uint64(64 - bits)
        self._map = np.zeros(1 << bits, dtype=np.bool_)
        self._map[keys >> self._shift] = True

    def find(self, wanted: Hashes) -> tuple[Places, Places]:
        """Return the places of the hashes that are keys, and which keys they are."""
        maybe = np.flatnonzero(self._map[wanted >> self._shift])
        rank = np.searchsorted(self._keys, wanted[maybe])
        rank[rank == len(self._keys)] = 0
        same = self._keys[rank] == wanted[maybe] if len(self._keys) else np.zeros(0, dtype=np.bool_)
        return maybe[same], rank[same]
