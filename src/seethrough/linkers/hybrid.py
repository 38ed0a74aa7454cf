"""Linking by several linkers at once: reciprocal rank fusion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from seethrough.fields import Between
from seethrough.linkers._ranking import CELLS, chunks, rank
from seethrough.linkers.bm25 import BM25
from seethrough.linkers.dense import Dense
from seethrough.protocols import FloatArray, Generator, Linker, Links
from seethrough.statistics.agreement import mean_ranks


@dataclass(frozen=True)
class Hybrid(Linker):
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
    constant: Annotated[float, Between(0, 1_000_000)] = 60.0

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
                    row[found[there]] += 1 / (self.constant + mean_ranks(-given[there]))
            yield np.round(fused, 12)  # so that equal sums tie in any order of addition
