"""From a matrix of scores to the best documents, with ties broken at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.protocols import FloatArray, Generator, Links

CELLS = 1 << 22
"""Scores that a linker holds at once: 32 MiB of float64."""

LONGEST = 1000
"""The most documents that a short list holds."""


class Shortlist(NamedTuple):
    """The documents that fit a query best.

    Attributes:
        documents: Their indices, in order.
        scores: Their scores.
    """

    documents: npt.NDArray[np.int64]
    scores: npt.NDArray[np.float64]


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
        rng: Breaks ties, so that the order of the documents gives nothing away.
    """
    lists = (
        Shortlist(np.arange(len(row)), row)
        for block in blocks
        for row in np.asarray(block, dtype=np.float64)
    )
    return rank_shortlists(lists, hidden, depth, rng)


def rank_shortlists(
    lists: Iterable[Shortlist],
    hidden: Sequence[Sequence[int]],
    depth: int,
    rng: Generator,
) -> Links:
    """Return the best visible documents for each query, as ``rank`` does from whole rows.

    Args:
        lists: For each query at least all visible documents that can be among its best.
        hidden: As for ``rank``.
        depth: As for ``rank``.
        rng: As for ``rank``.
    """
    indices = np.full((len(hidden), depth), -1, dtype=np.int64)
    scores = np.full((len(hidden), depth), -np.inf)
    for query, short in enumerate(lists):
        best = _best(short, hidden[query], depth, rng)
        indices[query, : len(best)] = short.documents[best]
        scores[query, : len(best)] = short.scores[best]
    return Links(indices, scores)


def drawn(documents: int, hidden: Sequence[Sequence[int]], depth: int, rng: Generator) -> Links:
    """Return visible documents at random for each query, as ``rank`` does where all score 0.

    The draws are others than those of ``rank``, and take no time for each document.
    """
    indices = np.full((len(hidden), depth), -1, dtype=np.int64)
    scores = np.full((len(hidden), depth), -np.inf)
    for query, unseen in enumerate(hidden):
        some = rng.choice(documents, min(documents, depth + len(unseen)), replace=False)
        seen = some[~np.isin(some, list(unseen))][:depth]
        indices[query, : len(seen)] = seen
        scores[query, : len(seen)] = 0.0
    return Links(indices, scores)


def shortlist(row: npt.NDArray[np.float64], depth: int) -> Shortlist | None:
    """Return the documents that score no less than the ``depth``-th best, and their scores.

    None if so many tie that they are not worth keeping.
    """
    if 0 < depth < len(row):
        least = np.partition(row, len(row) - depth)[len(row) - depth]
        found = np.flatnonzero(row >= least)
    else:
        found = np.arange(len(row))
    return Shortlist(found, row[found]) if len(found) <= LONGEST else None


def distinct(documents: Sequence[str]) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Return the distinct documents and, for each document, its index among them.

    Because they are scored once, equal documents tie.
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
    short: Shortlist, hidden: Sequence[int], depth: int, rng: Generator
) -> npt.NDArray[np.int64]:
    """Return the places of the best in a short list, the best first."""
    scores = short.scores.copy()
    if len(hidden):
        scores[np.isin(short.documents, list(hidden))] = np.nan
    candidates = np.flatnonzero(scores > np.fmin.reduce(scores, initial=np.inf))
    if len(candidates) < depth:  # those that tie for the last place are wanted, too
        candidates = np.flatnonzero(~np.isnan(scores))
    count = min(depth, len(candidates))
    if count <= 0:
        return candidates[:0]
    if count < len(candidates):
        seen = scores[candidates]
        candidates = candidates[seen >= np.partition(seen, len(seen) - count)[len(seen) - count]]
    drawn = rng.random(len(candidates))
    surplus = len(candidates) - count
    if surplus:  # ties for the last place: those that lose the draw go before the rest is sorted
        tied = np.flatnonzero(scores[candidates] == scores[candidates].min())
        lost = tied[np.argpartition(-drawn[tied], surplus - 1)[:surplus]]
        candidates, drawn = np.delete(candidates, lost), np.delete(drawn, lost)
    return candidates[np.lexsort((drawn, -scores[candidates]))]
