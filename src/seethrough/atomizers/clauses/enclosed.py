"""Which words of a sentence stand in brackets or quotation marks, which are never split."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

Enclosure = Literal["", "brackets", "quotation"]

_OPEN = {"(": ")", "[": "]", "{": "}", "“": "”", "‘": "’", "«": "»", '"': '"', "``": "''"}
_BRACKETS = frozenset("([{")
_APOSTROPHES = frozenset("'’")
_FAR = 200
_FAR_FOR_APOSTROPHES = 40


class Word(NamedTuple):
    """A word as the tokenizer cut it.

    Attributes:
        text: As written.
        space: Whether white space follows.
        possessive: Whether it is the mark of a possessive (*the parents' house*).
    """

    text: str
    space: bool
    possessive: bool


def enclosures(words: Sequence[Word]) -> list[Enclosure]:
    """Return what encloses each word, its marks included; empty if nothing does."""
    out: list[Enclosure] = [""] * len(words)
    k = 0
    while k < len(words):
        end = _closing(words, k)
        if end > k:
            kind: Enclosure = "brackets" if words[k].text in _BRACKETS else "quotation"
            out[k : end + 1] = [kind] * (end + 1 - k)
            k = end
        k += 1
    return out


def _closing(words: Sequence[Word], k: int) -> int:
    """Return where what opens at ``k`` closes; ``k`` where nothing opens or nothing closes."""
    mark = words[k].text
    if mark in _APOSTROPHES:
        return _closing_apostrophe(words, k)
    close = _OPEN.get(mark)
    if close is None:
        return k
    depth = 0
    for end in range(k, min(len(words), k + _FAR)):
        same = mark == close
        depth += (words[end].text == mark and (not same or end == k)) - (
            words[end].text == close and not (same and end == k)
        )
        if depth == 0 and end > k:
            return end
    return k


def _closing_apostrophe(words: Sequence[Word], k: int) -> int:
    """Return where *'not stupid, just lonely'* ends, apart from *don't* and *the boys'*."""
    opens = not words[k].space and (k == 0 or words[k - 1].space or words[k - 1].text in "(—–-:")
    if not opens or words[k].possessive:
        return k
    for end in range(k + 2, min(len(words), k + _FAR_FOR_APOSTROPHES)):
        word = words[end]
        ends = word.text in _APOSTROPHES and not words[end - 1].space
        followed = end + 1 == len(words) or word.space or words[end + 1].text in ".,;:!?)"
        if ends and followed and not word.possessive:
            return end
    return k
