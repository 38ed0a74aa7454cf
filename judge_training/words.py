# ruff: noqa: D103
"""Another word of the same kind: what a claim is made false with."""

from __future__ import annotations

import functools
import random
import re
from pathlib import Path

from seethrough.text.stemmer import english_stem
from seethrough.text.word_table import word_table

KINDRED = (0.42, 0.72)
"""Cosine of two words that are of one kind but do not mean the same."""
COMMON, KNOWN = 9_000, 15_000
"""How frequent, by rank, a kindred and an opposite word must be."""
SHORT = 3
"""The most letters of a word that only an opposite may replace."""
ENDINGS = ("s", "ed", "ing", "ly")
OPPOSITES_FIRST = 0.6
LEFT_AS_THEY_ARE = frozenset((
    "the", "patient", "writer", "user", "author", "that", "with", "from", "have", "been", "this",
    "were", "their",
))  # fmt: skip
OPPOSITES = [
    ("left", "right"), ("mother", "father"), ("brother", "sister"), ("son", "daughter"),
    ("wife", "husband"), ("aunt", "uncle"), ("he", "she"), ("his", "her"), ("man", "woman"),
    ("boy", "girl"), ("upper", "lower"), ("morning", "evening"), ("monday", "thursday"),
    ("friday", "tuesday"), ("january", "october"), ("march", "june"), ("daily", "weekly"),
    ("days", "weeks"), ("weeks", "months"), ("months", "years"), ("two", "five"), ("three", "six"),
    ("four", "nine"), ("first", "third"), ("north", "south"), ("east", "west"), ("arm", "leg"),
    ("knee", "shoulder"), ("smoke", "drink"), ("smoker", "drinker"), ("torn", "intact"),
]  # fmt: skip
_WORD = re.compile(r"[A-Za-z]+|\d+(?:[.,]\d+)*")


class Words:
    """Pairs of words that mean the same and the opposite, from counter-fitting's lists."""

    def __init__(self, folder: Path) -> None:
        self.same = _pairs((folder / "counterfit_synonyms.txt").read_text("utf-8"))
        self.opposite = _pairs((folder / "counterfit_antonyms.txt").read_text("utf-8"))
        for a, b in OPPOSITES:
            self.opposite.setdefault(a, []).append(b)
            self.opposite.setdefault(b, []).append(a)

    def another(self, word: str, rng: random.Random) -> str | None:
        """Return an opposite or a kindred word, or None where there is none."""
        rank = word_table().rank
        opposite = [w for w in self.opposite.get(word, ()) if rank.get(w, KNOWN) < KNOWN]
        kindred = [w for w in _kindred(word) if w not in self.same.get(word, ())]
        if opposite and (not kindred or rng.random() < OPPOSITES_FIRST):
            return rng.choice(opposite)
        return rng.choice(kindred) if kindred else None


def changed(claim: str, known: Words, rng: random.Random) -> str | None:
    """Return a claim with one number or word made another, or None where rules find none."""
    places = list(_WORD.finditer(claim))
    rng.shuffle(places)
    for place in places:
        word, low = place.group(), place.group().lower()
        if word[0].isdigit():
            other: str | None = _another_number(word, rng)
        elif low in LEFT_AS_THEY_ARE or (len(word) <= SHORT and low not in known.opposite):
            continue
        else:
            other = known.another(low, rng)
        if other is not None:
            put = other.capitalize() if word[0].isupper() else other
            return claim[: place.start()] + put + claim[place.end() :]
    return None


def content_words(claim: str) -> int:
    return sum(len(word) >= SHORT for word in _WORD.findall(claim))


def _another_number(word: str, rng: random.Random) -> str:
    digits = list(word)
    places = [i for i, d in enumerate(digits) if d.isdigit()]
    at = rng.choice(places[:2])
    digits[at] = rng.choice([d for d in "123456789" if d != digits[at]])
    return "".join(digits)


@functools.lru_cache(maxsize=100_000)
def _kindred(word: str) -> tuple[str, ...]:
    table = word_table()
    at = table.rank.get(word)
    if at is None or len(word) <= SHORT:
        return ()
    near = table.vectors[:COMMON] @ table.vectors[at]
    names = _names()
    return tuple(
        names[i]
        for i in near.argsort()[::-1][:60]
        if KINDRED[0] <= near[i] <= KINDRED[1]
        and english_stem(names[i]) != english_stem(word)
        and all(names[i].endswith(e) == word.endswith(e) for e in ENDINGS)
    )[:8]


@functools.cache
def _names() -> list[str]:
    return list(word_table().rank)


def _pairs(text: str) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for line in text.splitlines():
        a, b = line.split()[:2]
        out.setdefault(a, []).append(b)
        out.setdefault(b, []).append(a)
    return out
