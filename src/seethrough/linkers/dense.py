"""Linking by meaning: cosine similarity of sentence embeddings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from itertools import chain, islice
from typing import Annotated

import numpy as np
import numpy.typing as npt

from seethrough.embeddings.minilm import MiniLM
from seethrough.fields import Between
from seethrough.linkers._ranking import CELLS, chunks, distinct, rank
from seethrough.parallel.cores import cores
from seethrough.parallel.parts import parts_by_length
from seethrough.parallel.spreading import spread
from seethrough.protocols import Generator, Linker, Links

_KEPT = 4_096
"""How many windows' vectors are cached, 6 MiB."""

_PART = 16_384
"""How many characters are embedded at once, some 4,000 tokens."""

_DECIMALS = 6
"""The resolution of float32; texts with equal tokens must tie at any position."""


@dataclass(frozen=True)
class Dense(Linker):
    """The document closest in meaning to the query.

    Query and document are cut into windows at sentence ends, so that nothing is truncated, and
    each is embedded by all-MiniLM-L6-v2. A score is the mean, over the query's windows, of the
    cosine with the document's nearest window: a value in [-1, 1], higher is a better match.

    Measured when this was chosen, on the 25 actors of ``benchmarks/papers/wikiactors.py`` (225
    abstracts, original ones included; found first among 518 people / the other way round among 25):
    first window alone 28 / 69, mean of the windows 101 / 132, nearest pair of windows 123 / 152,
    this one 141 / 152; with windows of 64 tokens 145 / 151, of 256 tokens 125 / 155. The choice was
    made on those actors, so the figures of that benchmark flatter this linker a little.

    Sources: Reimers and Gurevych, "Sentence-BERT" (2019); Khattab and Zaharia, "ColBERT" (2020),
    section 3.3, for the sum of maxima, here over windows instead of tokens.

    Attributes:
        window: The most tokens in a window, 3 to 256.
        threads: Threads to compute with; does not change the result.
    """

    window: Annotated[int, Between(3, 256)] = 128
    threads: Annotated[int, Between(1, 1024)] = 2

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        """Rank the documents by mean of the best cosines for each query.

        Raises:
            UnavailableError: The embedding model is not installed.
        """
        unique, where = distinct(documents)
        if not queries or not unique:
            return rank(np.zeros((1, len(queries), 0)), hidden, depth, rng)
        asked, offered = (
            _embed(tuple(texts), self.window, self.threads) for texts in (queries, unique)
        )
        blocks = (
            block[rows][:, where]
            for block in _blocks(*asked, *offered)
            for rows in chunks(len(block), len(where))
        )
        return rank(blocks, hidden, depth, rng)


@lru_cache(maxsize=4)  # an audit links the same texts for its targets and for its control
def _embed(
    texts: tuple[str, ...], window: int, threads: int
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]:
    """Return the (w, 384) vectors of all windows and the (n + 1,) bounds of each text's."""
    model = MiniLM(threads=threads)
    windows = [model.windows(text, window) for text in texts]
    bounds = np.cumsum([0, *map(len, windows)])
    return _vectors(model, [piece for text in windows for piece in text]), bounds


def _vectors(model: MiniLM, windows: Sequence[str]) -> npt.NDArray[np.float32]:
    """Return the (w, 384) vectors of windows, those that were embedded lately from memory.

    Targets, the curve over the number of facts and self-tests share many texts, never all.
    """
    known = _lately(model)
    # Windows of like length come together: the model reads those of one length at once.
    new = sorted({window for window in windows if window not in known}, key=lambda w: (len(w), w))
    parts = parts_by_length(new, _PART, len)
    rows = chain.from_iterable(spread(partial(_embedded, model), parts))
    made = dict(zip(new, rows, strict=True))
    vectors = np.stack([known[w] if w in known else made[w] for w in windows])
    for window in [w for w in dict.fromkeys(windows) if w in made][-_KEPT:]:
        known[window] = made[window].copy()
    for window in list(islice(known, max(0, len(known) - _KEPT))):
        del known[window]
    return vectors


def _embedded(model: MiniLM, windows: Sequence[str]) -> npt.NDArray[np.float32]:
    """Return the (w, 384) vectors of a part of the windows, with no more threads than are free."""
    return replace(model, threads=min(model.threads, cores())).embed(windows)


@cache
def _lately(model: MiniLM) -> dict[str, npt.NDArray[np.float32]]:
    return {}


def _blocks(
    asked: npt.NDArray[np.float32],
    queries: npt.NDArray[np.int64],
    offered: npt.NDArray[np.float32],
    documents: npt.NDArray[np.int64],
) -> Iterator[npt.NDArray[np.float64]]:
    """Yield consecutive rows of the matrix of scores, a bounded number of cosines at a time."""
    most = max(1, CELLS // len(offered))
    first = 0
    while first < len(queries) - 1:
        last = int(np.searchsorted(queries, queries[first] + most, side="right")) - 1
        last = max(first + 1, last)
        bounds = queries[first : last + 1]
        cosines = asked[bounds[0] : bounds[-1]] @ offered.T
        nearest = np.maximum.reduceat(cosines, documents[:-1], axis=1).astype(np.float64)
        sums = np.add.reduceat(nearest, bounds[:-1] - bounds[0], axis=0)
        yield np.round(sums / np.diff(bounds)[:, None], _DECIMALS)
        first = last
