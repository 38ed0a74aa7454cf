"""Claims that are longer than what an encoder reads at once, cut into pieces."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence

from seethrough.judges.offline.sheets import CLAIM, tokens_of
from seethrough.protocols import Rating

ROOM = CLAIM - 2
"""The most tokens of a piece, without the markers around it."""
_SPARE = 8
"""By how many tokens a piece may exceed an equal share, so that all end at a comma if they can."""


@functools.lru_cache(maxsize=32_768)
def pieces(claim: str) -> tuple[str, ...]:
    """Return the claim, or pieces of at most ``ROOM`` tokens, cut behind commas, else at blanks."""
    if len(claim) <= ROOM:
        return (claim,)
    total = len(tokens_of([claim])[claim])
    if total <= ROOM:
        return (claim,)
    room = min(ROOM, math.ceil(total / math.ceil(total / ROOM)) + _SPARE)
    parts = [part for word in claim.split() for part in _fitting(word, room)]
    return tuple(_cut(parts, room))


def together(whole: Rating, parts: Sequence[Rating]) -> Rating:
    """Return the rating of a claim from those of its pieces: 2 where only some of it is told.

    Where that is no other grade than by the claim's start, the rating stays as it is.

    Args:
        whole: The rating of the claim, of which the encoder read the start.
        parts: The ratings of its pieces, at least one.
    """
    grades = {part.grade for part in parts}
    grade = grades.pop() if len(grades) == 1 else 2
    if grade == whole.grade:
        return whole
    expected = sum(part.expected for part in parts) / len(parts)
    return whole._replace(grade=grade, expected=expected)


def _fitting(word: str, room: int) -> Iterator[str]:
    """Yield a word, halved until each part fits."""
    if len(word) == 1 or len(tokens_of([word])[word]) <= room:
        yield word
    else:
        middle = len(word) // 2
        yield from _fitting(word[:middle], room)
        yield from _fitting(word[middle:], room)


def _cut(words: Sequence[str], room: int) -> Iterator[str]:
    known = tokens_of(words)
    sizes = [len(known[word]) for word in words]
    first = 0
    while first < len(words):
        end = first + 1
        while end < len(words) and sum(sizes[first : end + 1]) <= room:
            end += 1
        if end < len(words):
            half = (first + end) // 2
            commas = [k for k in range(half, end) if words[k].endswith((",", ";", ":", "."))]
            end = commas[-1] + 1 if commas else end
        yield " ".join(words[first:end])
        first = end
