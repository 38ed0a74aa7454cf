"""A first look at a text, so that ordinary text costs little."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import NamedTuple

from seethrough.text.vocabulary import ranks
from seethrough.text.words import vocabulary

_SHORT = vocabulary(
    "a i of to in is it on he as by at an be or we up if no do us so my go me am mr dr vs"
)
_STRETCH = bytes(5)
_LEAST_KNOWN = 0.6
_MASK = re.compile(r"[^\w\s]*[*#█■][^\w\s]*")
_PUNCTUATION = ".,;:!?()[]\"'"
LONG = 16
"""Characters from which on a word may be a code."""


class Look(NamedTuple):
    """What a first look at a text shows.

    Attributes:
        strange: Whether five words in a row, or two fifths of all, are unknown.
        coded: Whether it is strange or has an unknown word of `LONG` characters and more.
    """

    strange: bool
    coded: bool


def look(text: str) -> Look:
    """Return what a first look at a text shows.

    Punctuation makes a word unknown here; a mask such as ``**`` or ``***,`` is no word.
    """
    words = text.lower().split()
    strange = _is_strange(words) and _is_strange([w for w in words if not _MASK.fullmatch(w)])
    coded = strange or any(_odd(word) for word in words if len(word) >= LONG)
    return Look(strange, coded)


def _is_strange(words: Sequence[str]) -> bool:
    known = bytes(map(_known().__contains__, words))
    return _STRETCH in known or sum(known) < _LEAST_KNOWN * len(known)


def _odd(word: str) -> bool:
    return not all(map(_known().__contains__, word.strip(_PUNCTUATION).split("-")))


@functools.cache
def _known() -> frozenset[str]:
    return frozenset(word for word in ranks() if len(word) > 2) | _SHORT
