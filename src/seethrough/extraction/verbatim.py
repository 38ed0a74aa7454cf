"""Verbatim repetition of documents in answers.

Every run of ten tokens of the answers is hashed; the documents are read once, in blocks, and their
runs are looked up in a bit map, then in the sorted hashes, then compared token by token. So the
time grows with the sum of the lengths, not with their product, and no match rests on a hash alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.extraction.tokens import tokens
from seethrough.word_runs.flags import Flags
from seethrough.word_runs.hashing import Hashes, Places, hashes
from seethrough.word_runs.membership import Membership

BLOCK = 2_000
"""Documents that are read at a time."""

PLACES = 4_096
"""Places in the documents from which one run of tokens is followed; a set phrase with
more places may be found shorter than it is, but is always found."""

_SEPARATOR = "\x00"
_UNKNOWN, _BREAK = -1, -2

Ids = npt.NDArray[np.int32]


class Excerpt(NamedTuple):
    """The longest run of tokens of an answer that is also in a document.

    Attributes:
        start: Its first token in the answer.
        tokens: The tokens.
        documents: The documents that contain it, in order; at most ``PLACES``.
    """

    start: int
    tokens: tuple[str, ...]
    documents: tuple[int, ...]


def excerpts(
    answers: Sequence[str], documents: Sequence[str], least: int = 10
) -> list[list[Excerpt]]:
    """Return what each answer repeats from the documents.

    An answer is read from left to right: an excerpt is the longest run from its first token that
    is in some document; the search continues after it. So excerpts do not overlap.

    Source: SAGE, section 4.3 (Repeat Prompt, Repeat Context: at least 10 tokens that match).

    Args:
        answers: n texts.
        documents: m texts.
        least: The shortest excerpt, in tokens (``seethrough.extraction.tokens``), at least 1.

    Returns:
        For each answer its excerpts, in order.

    Raises:
        ValueError: ``least`` is below 1.
    """
    if least < 1:
        raise ValueError(f"least={least} must be at least 1")
    vocabulary: dict[str, int] = {}
    rows = []
    for answer in answers:
        words = tokens(answer)
        rows.append(words)
        for word in words:
            vocabulary.setdefault(word, len(vocabulary))
    spelled = [np.array([vocabulary[w] for w in words], dtype=np.int32) for words in rows]
    repeats = _Repeats(spelled, least)
    repeats.read(documents, vocabulary)
    return [repeats.excerpts(i, words) for i, words in enumerate(rows)]


class _Repeats:
    """The places in the documents of the runs of the answers.

    Two different runs with one hash, which two million runs meet once in ten million times, are
    distinguished: the later one is not searched for.
    """

    def __init__(self, answers: Sequence[Ids], least: int) -> None:
        self._answers = answers
        self._least = least
        runs = [hashes(_unsigned(ids), least) for ids in answers]
        self._bounds = np.cumsum([0, *map(len, runs)])
        every = np.concatenate([*runs, np.zeros(0, dtype=np.uint64)])
        different, first, self._ranks = np.unique(every, return_index=True, return_inverse=True)
        windows = [_windows(ids, least) for ids in answers]
        all_runs = np.concatenate([*windows, np.zeros((0, least), dtype=np.int32)])
        self._run = all_runs[first]
        self._true = (self._run[self._ranks] == all_runs).all(axis=1)
        self._wanted = Membership(different)

    def read(self, documents: Sequence[str], vocabulary: dict[str, int]) -> None:
        """Find every run in the documents."""
        kept: list[Ids] = []
        ranks: list[Places] = []
        at: list[Places] = []
        ends: list[Places] = [np.zeros((2, 0), dtype=np.int64)]
        offset = 0
        for start, ids, last in _blocks(documents, vocabulary) if self._wanted.count else ():
            known = np.flatnonzero(_known(ids, self._least))
            maybe, rank = self._wanted.find(hashes(_unsigned(ids), self._least)[known])
            maybe = known[maybe]
            for i in range(self._least):  # the hashes may collide
                same = self._run[rank, i] == ids[maybe + i]
                rank, maybe = rank[same], maybe[same]
            if len(maybe):
                ranks.append(rank)
                at.append(maybe + offset)
                ends.append(np.stack([last + offset, np.arange(start, start + len(last))]))
                kept.append(ids)
                offset += len(ids)
        nothing = np.zeros(0, dtype=np.int64)
        rank = np.concatenate([*ranks, nothing])
        order = np.argsort(rank, kind="stable")
        self._at = np.concatenate([*at, nothing])[order]
        self._starts = np.searchsorted(rank[order], np.arange(self._wanted.count + 1))
        self._ids = np.concatenate([*kept, np.full(1, _BREAK, dtype=np.int32)])
        self._ends, self._documents = np.concatenate(ends, axis=1)

    def excerpts(self, answer: int, words: Sequence[str]) -> list[Excerpt]:
        """Cut an answer into its excerpts."""
        ids = self._answers[answer]
        own = slice(self._bounds[answer], self._bounds[answer + 1])
        ranks = self._ranks[own]
        there = (self._starts[ranks + 1] > self._starts[ranks]) & self._true[own]
        found: list[Excerpt] = []
        behind = 0
        for start in np.flatnonzero(there).tolist():
            if start < behind:
                continue
            rank = ranks[start]
            at = self._at[self._starts[rank] : self._starts[rank + 1]][:PLACES]
            length = self._least
            while start + length < len(ids):
                more = at[self._ids[at + length] == ids[start + length]]
                if not len(more):
                    break
                at, length = more, length + 1
            behind = start + length
            which = self._documents[np.searchsorted(self._ends, at, side="right")]
            documents = tuple(np.unique(which).tolist())
            found.append(Excerpt(start, tuple(words[start:behind]), documents))
        return found


def _blocks(
    documents: Sequence[str], vocabulary: dict[str, int]
) -> Iterator[tuple[int, Ids, Places]]:
    """Yield blocks of documents: the first's number, the tokens, and where each document ends.

    A token that no answer has is -1; a -2 stands behind every document.
    """
    known = {**vocabulary, _SEPARATOR: _BREAK}
    for start in range(0, len(documents), BLOCK):
        block = [d.replace(_SEPARATOR, " ") for d in documents[start : start + BLOCK]]
        words = tokens(_SEPARATOR.join([*block, ""]))
        ids = np.fromiter(map(known.get, words, repeat(_UNKNOWN)), dtype=np.int32, count=len(words))
        yield start, ids, np.flatnonzero(ids == _BREAK)


def _unsigned(ids: Ids) -> Hashes:
    return ids.astype(np.int64).astype(np.uint64)


def _known(ids: Ids, length: int) -> Flags:
    """Return whether all tokens are known of the run that begins at each one."""
    unknown = np.concatenate([[0], np.cumsum(ids < 0)])
    return np.asarray(unknown[length:] == unknown[:-length], dtype=np.bool_)


def _windows(ids: Ids, length: int) -> Ids:
    """Return the (n, length) runs of a row of tokens."""
    if len(ids) < length:
        return np.zeros((0, length), dtype=np.int32)
    return np.lib.stride_tricks.sliding_window_view(ids, length)
