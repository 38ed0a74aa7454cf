"""How far the words of a passage meet each unit of a claim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.judges.offline.evidence.passage import Index
from seethrough.judges.offline.evidence.units import Unit
from seethrough.judges.offline.lexicon import NOTHING, Lexicon
from seethrough.judges.offline.reading import STOP, Reading
from seethrough.text.word_table import word_table

SAME_CONCEPT = 0.97
BROADER = 0.5
FLOOR, SPAN = 0.45, 0.5
"""Cosine of two words from which they count as alike, and the range over which that grows to 1."""


class Met(NamedTuple):
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


def words_met(claim: Reading, said: Sequence[Unit], passage: Index, known: Lexicon) -> Met:
    """Return how far the units are met by words."""
    shape = len(said), max(1, len(passage.reading.sentences))
    met = Met(*(np.zeros(shape) for _ in Met._fields))
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
