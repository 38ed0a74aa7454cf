"""Linking by several linkers at once: reciprocal rank fusion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seethrough.linkers._ranking import CELLS, chunks, rank
from seethrough.linkers.bm25 import BM25
from seethrough.linkers.dense import Dense
from seethrough.protocols import FloatArray, Generator, Linker, Links


@dataclass(frozen=True)
class Hybrid:
    """The document that several linkers rank high.

    A score is the sum, over the linkers, of ``1 / (constant + rank)``, with ranks from 1 and
    documents of equal score at the mean of their ranks; higher is a better match. Where there
    are so many documents that the full rankings would not fit, a document past the end of a
    ranking gets nothing from it.

    Source: Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms Condorcet" (2009).

    Attributes:
        linkers: What is fused.
        constant: How little the first places stand out; above 0.
    """

    linkers: tuple[Linker, ...] = (BM25(), Dense())
    constant: float = 60.0

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        """Rank the documents by fused rank for each query."""
        length = min(len(documents), max(depth, 4 * CELLS // max(1, len(queries))))
        rankings = [linker.link(queries, documents, hidden, length, rng) for linker in self.linkers]
        blocks = self._blocks(rankings, len(queries), len(documents))
        return rank(blocks, hidden, depth, rng)

    def _blocks(
        self, rankings: Sequence[Links], queries: int, documents: int
    ) -> Iterator[FloatArray]:
        for rows in chunks(queries, documents):
            fused = np.zeros((rows.stop - rows.start, documents))
            for indices, scores in rankings:
                for row, found, given in zip(fused, indices[rows], scores[rows], strict=True):
                    there = found >= 0
                    row[found[there]] += 1 / (self.constant + _ranks(given[there]))
            yield np.round(fused, 12)  # so that equal sums tie in any order of addition


def _ranks(scores: FloatArray) -> npt.NDArray[np.float64]:
    """Return the 1-based ranks of descending scores; equal scores share their mean rank."""
    if not len(scores):
        return np.zeros(0)
    starts = np.flatnonzero(np.r_[True, scores[1:] != scores[:-1]])
    ends = np.r_[starts[1:], len(scores)]
    return np.repeat((starts + 1 + ends) / 2, ends - starts)
