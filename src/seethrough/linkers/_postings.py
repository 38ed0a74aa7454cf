"""An inverted index: which documents hold a term, and the best of them by BM25."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.linkers._ranking import Shortlist
from seethrough.parallel.gathering import Gathered
from seethrough.statistics.arrays import Floats, IntArray

SLACK = 1 + 1e-9
"""A bound is so much looser than computed, so that rounding never drops a document."""


LOOKUP = 10
"""Looking a document up among those of a term costs so many times as much as reading the next."""

FEW = 1 << 16
"""Of so many documents that hold a rare term, those that are ahead tell what score suffices."""

AHEAD = 4
"""So many times as many documents as are wanted are scored to see what score suffices."""


class Counted(NamedTuple):
    """Some documents as counts of terms.

    Attributes:
        terms: The distinct terms.
        lengths: (n,) how many terms each document has, every occurrence counted.
        starts: (n + 1,) where a document's entries start in the two that follow.
        entries: Places in ``terms``, each once for a document.
        counts: How often the document has the term.
    """

    terms: list[str]
    lengths: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]
    entries: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int32]


def counted(documents: Sequence[str], analyze: Callable[[str], list[str]]) -> Counted:
    """Count the terms of documents."""
    places: dict[str, int] = {}
    bags = [[places.setdefault(term, len(places)) for term in analyze(d)] for d in documents]
    lengths = np.array([len(bag) for bag in bags], dtype=np.int64)
    terms = np.fromiter((place for bag in bags for place in bag), np.int64, int(lengths.sum()))
    rows = np.repeat(np.arange(len(bags)), lengths)
    keys, counts = np.unique(rows * max(1, len(places)) + terms, return_counts=True)
    rows, entries = np.divmod(keys, max(1, len(places)))
    starts = np.searchsorted(rows, np.arange(len(bags) + 1))
    return Counted(list(places), lengths, starts, entries.astype(np.int32), counts.astype(np.int32))


class Saturation(NamedTuple):
    """How soon occurrences of a term stop counting.

    Attributes:
        k1: See ``BM25``.
        b: See ``BM25``.
        mean: The mean length of the documents that a query may see.
    """

    k1: float
    b: float
    mean: float

    def shares(self, counts: IntArray, lengths: IntArray) -> Floats:
        """Return the share of a term's weight that a count in a document brings, 0 to 1."""
        norms = self.k1 * (1 - self.b + self.b * lengths / self.mean)
        shares: Floats = counts / np.maximum(counts + norms, 1e-300)
        return shares


class _Asked(NamedTuple):
    """The distinct terms of a query, rarest first.

    Attributes:
        terms: Their numbers.
        weights: What each weighs, all its occurrences in the query together.
        bounds: The most that each can add to a score.
    """

    terms: IntArray
    weights: Floats
    bounds: Floats


