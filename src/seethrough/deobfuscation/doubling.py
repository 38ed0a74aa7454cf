"""Letters written two, three or four times each."""

from __future__ import annotations

import functools
import re

_REPEATED = {times: re.compile(rf"(?:(\w)\1{{{times - 1}}})+") for times in (4, 3, 2)}
_WORD = re.compile(r"[^\W_]+")


def without_doubling(text: str) -> str:
    """Return a text with each letter once that had each letter two, three or four times."""
    for times in (4, 3, 2):
        first = text[::times]
        enough = len(first) >= 8 and " " in first and len(set(first)) >= 6
        if enough and all(text[i::times] == first for i in range(1, times)):
            return first
    words = _WORD.findall(text)
    letters = [w for w in words if not w.isdigit()]
    if len(letters) < 3 or sum(map(len, letters)) < 16:
        return text
    for times, repeated in _REPEATED.items():
        if sum(repeated.fullmatch(w) is not None for w in letters) >= 0.9 * len(letters):
            numbers = all(repeated.fullmatch(w) for w in words if w.isdigit())
            return _WORD.sub(functools.partial(_once, times, numbers), text)
    return text


def _once(times: int, numbers: bool, match: re.Match[str]) -> str:
    word = match.group()
    repeated = _REPEATED[times].fullmatch(word) and (numbers or not word.isdigit())
    return word[::times] if repeated else word
