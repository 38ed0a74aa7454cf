"""What is in a column: how full it is, how much of it is words, how much differs."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.records.chats import flatten_chat

Sample = Sequence[Mapping[str, Any]]

_NUMBER = re.compile(r"[+-]?\d[\d.,]*(?:[eE][+-]?\d+)?%?")
_CODE = re.compile(r"[\d@_/\\]")
_DATE_WORDS = re.compile(
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*"
    r"|am|pm|utc|gmt|[tz]|st|nd|rd|th|of|at",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]+")
_IDEOGRAPHS = re.compile("[\u2e80-\u9fff\uac00-\ud7af]")
# The share of letters is taken from the first characters of rows spread over the sample.
_LOOKED_AT = 100
_BEGINNING = 400
# Punctuation and digits count for a tenth of letters: a text of which only asterisks are left.
_MARKS = 10
# Labels are at most this share of the rows, so that there are at least 20 rows.
_LABELS = 0.05
# Less than this in a row may be a label or a place next to an erased text.
_WORDS_OF_A_TEXT = 2.0
_LETTERS_OF_A_TEXT = 8.0


@dataclass(frozen=True, slots=True)
class Content:
    """What the rows of a sample hold in one column.

    Attributes:
        letters: Letters in words, a row, over all rows; codes and addresses hold none.
        marks: All other visible characters, a row.
        words: Words in each row that has a value.
        filled: The share of rows that have a value, 0 to 1.
        constant: Whether several values are all the same.
        labels: Whether a few values recur in at least 20 rows.
        flat: Whether some value is a string, so that not all are lists, objects or bytes.
        worded: Whether some value is neither blank, nor a number, nor a date.
    """

    letters: float
    marks: float
    words: float
    filled: float
    constant: bool
    labels: bool
    flat: bool
    worded: bool

    @property
    def empty(self) -> bool:
        """Whether no row has a value."""
        return self.filled == 0

    @property
    def running(self) -> bool:
        """Whether a row holds several words that are no label, as texts do."""
        long = self.words >= _WORDS_OF_A_TEXT and self.letters >= _LETTERS_OF_A_TEXT
        return long and not (self.labels or self.constant)

    @property
    def octaves(self) -> float:
        """How much text a row holds, in doublings; 4 less for a constant, 2 less for labels."""
        size = math.log2(1 + self.letters + self.marks / _MARKS)
        return size - (4 if self.constant else 2 if self.labels else 0)


def content(sample: Sample, name: str) -> Content:
    """Look at one column of a sample of at least one row."""
    values = [_plain(row.get(name)) for row in sample]
    strings = [str(v) for v in values if v not in (None, "") and v == v]
    texts = [text for text in strings if text.strip()]
    length = sum(map(len, texts)) / len(sample)
    some = texts[:: len(texts) // _LOOKED_AT + 1]
    letters = visible = 0
    words = 0.0
    for text in some:
        beginning = text[:_BEGINNING]
        tokens = beginning.split()
        visible += len(beginning)
        letters += sum(map(_letters, tokens))
        words += _count(text, tokens)
    share = letters / visible if visible else 0.0
    differing = len(set(texts))
    return Content(
        letters=length * share,
        marks=length * (1 - share),
        words=words / len(some) if some else 0.0,
        filled=len(texts) / len(sample),
        constant=len(texts) > 1 and differing == 1,
        labels=0 < differing <= _LABELS * len(texts),
        flat=any(isinstance(row.get(name), str) for row in sample),
        worded=any(not (is_number(text) or is_date(text)) for text in texts),
    )


def is_number(text: str) -> bool:
    """Return whether ``text`` is a number and nothing else."""
    return _NUMBER.fullmatch(text.strip()) is not None


def _plain(value: Any) -> Any:
    """Return chats as their text, other lists and objects as a mark that something is there."""
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    if isinstance(value, list | tuple | dict):
        chat = flatten_chat(value)
        return ("[]" if value else None) if chat is None else chat
    return value


def _letters(token: str) -> int:
    if token.isascii():
        return 0 if _CODE.search(token) else sum(map(len, _LETTERS.findall(token)))
    return sum(map(len, _LETTERS.findall(token)))


def _count(text: str, tokens: Sequence[str]) -> float:
    """Return the words of a whole text, from the tokens of its beginning; two signs are a word."""
    beginning = text[:_BEGINNING]
    words = sum(1 for token in tokens if _letters(token))
    signs = len(_IDEOGRAPHS.findall(beginning)) / 2
    return max(words, signs) * len(text) / len(beginning)


def is_date(text: str) -> bool:
    """Return whether ``text`` is a date or a time: digits, and no words but those of dates."""
    return any(c.isdigit() for c in text) and all(
        _DATE_WORDS.fullmatch(word) for word in _LETTERS.findall(text)
    )
