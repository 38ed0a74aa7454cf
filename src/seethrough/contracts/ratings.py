"""What a judge gives back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from seethrough import spec
from seethrough.contracts.given import fixed
from seethrough.errors import ContractError
from seethrough.evidence.grade import SAME, SIMILAR, UNSUPPORTED
from seethrough.protocols import Judge, Rating

GRADES = (SAME, SIMILAR, UNSUPPORTED)


def ratings_of(judge: Judge, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
    """Return a judge's ratings, as ``Judge.rate`` does.

    Raises:
        ContractError: It gave too few or too many ratings, or one that is no grade or has no finer
            rating.
    """
    ratings = judge.rate(fixed(claims), fixed(passages))
    problem = _problem(ratings, len(claims))
    if problem:
        raise ContractError(
            f"judge {spec.name_of(judge)}: gave {problem}; each claim needs a Rating with the grade"
            " 1, 2 or 3 (an int) and expected from 1 to 3 (a float), or the grade None where it"
            " could not judge"
        )
    return ratings


def _problem(ratings: Any, claims: int) -> str:
    """Return what is wrong with ratings; nothing where nothing is."""
    if not isinstance(ratings, Sequence):
        return f"{type(ratings).__name__} for {claims:,} claims"
    if len(ratings) != claims:
        return f"{len(ratings):,} ratings of {claims:,} claims"
    for rating in ratings:
        if not isinstance(rating, Rating):
            return f"{type(rating).__name__} for a claim"
        if not isinstance(rating.note, str):
            return "a note that is no text"
        grade, finer = rating.grade, rating.expected
        if grade is not None and not (_is_grade(grade) and _is_finer(finer)):
            return f"{grade!r:.20} with expected {finer!r:.20}"
    return ""


def _is_grade(grade: Any) -> bool:
    return isinstance(grade, int) and grade in GRADES


def _is_finer(finer: Any) -> bool:
    return isinstance(finer, int | float) and GRADES[0] <= finer <= GRADES[-1]
