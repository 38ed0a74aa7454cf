"""What a claim says, cut into what carries one fact each."""

from __future__ import annotations

from typing import NamedTuple

from seethrough.judges.offline.lexicon import NOTHING
from seethrough.judges.offline.reading import LIGHT, STOP, Reading
from seethrough.text.word_table import weight
from seethrough.text.words import vocabulary

_AGE_ENDS = {
    (unit, "old") for unit in vocabulary("year years yr yrs month months week weeks day days")
}


class Unit(NamedTuple):
    """A word of a claim, a phrase of the lexicon in it, or an age: what carries one fact.

    ``kind`` is "age" for an age such as "81-year-old", met by ages and not by its words.
    """

    first: int
    last: int
    concepts: frozenset[int]
    weight: float
    negated: bool
    kind: str = "word"


def units(claim: Reading) -> list[Unit]:
    """Return what a claim says, in order: its longest phrases and its other content words."""
    out = []
    covering: dict[int, tuple[int, frozenset[int]]] = {}
    for first, last, concepts in claim.phrases:
        if last - first > covering.get(first, (0, NOTHING))[0]:
            covering[first] = (last - first, concepts)
    ages = _stated_ages(claim)
    place = 0
    while place < len(claim.words):
        if place in ages:
            out.append(Unit(place, ages[place], NOTHING, 1.0, claim.negated[place], "age"))
            place = ages[place]
            continue
        length, concepts = covering.get(place, (1, NOTHING))
        words = claim.words[place : place + length]
        if length > 1 or words[0] not in STOP:
            heaviest = max(
                0.0 if w in STOP else 0.3 if s in LIGHT else weight(w)
                for w, s in zip(words, claim.stems[place : place + length], strict=True)
            )
            if words[0].isdigit() or words[0][0].isdigit():
                heaviest = 1.0
            if heaviest and (words[0].isalnum() or words[0][0].isdigit()):
                out.append(Unit(place, place + length, concepts, heaviest, claim.negated[place]))
        place += length
    return out


def _stated_ages(claim: Reading) -> dict[int, int]:
    """Return where each exact age begins and ends, "81-year-old" or "18 months old"."""
    out = {}
    for number in claim.numbers:
        first = number.position
        if claim.ages and claim.words[first + 1 : first + 3] in _AGE_ENDS:
            out[first] = first + 3
    return out
