"""Stems of English words, by two stemmers.

``english_stem`` is Snowball's; ``stem`` is Porter's with the departures of NLTK, which published
ROUGE figures are computed with.

Source: M. Porter, "An algorithm for suffix stripping" (1980); the departures (marked below) are
those of NLTK's default mode, which the ``rouge_score`` package uses. NLTK itself, against which the
tests check this one, would be a dependency of the program for one module of it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

Rule = tuple[str, str]

_IRREGULAR = {
    "skies": "sky", "sky": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news",
    "innings": "inning", "inning": "inning", "outings": "outing", "outing": "outing",
    "cannings": "canning", "canning": "canning", "howe": "howe", "proceed": "proceed",
    "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip
"""NLTK: these words skip the algorithm."""

_STEP_2: tuple[Rule, ...] = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"),
    ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"),
    ("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"),
    ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
    ("fulli", "ful"),
)  # fmt: skip
_STEP_3: tuple[Rule, ...] = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""),
    ("ness", ""),
)  # fmt: skip
_STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou",
    "ism", "ate", "iti", "ous", "ive", "ize",
)  # fmt: skip


@functools.lru_cache(maxsize=200_000)
def english_stem(word: str) -> str:
    """Return the Snowball English stem (Porter 2) of a lower-case word."""
    return str(_snowball().stemWord(word))


@functools.cache
def _snowball() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")


def stem(word: str) -> str:
    """Return the Porter stem of a lower-case word, as NLTK has it."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _step_1c(_step_1b(_step_1a(word)))
    word = _replace(_step_2(word), _STEP_3, lambda stem: _measure(stem) > 0)
    return _step_5b(_step_5a(_step_4(word)))


def _step_1a(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]  # NLTK: dies -> die, not di
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _step_1b(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]  # NLTK: died -> die, spied -> spi
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        shorter = word.removesuffix(suffix)
        if shorter != word and "v" in _shape(shorter):
            return _tidy(shorter)
    return word


def _tidy(stem: str) -> str:
    """Repair a stem that lost -ed or -ing: conflat -> conflate, hopp -> hop, fil -> file."""
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if len(stem) >= 2 and stem[-1] == stem[-2] and _shape(stem)[-1] == "c":
        return stem if stem[-1] in "lsz" else stem[:-1]
    return stem + "e" if _measure(stem) == 1 and _ends_short(stem) else stem


def _step_1c(word: str) -> str:
    # NLTK: only after a consonant, and not in words of two letters
    if word.endswith("y") and len(word) > 2 and _shape(word[:-1])[-1] == "c":
        return word[:-1] + "i"
    return word


def _step_2(word: str) -> str:
    if word.endswith("alli") and _measure(word[:-4]) > 0:
        return _step_2(word[:-2])  # NLTK: the result passes through this step again
    if word.endswith("logi"):
        return word[:-1] if _measure(word[:-3]) > 0 else word  # NLTK: the l counts as stem
    return _replace(word, _STEP_2, lambda stem: _measure(stem) > 0)


def _step_4(word: str) -> str:
    for suffix in _STEP_4:
        if word.endswith(suffix):
            shorter = word.removesuffix(suffix)
            removable = _measure(shorter) > 1 and (suffix != "ion" or shorter[-1] in "st")
            return shorter if removable else word
    return word


def _step_5a(word: str) -> str:
    if word.endswith("e"):
        shorter = word[:-1]
        measure = _measure(shorter)
        if measure > 1 or (measure == 1 and not _ends_short(shorter)):
            return shorter
    return word


def _step_5b(word: str) -> str:
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _replace(word: str, rules: Sequence[Rule], condition: Callable[[str], bool]) -> str:
    """Apply the first rule whose suffix fits, if the rest of the word meets the condition."""
    for suffix, replacement in rules:
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            return stem + replacement if condition(stem) else word
    return word


def _shape(word: str) -> str:
    """Return a word's consonants as ``c`` and its vowels as ``v``; y is a vowel after a ``c``."""
    shape: list[str] = []
    for letter in word:
        vowel = letter in "aeiou" or (letter == "y" and bool(shape) and shape[-1] == "c")
        shape.append("v" if vowel else "c")
    return "".join(shape)


def _measure(stem: str) -> int:
    """Return m, how often a vowel is followed by a consonant."""
    return _shape(stem).count("vc")


def _ends_short(stem: str) -> bool:
    """Return whether a stem ends in a short syllable (*o): hop, wil, but not snow or box."""
    shape = _shape(stem)
    if len(stem) == 2:
        return shape == "vc"  # NLTK
    return shape.endswith("cvc") and stem[-1] not in "wxy"
