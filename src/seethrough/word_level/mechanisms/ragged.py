"""Arrays of rows of different lengths: a flat array and where each row starts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seethrough.statistics.arrays import Floats, Ints


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
    size = len(values)
    rows = row_numbers(starts)
    rank = np.empty(size, dtype=np.int64)
    rank[np.argsort(-values)] = np.arange(size)
    order = np.argsort(rows * size + rank)
    ordered = values[order]
    same = np.zeros(size + 1, dtype=bool)
    same[1:-1] = (ordered[1:] == ordered[:-1]) & (rows[1:] == rows[:-1])
    if same.any():
        tied = np.flatnonzero(same[:-1] | same[1:])
        run = np.cumsum(~same[:-1])[tied]
        order[tied] = order[tied][np.lexsort((order[tied], run))]
    return order


def row_tops(values: npt.NDArray[np.floating], starts: Ints, count: int) -> Ints:
    """Return the (n, count) flat places of each row's largest values, the largest first.

    -1 where a row has fewer; among equals the first comes first.
    """
    lengths = np.diff(starts)
    rows = row_numbers(starts)
    left = values.astype(np.float64)
    found = np.full((len(lengths), count), -1, dtype=np.int64)
    for column in range(min(count, int(lengths.max(initial=0)))):
        hits = np.flatnonzero(left == row_maxima(left, starts)[rows])
        owner = rows[hits]
        fresh = np.ones(len(hits), dtype=bool)
        fresh[1:] = owner[1:] != owner[:-1]
        fresh &= lengths[owner] > column
        found[owner[fresh], column] = hits[fresh]
        left[hits[fresh]] = -np.inf
    return found
