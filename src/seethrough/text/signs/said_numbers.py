"""Numbers in words, as transcripts write them, and years said in two halves."""

from __future__ import annotations

import functools
import re
from collections.abc import Container
from typing import NamedTuple

from seethrough.text.details import SMALL, TENS

_VALUES = {word: value for value, word in enumerate(SMALL)} | {
    word: 10 * tens for tens, word in enumerate(TENS, start=2)
}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_FROM_20 = rf"(?:{'|'.join(TENS)})(?:[- ](?:{'|'.join(SMALL[1:10])}))?"
_FROM_10 = rf"(?:{_FROM_20}|{'|'.join(SMALL[10:])})"
_BELOW_100 = rf"(?:{_FROM_10}|{'|'.join(SMALL[1:10])})"
_BELOW_1000 = rf"(?:{_BELOW_100}[- ]hundred(?:[- ](?:and[- ])?{_BELOW_100})?|{_BELOW_100})"
_WHOLE = "|".join(
    [
        rf"(?:eighteen|nineteen|twenty)[- ]{_FROM_10}",
        rf"(?:{_BELOW_1000}[- ]million[- ,]*)?{_BELOW_1000}[- ]thousand"
        rf"(?:[- ,]+(?:and[- ])?{_BELOW_1000})?",
        _BELOW_1000,
    ]
)
_SAID = re.compile(rf"\b(?:{_WHOLE})\b(?!-(?!year|month|week|day|hour|minute))", re.IGNORECASE)
_MAY = re.compile(r"teen|ty\b|hundred|thousand", re.IGNORECASE)
_FEWEST = 100


class Said(NamedTuple):
    """A number in words: where it begins and ends in a text, and its digits."""

    start: int
    end: int
    digits: str


@functools.lru_cache(maxsize=2_048)  # a judge asks again and again about a passage
def said_numbers(text: str) -> tuple[Said, ...]:
    """Return the numbers from 100 on in words: of ``one hundred and five`` the digits are ``105``.

    ``nineteen ninety-eight`` is 1998. Ordinals do not count.
    """
    found = _SAID.finditer(text) if _MAY.search(text) else ()
    said = (Said(*match.span(), str(_value(match[0]))) for match in found)
    return tuple(number for number in said if int(number.digits) >= _FEWEST)


def in_digits(text: str, wanted: Container[str]) -> str:
    """Return a text with those of its numbers in words in digits that are wanted."""
    parts, done = [], 0
    for start, end, digits in said_numbers(text):
        if digits in wanted:
            parts += [text[done:start], digits]
            done = end
    return "".join([*parts, text[done:]])


def _value(said: str) -> int:
    words = [w for w in re.split(r"[- ,]+", said.lower()) if w != "and"]
    total = part = 0
    for before, word in zip(["", *words], words, strict=False):
        if word in _SCALES:
            part *= _SCALES[word]
            if word != "hundred":
                total, part = total + part, 0
        elif before in ("eighteen", "nineteen", "twenty") and _VALUES[word] >= 10:
            part = 100 * part + _VALUES[word]
        else:
            part += _VALUES[word]
    return total + part
