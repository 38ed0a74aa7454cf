"""Rotations of the alphabet, the alphabet mirrored, and letters or lines in reverse."""

from __future__ import annotations

import functools
import re
import string
from collections.abc import Callable, Sequence

from seethrough.text.vocabulary import ENGLISH, known_share, words_of

_SHORTEST = 4
_LEAST_WORDS = 3
_LEAST_LETTERS = 15
_CLEAR = 0.6
_RISE = 0.4
_SAMPLE = 150
_FIRST = 8
_PARTLY = 0.25
"""The share of known words that no cipher of English leaves."""
_PART = re.compile(r"(?<=[.!?])[ \t]+|(\r?\n)+")
_TOKEN = re.compile(r"\S+")
_RUN = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LOWER = string.ascii_lowercase

Change = Callable[[str], str]


def _table(lower: str) -> dict[int, int]:
    return str.maketrans(_LOWER + _LOWER.upper(), lower + lower.upper())


_TABLES = {
    **{f"rotation by {26 - k}": _table(_LOWER[k:] + _LOWER[:k]) for k in range(1, 26)},
    "mirrored alphabet": _table(_LOWER[::-1]),
}
_PRINTABLE = "".join(map(chr, range(33, 127)))
_ROT47 = str.maketrans(_PRINTABLE, _PRINTABLE[47:] + _PRINTABLE[:47])


def without_rotation(text: str) -> str:
    """Return a text with the rotation or mirroring of the alphabet undone that makes it English.

    As a whole, else line by line and sentence by sentence; also where the words are reversed.
    Rotations of all 94 printable characters by 47 are undone as a whole only.
    """
    return _whole_or_parts(text, _unrotated)


def without_reversal(text: str) -> str:
    """Return a text with its letters the right way round, if it is English so.

    Three kinds are distinguished by where punctuation and capitals end up: the text reversed as
    a whole (or line by line), each word between spaces, each run of letters and digits.
    """
    return _whole_or_parts(text, _unreversed)


def _whole_or_parts(text: str, undo: Change) -> str:
    whole = undo(text)
    if whole != text:
        return whole
    cuts = [m.span() for m in _PART.finditer(text)]
    if not cuts:
        return text
    out = []
    start = 0
    for first, last in [*cuts, (len(text), len(text))]:
        out += [undo(text[start:first]), text[first:last]]
        start = last
    return "".join(out)


def _unrotated(text: str) -> str:
    words = words_of(text, _SHORTEST, _SAMPLE)
    if known_share(words) >= _PARTLY:
        return text
    if _enough(words):
        first = " ".join([word for word in words if word.isascii()][:_FIRST])
        for change, sample in ((None, first), (_backwards, first[::-1])):
            for table in _TABLES.values():
                if known_share(sample.translate(table).split()) < ENGLISH:
                    continue
                if _clearly(words, functools.partial(_through, table=table, change=change)):
                    return text.translate(table)
    if len(text) < 2 * _LEAST_LETTERS:
        return text
    plain = text.translate(_ROT47)
    turned = words_of(plain, _SHORTEST, _SAMPLE)
    return plain if _enough(turned) and known_share(turned) >= _CLEAR else text


def _through(word: str, table: dict[int, int], change: Change | None) -> str:
    turned = word.translate(table)
    return turned if change is None else change(turned)


def _unreversed(text: str) -> str:
    words = words_of(text, _SHORTEST, _SAMPLE)
    if known_share(words) >= _PARTLY or not _enough(words) or not _clearly(words, _backwards):
        return text
    lines = text.split("\n")
    runs = _RUN
    if _YEAR.search(text):
        runs = re.compile(r"[^\W\d_]+")  # the years stand as they should: numbers were left alone
    kinds = (
        text[::-1],
        "\n".join(line[::-1] for line in lines),
        _TOKEN.sub(lambda m: m.group()[::-1], text),
        runs.sub(lambda m: m.group()[::-1], text),
    )
    return max(kinds, key=_order)


def _order(text: str) -> float:
    """Return how much punctuation and capitals stand where they do in a text."""
    behind = len(re.findall(r"\w[.,;:!?)](?:\s|$)", text)) + len(re.findall(r"(?:\s|^)\(\w", text))
    before = len(re.findall(r"(?:\s|^)[.,;:!?)]+\w", text)) + len(re.findall(r"\w\((?:\s|$)", text))
    first = re.search(r"[^\W\d_]", text)
    opens = bool(first) and first.group().isupper() if first else False
    ends = sum(1 for line in text.split("\n") if re.search(r"[.!?]\W*$", line))
    return behind - before + 0.5 * opens + 0.75 * ends


def _backwards(word: str) -> str:
    return word[::-1]


def _enough(words: Sequence[str]) -> bool:
    return len(words) >= _LEAST_WORDS and sum(map(len, words)) >= _LEAST_LETTERS


def _clearly(words: Sequence[str], change: Change) -> bool:
    """Return whether words are English after a change and were not before."""
    after = known_share(words, change)
    return after >= _CLEAR and after - known_share(words) >= _RISE
