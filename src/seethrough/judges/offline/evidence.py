"""The evidence for and against a claim in a passage, as numbers: no model, no state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.judges.offline.lexicon import NOTHING, Lexicon, bag
from seethrough.judges.offline.reading import LIGHT, STOP, Number, Reading
from seethrough.text.word_table import weight, word_table

NAMES = (
    "exact", "concept", "soft", "whole", "weakest", "missing", "broader", "polarity", "negated",
    "number_missing", "number_close", "number_conflict", "number_exact", "age_exact", "age_rough",
    "age_silent", "age_conflict", "sex_same", "sex_silent", "sex_conflict", "name_missing",
    "rouge", "length", "spread", "empty",
)  # fmt: skip
"""The features, in the order of the columns. All lie in [0, 1]."""

SAME_CONCEPT = 0.97
BROADER = 0.5
FLOOR, SPAN = 0.45, 0.5
"""Cosine of two words from which they count as alike, and the range over which that grows to 1."""
_BESIDE = 0.3
"""How well another word must match next to a number for the number to count."""
_SAME_AGE_CLASS = {True: 1.0, False: 0.6}
"""How far the right sex meets a claim such as "is a girl", by whether both are of an age."""
_AGE_ENDS = {
    (unit, "old") for unit in (*bag("year years yr yrs month months week weeks"), "day", "days")
}
_AGE_WORDS = frozenset({"year", "month", "week", "day", "old", "age"})
_SEX_WORDS = frozenset({"man", "woman", "male", "femal", "boy", "girl", "gentleman", "ladi"})


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


class Index(NamedTuple):
    """A passage, ready to be searched.

    Attributes:
        reading: The passage.
        stems: Where each stem stands.
        concepts: Where each concept begins.
        content: Positions of words with a vector.
        vectors: (len(content), d) their vectors.
    """

    reading: Reading
    stems: dict[str, list[int]]
    concepts: dict[int, list[int]]
    content: npt.NDArray[np.int64]
    vectors: npt.NDArray[np.float32]


def index(passage: Reading) -> Index:
    """Return a passage ready to be searched."""
    stems: dict[str, list[int]] = {}
    for place, stem in enumerate(passage.stems):
        stems.setdefault(stem, []).append(place)
    concepts: dict[int, list[int]] = {}
    for first, _, named in passage.phrases:
        for concept in named:
            concepts.setdefault(concept, []).append(first)
    table = word_table()
    content = [
        place for place, word in enumerate(passage.words) if word not in STOP and word in table.rank
    ]
    rows = [table.rank[passage.words[place]] for place in content]
    return Index(passage, stems, concepts, np.array(content, dtype=np.int64), table.vectors[rows])


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


class _Met(NamedTuple):
    """How far each unit of a claim is met in each sentence of a passage, all (units, sentences).

    Attributes:
        scores: How well, in [0, 1].
        exact: Whether word for word.
        general: Whether by a broader term.
        opposed: Whether one of the two is negated, where it is met best.
    """

    scores: npt.NDArray[np.float64]
    exact: npt.NDArray[np.float64]
    general: npt.NDArray[np.float64]
    opposed: npt.NDArray[np.float64]


def weigh(
    claim: Reading, said: Sequence[Unit], passage: Index, known: Lexicon, rouge: float
) -> npt.NDArray[np.float64]:
    """Return the features of a claim and a passage, in the order of ``NAMES``.

    Args:
        claim: The claim.
        said: Its units.
        passage: The passage.
        known: The lexicon that both were read with.
        rouge: ROUGE-L recall of the claim in the passage.
    """
    about_age = _age(claim, passage.reading)
    about_sex = _sex(claim, said, passage.reading)
    met = _met(claim, said, passage, known)
    _meet_ages_and_sexes(met, claim, said, passage.reading, about_age, about_sex)
    best, covered = _covered(met, said) if said else ((0,), {})
    features = dict.fromkeys(NAMES, 0.0) | covered
    features["rouge"] = rouge
    features["empty"] = float(not said)
    features["length"] = min(1.0, len(said) / 12)
    features["negated"] = float(any(claim.negated))
    features |= _numbers(claim, passage.reading, best, _spoken(met.scores, claim, said))
    features |= about_age | about_sex
    features["name_missing"] = _names(claim, passage)
    return np.array([features[name] for name in NAMES])


def _met(claim: Reading, said: Sequence[Unit], passage: Index, known: Lexicon) -> _Met:
    """Return how far the units are met by words."""
    shape = len(said), max(1, len(passage.reading.sentences))
    met = _Met(*(np.zeros(shape) for _ in _Met._fields))
    for row, unit in enumerate(said):
        for place, score, kind in _matches(claim, unit, passage, known):
            column = passage.reading.sentence[place]
            if score >= met.scores[row, column]:
                met.scores[row, column] = score
                met.opposed[row, column] = passage.reading.negated[place] != unit.negated
            if kind == "exact":
                met.exact[row, column] = 1
            elif kind == "broader":
                met.general[row, column] = 1
    return met


def _meet_ages_and_sexes(
    met: _Met,
    claim: Reading,
    said: Sequence[Unit],
    passage: Reading,
    about_age: Mapping[str, float],
    about_sex: Mapping[str, float],
) -> None:
    """Let ages and sexes be met by what the whole passage says of them."""
    same_age = about_age.get("age_exact", 0.0)
    for row, unit in enumerate(said):
        if unit.kind == "age":
            met.scores[row] = max(same_age, BROADER * about_age.get("age_rough", 0))
            met.exact[row] = same_age
        elif about_sex.get("sex_same") and claim.stems[unit.first] in _SEX_WORDS:
            alike = _SAME_AGE_CLASS[_grown(claim) == _grown(passage)]
            met.scores[row] = np.maximum(met.scores[row], alike)
            met.exact[row] = met.scores[row] == 1


def _covered(met: _Met, said: Sequence[Unit]) -> tuple[tuple[int, ...], dict[str, float]]:
    """Return the sentence that meets most, with one that adds to it, and how much they meet."""
    scores = met.scores
    weights = np.array([unit.weight for unit in said])
    weights /= weights.sum()
    near = _with_neighbours(scores)
    first = int((weights @ scores + 0.5 * (weights @ near)).argmax())
    gain = weights @ np.maximum(scores, scores[:, [first]])
    second = int(gain.argmax())
    best = (first,) if second == first or gain[second] <= gain[first] else (first, second)
    here, hit = near[:, first], scores[:, first] >= 0.9
    both = np.maximum(here, scores[:, second])
    strong = weights >= 0.5 * weights.max()
    by_broader = (both <= BROADER + 0.05) & (met.general[:, [first, second]].max(axis=1) > 0)
    opposed = float(weights @ (met.opposed[:, first] * hit))
    return best, {
        "exact": float(weights @ _with_neighbours(met.exact)[:, first]),
        "concept": float(weights @ (here >= 0.8)),
        "soft": float(weights @ here),
        "whole": float(weights @ both),
        "weakest": float(here[strong].min()),
        "missing": float((weights * (1 - here)).max()),
        "broader": float(weights @ by_broader),
        "polarity": opposed / max(1e-9, float(weights @ hit)),
        "spread": float(weights @ both) - float(weights @ scores[:, first]),
    }


def _spoken(
    scores: npt.NDArray[np.float64], claim: Reading, said: Sequence[Unit]
) -> npt.NDArray[np.bool_]:
    """Return (sentences,) whether one holds a word of the claim that is no number."""
    counted = {number.position for number in claim.numbers}
    words = [row for row, unit in enumerate(said) if unit.first not in counted]
    if not words:
        return np.ones(scores.shape[1], dtype=np.bool_)
    return np.asarray((scores[words] >= _BESIDE).any(axis=0), dtype=np.bool_)


def _matches(
    claim: Reading, unit: Unit, passage: Index, known: Lexicon
) -> list[tuple[int, float, str]]:
    """Return where a unit is met in the passage: (position, score in [0, 1], kind)."""
    found: list[tuple[int, float, str]] = []
    if unit.kind == "age":
        return found
    stems = claim.stems[unit.first : unit.last]
    for place in passage.stems.get(stems[0], ()):
        if passage.reading.stems[place : place + len(stems)] == stems:
            found.append((place, 1.0, "exact"))
    for concept in unit.concepts:
        found += [(place, SAME_CONCEPT, "concept") for place in passage.concepts.get(concept, ())]
        for above in known.broader.get(concept, NOTHING):
            found += [(place, BROADER, "broader") for place in passage.concepts.get(above, ())]
    if any(score > BROADER for _, score, _ in found):
        return found
    table = word_table()
    words = claim.words[unit.first : unit.last]
    rows = [table.rank[word] for word in words if word not in STOP and word in table.rank]
    if rows and len(passage.content) and not words[0][0].isdigit():
        cosines = table.vectors[rows] @ passage.vectors.T
        alike = np.clip((cosines - FLOOR) / SPAN, 0, 0.9).mean(axis=0)
        for column in np.flatnonzero(alike > 0.05):
            found.append((int(passage.content[column]), float(alike[column]), "soft"))
    return found


def _with_neighbours(scores: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return scores where a sentence may borrow from its neighbours, at nine tenths."""
    out = scores.copy()
    out[:, 1:] = np.maximum(out[:, 1:], 0.9 * scores[:, :-1])
    out[:, :-1] = np.maximum(out[:, :-1], 0.9 * scores[:, 1:])
    return out


