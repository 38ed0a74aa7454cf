"""Runs of words as hashes (pure)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_STEP = np.uint64(0xD6E8FEB86659FD93)

Hashes = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]


def hashes(words: Hashes, size: int) -> Hashes:
    """Return the hash of the run of ``size`` words that begins at each word.

    Two different runs among two million share a hash once in ten million such texts.

    Args:
        words: (n,) one number per word, as unsigned integers.
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
