"""Words of many texts as numbers, the same ones in every process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import chain
from typing import NamedTuple

import numpy as np

from seethrough.parallel.parts import parts_by_length
from seethrough.parallel.spreading import spread
from seethrough.text.normalised import words
from seethrough.word_runs.flags import Flags
from seethrough.word_runs.hashing import Hashes, Places

PART = 2_000_000
"""How many characters are cut into words at once."""

_MOST_KNOWN = 200_000
_NO_WORDS = np.zeros(0, dtype=np.uint64)


class Hashed(NamedTuple):
    """The words of consecutive texts, in the form of `seethrough.text.normalised.words`.

    Attributes:
        words: (n,) the hash of each word.
        lengths: (m,) how many words each text has.
    """

    words: Hashes
    lengths: Places


def hashed(texts: Iterable[str]) -> Iterator[Hashed]:
    """Yield the words of texts, part by part, in order."""
    parts = parts_by_length(texts, PART, _size)
    for codes, lengths in spread(_hashed, parts):
        yield Hashed(codes, lengths)


def whole(texts: Iterable[str]) -> Hashed:
    """Return the words of texts that are few, all at once."""
    return Hashed(*_hashed([*texts]))


class Stretch(NamedTuple):
    """A part of texts that are read one after another without a break.

    Attributes:
        words: (n,) hashes; the first ones stood at the end of the part before, too.
        rows: (n,) the text of each word, from 0.
        alone: (n,) of how many words the text consists that begins at this word; 0 where none
            begins, and at words of the part before.
    """

    words: Hashes
    rows: Places
    alone: Places


def stretches(texts: Iterable[str], carried: int) -> Iterator[Stretch]:
    """Yield texts, part by part; each part repeats the last ``carried`` words before it."""
    codes, rows, done = _NO_WORDS, np.zeros(0, dtype=np.int64), 0
    for new, lengths in hashed(texts):
        kept = max(0, len(codes) - carried)
        codes, rows = codes[kept:], rows[kept:]
        alone = np.zeros(len(codes) + len(new), dtype=np.int64)
        begins = (np.cumsum(lengths) - lengths)[lengths > 0]
        alone[len(codes) + begins] = lengths[lengths > 0]
        codes = np.concatenate([codes, new])
        rows = np.concatenate([rows, np.repeat(np.arange(done, done + len(lengths)), lengths)])
        done += len(lengths)
        yield Stretch(codes, rows, alone)


def within_texts(lengths: Places, size: int) -> Flags:
    """Return for each run of ``size`` words whether it lies within one text.

    Args:
        lengths: (m,) how many words each text has.
        size: The length of a run, at least 1.

    Returns:
        (max(n - size + 1, 0),) flags, n being the words of all texts.
    """
    left = np.repeat(np.cumsum(lengths), lengths) - np.arange(int(lengths.sum()))
    return np.asarray(left[: max(len(left) - size + 1, 0)] >= size, dtype=np.bool_)


def _size(text: str) -> int:
    return len(text) + 1


def _hashed(texts: Sequence[str]) -> tuple[Hashes, Places]:
    if len(_known) > _MOST_KNOWN:
        _known.clear()
    rows = [words(text) for text in texts]
    lengths = np.array([len(row) for row in rows], dtype=np.int64)
    every = map(_known.__getitem__, chain.from_iterable(rows))
    return np.fromiter(every, np.uint64, int(lengths.sum())), lengths


class _Known(dict[str, int]):
    def __missing__(self, word: str) -> int:
        digest = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        self[word] = number = int.from_bytes(digest, "big")
        return number


_known = _Known()