def _numbers(
    claim: Reading, passage: Reading, best: Sequence[int], spoken: npt.NDArray[np.bool_]
) -> dict[str, float]:
    """Return how the numbers of the claim match: exactly, nearly, otherwise, not at all.

    A number counts as met only in a sentence that holds another word of the claim (``spoken``).
    """
    wanted = [n for n in claim.numbers if n.unit not in _AGE_WORDS or not claim.ages]
    if not wanted:
        return {}
    reach = {s + step for s in best for step in (-1, 0, 1)}
    near = [n for n in passage.numbers if passage.sentence[n.position] in reach]
    tally = dict.fromkeys(
        ("number_exact", "number_close", "number_conflict", "number_missing"), 0.0
    )
    for number in wanted:
        fate = _fate(number, [n for n in near if spoken[passage.sentence[n.position]]])
        tally[fate] += 1 / len(wanted)
    return tally


def _fate(number: Number, near: Sequence[Number]) -> str:
    if any(n.value == number.value for n in near):
        return "number_exact"
    rivals = [n.value for n in near if n.unit == number.unit]
    if not rivals:
        return "number_missing"
    apart = min(abs(value - number.value) / max(1e-9, abs(number.value)) for value in rivals)
    return "number_close" if apart <= 0.1 else "number_conflict"


