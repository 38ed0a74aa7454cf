"""Linking by shared wording in order: ROUGE-L recall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Annotated

import numpy as np
import numpy.typing as npt

from seethrough.fields import Between
from seethrough.linkers._ranking import LONGEST, Shortlist, distinct, rank, shortlist
from seethrough.protocols import Generator, Linker, Links
from seethrough.text.rouge import rouge_l_recall_blocks


@dataclass(frozen=True)
class RougeL(Linker):
    """The document that keeps most of the query's words in their order.

    A score is a ROUGE-L recall in [0, 1] (query as reference, stemmed), higher is a better match.

    Source: C.-Y. Lin, "ROUGE: a package for automatic evaluation of summaries" (2004), section 3.

    Attributes:
        threads: Threads to compute with; does not change the result.
    """

    threads: Annotated[int, Between(1, 1024)] = 2

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        """Rank the documents by ROUGE-L recall of each query."""
        rows = _rows(tuple(queries), tuple(documents), hidden, depth, self.threads)
        return rank((row[None, :] for row in rows), hidden, depth, rng)


def _rows(
    queries: tuple[str, ...],
    documents: tuple[str, ...],
    hidden: Sequence[Sequence[int]],
    depth: int,
    threads: int,
) -> Iterator[npt.NDArray[np.float64]]:
    """Yield each query's (m,) scores; -inf for what cannot be among its best visible documents."""
    shortlists: Sequence[Shortlist | None] = [None] * len(queries)
    if 2 * depth <= LONGEST:
        shortlists = _shortlists(queries, documents, 2 * depth, threads)
    kept = [
        best if len(unseen) <= depth else None
        for best, unseen in zip(shortlists, hidden, strict=True)
    ]
    others = [query for query, best in zip(queries, kept, strict=True) if best is None]
    scored = _scores(others, documents, threads)
    for best in kept:
        if best is None:
            yield next(scored)
        else:
            row = np.full(len(documents), -np.inf)
            row[best.documents] = best.scores
            yield row


@lru_cache(maxsize=2)  # an audit asks the same for its targets and for its control
def _shortlists(
    queries: tuple[str, ...], documents: tuple[str, ...], depth: int, threads: int
) -> list[Shortlist | None]:
    """Return each query's best documents and their scores, whatever is hidden from it."""
    return [shortlist(row, depth) for row in _scores(queries, documents, threads)]


def _scores(
    queries: Sequence[str], documents: Sequence[str], threads: int
) -> Iterator[npt.NDArray[np.float64]]:
    """Yield each query's (m,) scores."""
    unique, where = distinct(documents)
    return (
        row[where] for row in chain.from_iterable(rouge_l_recall_blocks(queries, unique, threads))
    )
