"""How far a passage meets what a claim says in numbers, ages, sexes and names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from seethrough.judges.offline.evidence.passage import Index
from seethrough.judges.offline.evidence.units import Unit
from seethrough.judges.offline.reading import LIGHT, Number, Reading

_AGE_WORDS = frozenset({"year", "month", "week", "day", "old", "age"})
SEX_WORDS = frozenset({"man", "woman", "male", "femal", "boy", "girl", "gentleman", "ladi"})


def numbers_met(
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


def age_met(claim: Reading, passage: Reading) -> dict[str, float]:
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


def sex_met(claim: Reading, said: Sequence[Unit], passage: Reading) -> dict[str, float]:
    """Return whether a claim about nothing but the sex is met, left open or contradicted."""
    heavy = {
        claim.stems[u.first] for u in said if u.kind == "word" and claim.stems[u.first] not in LIGHT
    }
    if not heavy or not heavy <= SEX_WORDS or not claim.sex:
        return {}
    if not passage.sex:
        return {"sex_silent": 1.0}
    return {"sex_same": 1.0} if passage.sex == claim.sex else {"sex_conflict": 1.0}


def grown(reading: Reading) -> bool:
    """Return whether a text is about an adult, by its first noun for a man, woman, boy or girl."""
    for word in reading.words:
        if word in ("man", "woman", "gentleman", "lady"):
            return True
        if word in ("boy", "girl"):
            return False
    return True


def names_missing(claim: Reading, passage: Index) -> float:
    """Return the share of the claim's names and codes that the passage does not have."""
    if not claim.names:
        return 0.0
    missing = sum(claim.stems[place] not in passage.stems for place in claim.names)
    return missing / len(claim.names)
