"""Arrays of rows of different lengths: a flat array and where each row starts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def starts_of(lengths: npt.NDArray[np.integer]) -> Ints:
    """Return the (n + 1,) starts of n rows of the given lengths; the last entry is the total."""
    starts = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


def flat_ranges(begin: npt.NDArray[np.integer], lengths: npt.NDArray[np.integer]) -> Ints:
    """Return ``begin[i], begin[i] + 1, ...`` (``lengths[i]`` of them) for every i, joined."""
    starts = starts_of(lengths)
    return np.arange(starts[-1], dtype=np.int64) + np.repeat(begin - starts[:-1], lengths)


def row_sums(values: npt.NDArray[np.floating], starts: Ints) -> Floats:
    """Return the (n,) sum of each row; 0 for an empty one."""
    sums = np.zeros(len(starts) - 1)
    some = np.diff(starts) > 0
    if some.any():
        sums[some] = np.add.reduceat(values, starts[:-1][some])
    return sums


def row_maxima(values: npt.NDArray[np.floating], starts: Ints) -> Floats:
    """Return the (n,) largest value of each row; -inf for an empty one."""
    maxima = np.full(len(starts) - 1, -np.inf)
    some = np.diff(starts) > 0
    if some.any():
        maxima[some] = np.maximum.reduceat(values, starts[:-1][some])
    return maxima


def row_numbers(starts: Ints) -> Ints:
    """Return the row that each element of the flat array belongs to."""
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


def sort_rows(values: npt.NDArray[np.floating], starts: Ints) -> Ints:
    """Return the flat order that sorts every row by falling value, ties as they stand."""
    return np.lexsort((-values, row_numbers(starts)))
