"""Linking everyone jointly: each record belongs to only one target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt

from seethrough.fields import Between
from seethrough.linkers._ranking import CELLS
from seethrough.linkers.bm25 import BM25
from seethrough.protocols import FloatArray, Generator, Linker, Links


@dataclass(frozen=True)
class Assignment(Linker):
    """The document that a joint assignment gives to a query, each document to one query at most.

    An adversary who knows something about everyone, and that every record belongs to one target,
    links all of them together: the assignment of documents to queries, each at most once, that
    has the highest sum of scores. As many queries as possible get a document, and none gets one
    that is hidden from it. The assigned document comes first, the rest follow by the scores of
    ``linker``; the assigned one is lifted to the best score of its row where it was lower.

    Only the first ``candidates`` documents of each query are considered where the full matrix
    would not fit; a query whose candidates all went to others then keeps its ranking.

    Source: Kuhn, "The Hungarian method for the assignment problem" (1955); solved by SciPy.

    Attributes:
        linker: Scores the documents for each query.
        candidates: Documents considered for each query in a large problem, at least 1.
    """

    linker: Linker = BM25()
    candidates: Annotated[int, Between(1)] = 100

    def apart(self) -> Linker:
        """Return the linker whose scores are assigned."""
        return self.linker

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        """Rank the documents for each query, the jointly assigned one first."""
        small = len(queries) * len(documents) <= CELLS
        width = len(documents) if small else max(depth, self.candidates)
        links = self.linker.link(queries, documents, hidden, width, rng)
        solve = _solve_dense if small else _solve_sparse
        assigned = solve(links, len(documents), rng)
        return _assigned_first(links, assigned, depth)


def _solve_dense(links: Links, documents: int, rng: Generator) -> npt.NDArray[np.int64]:
    """Return the (n,) document of each query, -1 for none, from complete rankings."""
    from scipy.optimize import linear_sum_assignment

    assigned = np.full(len(links.indices), -1, dtype=np.int64)
    rows, places = np.nonzero(links.indices >= 0)
    if not len(rows):
        return assigned
    scores = links.scores[rows, places]
    row_order, column_order = rng.permutation(len(assigned)), rng.permutation(documents)
    forbidden = _forbidden(scores, len(assigned))
    costs = np.full((len(assigned), documents), forbidden)
    costs[row_order[rows], column_order[links.indices[rows, places]]] = -scores
    chosen_rows, chosen_columns = linear_sum_assignment(costs)
    allowed = costs[chosen_rows, chosen_columns] < forbidden
    chosen_rows, chosen_columns = chosen_rows[allowed], chosen_columns[allowed]
    assigned[np.argsort(row_order)[chosen_rows]] = np.argsort(column_order)[chosen_columns]
    return assigned


def _solve_sparse(links: Links, documents: int, rng: Generator) -> npt.NDArray[np.int64]:
    """Return the (n,) document of each query, -1 for none, from its best candidates.

    Every query has its own dummy document to fall back on, which costs more than any document.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    queries = len(links.indices)
    rows, places = np.nonzero(links.indices >= 0)
    scores = links.scores[rows, places]
    row_order, column_order = rng.permutation(queries), rng.permutation(documents)
    each = np.arange(queries)
    highest = scores.max(initial=0.0)
    costs = csr_array(
        (
            np.r_[
                1 + highest - scores, np.full(queries, 1 + highest + _forbidden(scores, queries))
            ],
            (
                np.r_[row_order[rows], each],
                np.r_[column_order[links.indices[rows, places]], documents + each],
            ),
        ),
        shape=(queries, documents + queries),
    )
    chosen_rows, chosen_columns = min_weight_full_bipartite_matching(costs)
    real = chosen_columns < documents
    assigned = np.full(queries, -1, dtype=np.int64)
    chosen_rows, chosen_columns = chosen_rows[real], chosen_columns[real]
    assigned[np.argsort(row_order)[chosen_rows]] = np.argsort(column_order)[chosen_columns]
    return assigned


def _forbidden(scores: FloatArray, queries: int) -> float:
    """Return a cost that no assignment accepts to improve the other pairs."""
    spread = float(np.ptp(scores)) if len(scores) else 0.0
    return (queries + 1) * (spread + 1) - float(scores.min(initial=0.0))


def _assigned_first(links: Links, assigned: npt.NDArray[np.int64], depth: int) -> Links:
    """Return the links with each query's assigned document moved to the front."""
    first = links.indices == assigned[:, None]
    first[assigned < 0] = False
    order = np.argsort(~first, axis=1, kind="stable")[:, :depth]
    indices = np.take_along_axis(links.indices, order, axis=1)
    scores = np.take_along_axis(links.scores, order, axis=1)
    if scores.shape[1]:
        scores[:, 0] = np.where(indices[:, 0] >= 0, links.scores.max(axis=1), scores[:, 0])
    missing = depth - indices.shape[1]
    return Links(
        np.pad(indices, ((0, 0), (0, missing)), constant_values=-1),
        np.pad(scores, ((0, 0), (0, missing)), constant_values=-np.inf),
    )