class Postings:
    """Documents by term.

    Args:
        parts: All documents, in order, as ``counted`` gives them.
    """

    def __init__(self, parts: Iterable[Counted]) -> None:
        from scipy.sparse import csr_array

        self._numbers: dict[str, int] = {}
        lengths, sizes = Gathered(np.int64), Gathered(np.int64)
        terms, counts = Gathered(np.int32), Gathered(np.int32)
        for part in parts:
            lengths.add(part.lengths)
            sizes.add(np.diff(part.starts))
            terms.add(self._numbered(part.terms)[part.entries])
            counts.add(part.counts)
        self._lengths: IntArray = lengths.array()
        self._terms: IntArray = terms.array()
        self._starts = np.r_[0, np.cumsum(sizes.array())]
        shape = (len(self._lengths), len(self._numbers))
        by_term = csr_array((counts.array(), self._terms, self._starts), shape=shape).tocsc()
        self._term_starts = by_term.indptr
        self._documents: IntArray = by_term.indices
        self._counts: IntArray = by_term.data
        self._bounds: dict[tuple[float, float], Floats] = {}
        self._rooms = threading.local()

    def __len__(self) -> int:
        return len(self._lengths)

    def numbers(self, terms: Iterable[str]) -> list[int]:
        """Return the numbers of those terms that are in any document."""
        return [self._numbers[term] for term in terms if term in self._numbers]

    def scores(self, terms: Sequence[int], hidden: Sequence[int], k1: float, b: float) -> Floats:
        """Return the (m,) scores in a collection that never held the hidden documents.

        The scores of the hidden documents themselves mean nothing.
        """
        how = Saturation(k1, b, self._mean_length(hidden))
        asked = self._asked(terms, hidden, how)
        sizes = self._frequencies[asked.terms]
        starts = self._term_starts[asked.terms] - (np.cumsum(sizes) - sizes)
        places = np.arange(sizes.sum()) + np.repeat(starts, sizes)
        found = self._documents[places]
        shares = how.shares(self._counts[places], self._lengths[found])
        parts = np.repeat(asked.weights, sizes) * shares
        return np.bincount(found, parts, len(self)).astype(np.float64)  # whole numbers if empty

    def size(self, terms: Sequence[int]) -> int:
        """Return how many entries the distinct terms have together."""
        return int(self._frequencies[np.unique(np.asarray(terms, dtype=np.int64))].sum())

    def best(
        self, terms: Sequence[int], hidden: Sequence[int], depth: int, k1: float, b: float
    ) -> Shortlist | None:
        """Return all visible documents that can be among the best, with the scores of ``scores``.

        Terms are taken rarest first. Once ``depth`` documents have a score that the terms to come
        cannot bring together, a document without any of the terms so far cannot catch up, and
        common terms are looked up only for those still in the running (Turtle and Flood, "Query
        evaluation: strategies and optimizations", 1995, max score). None where fewer than
        ``depth`` documents share a term with the query.
        """
        how = Saturation(k1, b, self._mean_length(hidden))
        asked = self._asked(terms, hidden, how)
        rest = np.r_[np.cumsum(asked.bounds[::-1])[::-1], 0.0] * SLACK
        scores, unseen, reached = self._scratch(), np.unique(hidden), -np.inf
        scores.fill(0.0)
        rare, done, looked = [np.zeros(0, dtype=np.int32)], 0, 0
        for place in range(len(asked.terms)):
            if done > 3 * looked:
                near = _without(np.concatenate(rare), unseen)
                reached = max(reached, self._reached(near, asked, place, depth, how))
                looked = done
            if rest[place] < reached:
                break
            found, parts = self._parts(asked, place, how)
            if done < FEW:
                rare.append(found[scores[found] == 0])
            scores[found] += parts
            done += len(found)
        else:
            place = len(asked.terms)
        can = (scores > 0) & (scores + rest[place] >= reached)
        running = _without(np.flatnonzero(can), unseen)
        for later in range(place, len(asked.terms)):
            running = running[scores[running] + rest[later] >= reached]
            if LOOKUP * len(running) < self._frequencies[asked.terms[later]]:
                scores[running] += self._parts_of(running, asked, later, how)
            else:
                found, parts = self._parts(asked, later, how)
                scores[found] += parts
        if len(running) < depth:
            return None
        return Shortlist(running.astype(np.int64), scores[running])

    def _reached(
        self, documents: IntArray, asked: _Asked, place: int, depth: int, how: Saturation
    ) -> float:
        """Return a score that ``depth`` documents reach: those that are ahead before a place do."""
        if len(documents) < depth:
            return -np.inf
        scores, most = self._scratch(), AHEAD * depth
        ahead = documents
        if len(documents) > most:
            ahead = np.sort(documents[np.argpartition(-scores[documents], most)[:most]])
        totals = scores[ahead]
        for later in range(place, len(asked.terms)):
            totals += self._parts_of(ahead, asked, later, how)
        return float(np.partition(totals, len(totals) - depth)[len(totals) - depth])

    def _scratch(self) -> Floats:
        """Return room for a score of each document, of each thread its own."""
        if not hasattr(self._rooms, "scores"):
            self._rooms.scores = np.zeros(len(self))
        scores: Floats = self._rooms.scores
        return scores

    def _numbered(self, terms: Sequence[str]) -> npt.NDArray[np.int32]:
        numbers = self._numbers
        return np.array([numbers.setdefault(term, len(numbers)) for term in terms], dtype=np.int32)

    @cached_property
    def _frequencies(self) -> IntArray:
        return np.diff(self._term_starts)

    def _mean_length(self, hidden: Sequence[int]) -> float:
        missing = np.unique(np.asarray(hidden, dtype=np.int64))
        total = len(self) - len(missing)
        length = self._total_length - int(self._lengths[missing].sum())
        return max(length / max(1, total), 1e-9)

    @cached_property
    def _total_length(self) -> int:
        return int(self._lengths.sum())

    def _asked(self, terms: Sequence[int], hidden: Sequence[int], how: Saturation) -> _Asked:
        """Return the query's distinct terms; what they weigh is without the hidden documents."""
        missing = np.unique(np.asarray(hidden, dtype=np.int64))
        total = len(self) - len(missing)
        distinct, occurrences = np.unique(np.asarray(terms, np.int64), return_counts=True)
        everywhere = self._frequencies[distinct]
        frequencies = everywhere - self._held_by(missing, distinct)
        odds = (total - frequencies + 0.5) / (frequencies + 0.5)
        weights = occurrences.astype(np.float64) * np.log1p(odds)
        longer = max(1.0, how.mean / self._mean_length(()))
        bounds = weights * longer * self._most(how.k1, how.b)[distinct]
        order = np.argsort(everywhere, kind="stable")
        return _Asked(distinct[order], weights[order], bounds[order])

    def _held_by(self, documents: IntArray, terms: IntArray) -> IntArray:
        """Return how many of the documents hold each term."""
        if not len(documents):
            return np.zeros(len(terms), dtype=np.int64)
        spans = [self._terms[self._starts[d] : self._starts[d + 1]] for d in documents]
        held = np.sort(np.concatenate(spans))
        return np.searchsorted(held, terms, "right") - np.searchsorted(held, terms, "left")

    def _parts(self, asked: _Asked, place: int, how: Saturation) -> tuple[IntArray, Floats]:
        """Return the documents that hold a term, and what it adds to the score of each."""
        term = asked.terms[place]
        span = slice(self._term_starts[term], self._term_starts[term + 1])
        found = self._documents[span]
        return found, asked.weights[place] * how.shares(self._counts[span], self._lengths[found])

    def _parts_of(self, documents: IntArray, asked: _Asked, place: int, how: Saturation) -> Floats:
        """Return what a term adds to the scores of some documents."""
        term = asked.terms[place]
        first, last = self._term_starts[term], self._term_starts[term + 1]
        wanted = documents.astype(self._documents.dtype)  # else the whole list would be cast
        places = first + np.searchsorted(self._documents[first:last], wanted)
        places = np.minimum(places, last - 1)
        counts = np.where(self._documents[places] == documents, self._counts[places], 0)
        parts: Floats = asked.weights[place] * how.shares(counts, self._lengths[documents])
        return parts

    def _most(self, k1: float, b: float) -> Floats:
        """Return the greatest share of its weight that each term reaches in any document."""
        if (k1, b) not in self._bounds:
            most, how = np.zeros(len(self._numbers)), Saturation(k1, b, self._mean_length(()))
            for terms in _blocks(self._term_starts):
                starts = self._term_starts[terms.start : terms.stop + 1]
                span = slice(starts[0], starts[-1])
                shares = how.shares(self._counts[span], self._lengths[self._documents[span]])
                most[terms] = np.maximum.reduceat(shares, starts[:-1] - starts[0])
            self._bounds[k1, b] = most
        return self._bounds[k1, b]


def _without(documents: IntArray, unseen: IntArray) -> IntArray:
    return documents[~np.isin(documents, unseen)] if len(unseen) else documents


def _blocks(starts: IntArray, size: int = 1 << 22) -> Iterator[slice]:
    """Yield slices of terms that have about ``size`` entries together."""
    first = 0
    while first < len(starts) - 1:
        last = int(np.searchsorted(starts, starts[first] + size, side="right")) - 1
        last = min(max(last, first + 1), len(starts) - 1)
        yield slice(first, last)
        first = last
