"""Texts as one flat array of word numbers, and back.

A released text is its tokens joined by single spaces, so cutting it at white space gives the same
tokens again: that is what makes a release aligned token for token.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

from seethrough.word_level.mechanisms.ragged import starts_of

UNKNOWN = -1
"""The number of a token that has no vector."""

_SIGNS = "".join(
    chr(code) for code in range(0x300, 0xABF0) if unicodedata.category(chr(code)) in ("Mn", "Mc")
)
"""Signs that are no letter of their own: they belong to the letter before them, as in हिन्दी."""
_PIECE = re.compile(
    r"\w+?(?=n['’]t(?!\w))|n['’]t(?!\w)|['’](?:s|re|ve|m|d|ll)(?!\w)"
    rf"|\d+(?:[.,:/-]\d+)+|\w[\w{_SIGNS}\u200c\u200d]*|\.{{3}}|[^\w\s]",
    re.IGNORECASE,
)
_EMAIL_OR_LINK = re.compile(r"[\w.+%'’-]+@[\w-]+(?:\.[\w-]+)+|https?://\S+|www\.\S+", re.IGNORECASE)
_MARKS = ".,;:!?()[]{}<>\"'"


@dataclass(frozen=True)
class Tokens:
    """The tokens of n texts.

    Attributes:
        surfaces: Every token as it is written, the texts joined in order.
        ids: (total,) each token's number in the vocabulary, `UNKNOWN` where it has none.
        starts: (n + 1,) where each text starts.
    """

    surfaces: list[str]
    ids: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """(n,) the number of tokens of each text."""
        return np.diff(self.starts)

    def take(self, which: npt.NDArray[np.bool_]) -> Tokens:
        """Return some of the texts, in order; ``which`` is (n,)."""
        own = np.repeat(which, self.lengths)
        surfaces = [s for s, mine in zip(self.surfaces, own.tolist(), strict=True) if mine]
        return Tokens(surfaces, self.ids[own], starts_of(self.lengths[which]))

    def texts(self) -> list[str]:
        """Return each text's tokens joined by single spaces."""
        return [" ".join(self.surfaces[a:b]) for a, b in pairwise(self.starts.tolist())]


class _Memo(dict[str, int]):
    """Caches a function's results.

    Args:
        function: Computes the value of a new key.
    """

    def __init__(self, function: Callable[[str], int]) -> None:
        self.function = function

    def __missing__(self, key: str) -> int:
        self[key] = value = self.function(key)
        return value


@dataclass
class Tokenizer:
    """Cuts texts into tokens and numbers them.

    A chunk between white space is one token where the vocabulary has it as it is or in lower case;
    otherwise it is cut into words, English clitics and marks, except for what is an email or a web
    address and nothing else.

    Attributes:
        index: The number of each word of the vocabulary.
    """

    index: Mapping[str, int]
    _pieces: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    _numbers: _Memo = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._numbers = _Memo(self.number)

    def cut(self, texts: Sequence[str]) -> Tokens:
        """Return the tokens of raw texts."""
        surfaces: list[str] = []
        lengths = []
        known = self._pieces
        for text in texts:
            before = len(surfaces)
            for chunk in text.split():
                pieces = known.get(chunk)
                if pieces is None:
                    pieces = known[chunk] = self._cut_chunk(unicodedata.normalize("NFC", chunk))
                surfaces += pieces
            lengths.append(len(surfaces) - before)
        return self._numbered(surfaces, lengths)

    def split(self, texts: Sequence[str]) -> Tokens:
        """Return the tokens of released texts: what stands between white space."""
        rows = [text.split() for text in texts]
        return self._numbered(list(chain.from_iterable(rows)), [len(row) for row in rows])

    def number(self, token: str) -> int:
        """Return the number of one token, by its spelling or its lower case, or `UNKNOWN`."""
        composed = unicodedata.normalize("NFC", token)
        for spelling in (token, composed, composed.lower().replace("’", "'")):
            found = self.index.get(spelling)
            if found is not None:
                return found
        return UNKNOWN

    def _numbered(self, surfaces: list[str], lengths: Sequence[int]) -> Tokens:
        ids = np.fromiter(map(self._numbers.__getitem__, surfaces), np.int64, len(surfaces))
        return Tokens(surfaces, ids, starts_of(np.array(lengths, dtype=np.int64)))

    def _cut_chunk(self, chunk: str) -> tuple[str, ...]:
        if self.number(chunk) != UNKNOWN:
            return (chunk,)
        core = chunk.strip(_MARKS)
        if self.number(core) != UNKNOWN or _EMAIL_OR_LINK.fullmatch(core):
            begin = chunk.index(core)
            return (*chunk[:begin], core, *chunk[begin + len(core) :])
        return tuple(m.group() for m in _PIECE.finditer(chunk)) or (chunk,)
