"""Linking by shared wording in order: ROUGE-L recall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from seethrough.linkers._ranking import distinct, rank
from seethrough.protocols import Generator, Links
from seethrough.rouge import rouge_l_recall, rouge_l_recall_blocks

__all__ = ["RougeL", "rouge_l_recall"]


@dataclass(frozen=True)
class RougeL:
    """The document that keeps most of the query's words in their order.

    A score is a ROUGE-L recall in [0, 1] (query as reference, stemmed), higher is a better match.

    Source: C.-Y. Lin, "ROUGE: a package for automatic evaluation of summaries" (2004), section 3.

    Attributes:
        threads: Threads to compute with; does not change the result.
    """

    threads: int = 2

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        """Rank the documents by ROUGE-L recall of each query."""
        unique, where = distinct(documents)
        blocks = rouge_l_recall_blocks(queries, unique, self.threads)
        return rank((block[:, where] for block in blocks), hidden, depth, rng)
