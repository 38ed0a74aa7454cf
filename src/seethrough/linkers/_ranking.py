"""From a matrix of scores to the best documents, with ties broken at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from seethrough.protocols import FloatArray, Generator, Links

CELLS = 1 << 22
"""Scores that a linker holds at once: 32 MiB of float64."""


def rank(
    blocks: Iterable[FloatArray],
    hidden: Sequence[Sequence[int]],
    depth: int,
    rng: Generator,
) -> Links:
    """Return the best visible documents for each query.

    Args:
        blocks: Consecutive rows of the (n, m) matrix of scores, higher is a better match.
        hidden: For each of the n queries the documents that it must not see.
        depth: Documents to return for each query.
        rng: Breaks ties, so that the order of the documents tells nothing.
    """
    indices = np.full((len(hidden), depth), -1, dtype=np.int64)
    scores = np.full((len(hidden), depth), -np.inf)
    query = 0
    for block in blocks:
        for row in np.asarray(block, dtype=np.float64):
            best = _best(row, hidden[query], depth, rng)
            indices[query, : len(best)] = best
            scores[query, : len(best)] = row[best]
            query += 1
    return Links(indices, scores)


def distinct(documents: Sequence[str]) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Return the distinct documents and, for each document, where it stands among them.

    Scored once, equal documents are sure to tie.
    """
    positions: dict[str, int] = {}
    where = [positions.setdefault(document, len(positions)) for document in documents]
    return list(positions), np.array(where, dtype=np.int64)


def chunks(rows: int, columns: int) -> Iterator[slice]:
    """Yield slices of rows that hold at most ``CELLS`` scores, or a single row."""
    size = max(1, CELLS // max(1, columns))
    for start in range(0, rows, size):
        yield slice(start, min(rows, start + size))


def _best(
    row: npt.NDArray[np.float64], hidden: Sequence[int], depth: int, rng: Generator
) -> npt.NDArray[np.int64]:
    visible = np.ones(len(row), dtype=bool)
    visible[list(hidden)] = False
    candidates = np.flatnonzero(visible)
    count = min(depth, len(candidates))
    if count <= 0:
        return np.zeros(0, dtype=np.int64)
    seen = row[candidates]
    if count < len(candidates):
        least = np.partition(seen, len(seen) - count)[len(seen) - count]
        candidates = candidates[seen >= least]
        seen = row[candidates]
    order = np.lexsort((rng.random(len(candidates)), -seen))
    return candidates[order[:count]]