def _age(claim: Reading, passage: Reading) -> dict[str, float]:
    """Return whether a claim about an age is met exactly, roughly, not at all or contradicted."""
    if not claim.ages:
        return {}
    age = claim.ages[0]
    if any(abs(a - age) < 0.02 for a in passage.ages):
        return {"age_exact": 1.0}
    if any(low <= age <= high for low, high in passage.bands):
        return {"age_rough": 1.0}
    if passage.ages or passage.bands:
        return {"age_conflict": 1.0}
    return {"age_silent": 1.0, "age_rough": 0.5 * ("adult" in passage.words and age >= 17)}


def _grown(reading: Reading) -> bool:
    """Return whether a text is about an adult, by its first noun for a man, woman, boy or girl."""
    for word in reading.words:
        if word in ("man", "woman", "gentleman", "lady"):
            return True
        if word in ("boy", "girl"):
            return False
    return True


def _sex(claim: Reading, said: Sequence[Unit], passage: Reading) -> dict[str, float]:
    """Return whether a claim about nothing but the sex is met, left open or contradicted."""
    heavy = {
        claim.stems[u.first] for u in said if u.kind == "word" and claim.stems[u.first] not in LIGHT
    }
    if not heavy or not heavy <= _SEX_WORDS or not claim.sex:
        return {}
    if not passage.sex:
        return {"sex_silent": 1.0}
    return {"sex_same": 1.0} if passage.sex == claim.sex else {"sex_conflict": 1.0}


def _names(claim: Reading, passage: Index) -> float:
    """Return the share of the claim's names and codes that the passage does not have."""
    if not claim.names:
        return 0.0
    missing = sum(claim.stems[place] not in passage.stems for place in claim.names)
    return missing / len(claim.names)
