"""The adversary's shadow set: read, compared with the private texts, refused if it overlaps."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from seethrough.errors import InputError
from seethrough.storage.contents import state_of

_GRAM = 4
_WORD = re.compile(r"\w+")


class Overlap(NamedTuple):
    """What a shadow set shares with the private texts.

    Attributes:
        kept: Indices of the shadow texts that share little.
        removed: How many share more than half of their runs of four words with private texts.
    """

    kept: list[int]
    removed: int


def read_shadow(path: str) -> tuple[str, ...]:
    """Return the texts of a shadow set, in order.

    Raises:
        InputError: The file is not readable, or holds no text.
    """
    texts = _read(path, state_of(path))
    if not any(text.strip() for text in texts):
        raise InputError(f"{path}: the shadow set holds no text")
    return texts


@functools.lru_cache(maxsize=4)
def _read(path: str, state: tuple[int, ...]) -> tuple[str, ...]:
    from seethrough.records.reading import read_corpus

    return tuple(read_corpus(path).texts)


def overlap(shadow: Sequence[str], private: Iterable[str]) -> Overlap:
    """Compare a shadow set with the private texts by runs of four words.

    A text of fewer words than four counts as one run, and only where it has three at least: two
    people can well write "great movie" without either copying the other.

    Args:
        shadow: The adversary's texts.
        private: The texts under attack.
    """
    grams: set[int] = set()
    for text in private:
        grams.update(_grams(text))
    kept = []
    for i, text in enumerate(shadow):
        own = _grams(text)
        shared = sum(g in grams for g in own)
        if not own or shared <= len(own) / 2:
            kept.append(i)
    return Overlap(kept, len(shadow) - len(kept))


def _grams(text: str) -> list[int]:
    words = _WORD.findall(text.lower())
    if len(words) < _GRAM:
        return [hash(tuple(words))] if len(words) == _GRAM - 1 else []
    return [hash(tuple(words[i : i + _GRAM])) for i in range(len(words) - _GRAM + 1)]


def usable_shadow(
    path: str, private: Sequence[str], tolerated: float
) -> tuple[tuple[str, ...], int]:
    """Return the shadow texts that do not overlap the private ones, and how many were removed.

    Args:
        path: The shadow set.
        private: The texts under attack.
        tolerated: The share of shadow texts that may overlap; they are removed.

    Raises:
        InputError: More of them overlap than that: the attack would see what it is to find.
    """
    texts = read_shadow(path)
    found = overlap(texts, private)
    if found.removed > tolerated * len(texts):
        raise InputError(
            f"{path}: {found.removed} of {len(texts)} shadow texts overlap the private texts (more "
            f"than half of their runs of {_GRAM} words occur there); split by whole texts, or "
            "remove them with overlap=1"
        )
    return tuple(texts[i] for i in found.kept), found.removed
