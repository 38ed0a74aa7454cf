"""Linking by whole lines that are the same."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seethrough.linkers._ranking import rank
from seethrough.protocols import Generator, Linker, Links
from seethrough.text.normalised import words


@dataclass(frozen=True)
class Lines(Linker):
    """The document that has most of the query's lines, rare ones above all.

    The columns of a released row are lines of its text, so that a pseudonym that several rows have
    in common stands out, however long the texts beside it are. Lines are compared by their words.
    A score is the sum, over the query's different lines that the document has, of
    ``log(1 + (N - df + 0.5) / (df + 0.5))``, N and df those of the documents that the query may
    see; 0 or more, higher is a better match.

    Source: Fellegi and Sunter, "A theory for record linkage" (1969), where agreement on a rare
    value weighs more; the weight is that of BM25 (``bm25``).
    """

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        """Rank the documents by the lines that they share with each query."""
        holders: dict[str, list[int]] = defaultdict(list)
        for place, document in enumerate(documents):
            for line in _lines(document):
                holders[line].append(place)
        rows = (
            _scores(query, holders, set(unseen), len(documents))[None, :]
            for query, unseen in zip(queries, hidden, strict=True)
        )
        return rank(rows, hidden, depth, rng)


def _scores(
    query: str, holders: dict[str, list[int]], unseen: set[int], documents: int
) -> npt.NDArray[np.float64]:
    scores = np.zeros(documents)
    for line in _lines(query):
        seen = [place for place in holders.get(line, ()) if place not in unseen]
        rest = documents - len(unseen) - len(seen)
        scores[seen] += math.log(1 + (rest + 0.5) / (len(seen) + 0.5))
    return scores


def _lines(text: str) -> Iterator[str]:
    lines = (" ".join(words(line)) for line in text.splitlines())
    yield from dict.fromkeys(line for line in lines if line)
