"""Runs as flags, one for the word that each begins at: how much they cover (pure)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Flags = npt.NDArray[np.bool_]


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
