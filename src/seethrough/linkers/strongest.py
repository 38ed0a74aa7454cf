"""Linking by the strongest of several linkers, chosen on other people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from seethrough.linkers.assignment import Assignment
from seethrough.linkers.bm25 import BM25
from seethrough.linkers.combsum import CombSum
from seethrough.linkers.dense import Dense
from seethrough.protocols import Generator, Linker, Links


@dataclass(frozen=True)
class Strongest(Linker):
    """The document found by the linker that finds most, of several that are tried.

    Which one that is depends on the release: shared rare words where records were left as they
    are, meaning where they were reworded, joint assignment where everybody's record is there.
    Where each released record stands for a private one, an audit tries all ``linkers`` and takes
    for one half of the people the linker that finds most of the other half
    (``seethrough.engine.runs.linker_choice``), so that the choice does not flatter the figure.

    Where nothing says what is right, because the records are not aligned or
    because this linker is asked by itself, ``alone`` answers. It links each query apart from the
    others: an assignment of all of them at once would depend on how many there are, and a small
    control group would get better records than a large group of targets.

    Source: Cawley and Talbot, "On over-fitting in model selection and subsequent selection bias in
    performance evaluation" (2010), section 5, for a choice on data apart from those reported on.

    Attributes:
        linkers: What to choose from, the cheaper first: those after one that finds nearly all are
            not tried. The last one is taken unless another is clearly better, and where there are
            too few people to choose.
        alone: What links where there is nothing to choose by.
    """

    linkers: tuple[Linker, ...] = (BM25(), Dense(), Assignment(linker=CombSum()))
    alone: Linker = CombSum()

    def choices(self) -> tuple[Linker, ...]:
        """Return what to choose from."""
        return self.linkers

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        """Rank the documents for each query by ``alone``."""
        return self.alone.link(queries, documents, hidden, depth, rng)
