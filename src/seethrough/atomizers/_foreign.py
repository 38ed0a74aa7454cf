"""Distinguishes English, which is split by rule, from other languages, which are not."""

from __future__ import annotations

import re

from seethrough.text.words import vocabulary

_ENGLISH = vocabulary(
    "the a an is are was were of to in and or for with on that this it he she i you my his her "
    "has have had not be from at as by no what how can do does did will there they we"
)
_FOREIGN = vocabulary(
    "de la el que los las una del por para con und der die das ist nicht ein eine zu mit le les "
    "des et est une dans pour que je il di che non per sono een het van en er og ikke jag att som "
    "och nie jest się em não uma"
)


def is_english(text: str) -> bool | None:
    """Return whether a text is English; None if it is too short to decide."""
    letters = [c for c in text[:4000] if c.isalpha()]
    if letters and sum(c.isascii() for c in letters) < 0.8 * len(letters):
        return False
    words = re.findall(r"[^\W\d_]+", text[:4000].lower())
    english = sum(w in _ENGLISH for w in words)
    foreign = sum(w in _FOREIGN for w in words)
    if len(words) < 6 and foreign == 0:
        return None
    if foreign > english and (foreign > 1 or len(words) < 6):
        return False
    return None if english == 0 else True
