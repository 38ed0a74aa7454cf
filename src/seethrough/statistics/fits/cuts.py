"""Two cuts that turn a judge's probability into three grades, fitted on rated claims."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.statistics.arrays import FloatArray, IntArray


class Cuts(NamedTuple):
    """From which probability a claim counts as told.

    Attributes:
        same: From here on it is the same information, in (similar, 1].
        similar: From here on it is similar information, in (0, same).
    """

    same: float
    similar: float


def fit_cuts(told: FloatArray, grades: IntArray, start: Cuts) -> Cuts:
    """Return the cuts that tell the rated grades apart best.

    ``similar`` has the highest share of claims graded 1 or 2 above it less that of claims graded 3:
    a corrected leak rate is divided by that difference. ``same`` then leaves the fewest of the
    claims above ``similar`` with the wrong one of the grades 1 and 2. Between the values of two
    claims a cut lies a third of the way from either, so that the result does not hang on one claim.

    Args:
        told: (n,) the judge's probability that a reader learns the claim, in [0, 1], not nan.
        grades: (n,) the raters' grades from 1 to 3.
        start: What to return where nothing can be fitted: all probabilities are alike, or all
            claims are disclosed, or none is.
    """
    values, place = np.unique(told, return_inverse=True)
    disclosed, other = _counts(grades < 3, place), _counts(grades == 3, place)
    if len(values) < 2 or not disclosed.sum() or not other.sum():
        return start
    apart = _above(disclosed) / disclosed.sum() - _above(other) / other.sum()
    gap = int(apart.argmax())
    first, second = _counts(grades == 1, place), _counts(grades == 2, place)
    gained = _above(first - second)[gap:]
    upper = gap + int(gained.argmax())
    return Cuts(_between(values, upper, 2 / 3), _between(values, gap, 1 / 3))


def _counts(chosen: npt.NDArray[np.bool_], place: IntArray) -> FloatArray:
    """Return how many chosen claims have each value."""
    counts: FloatArray = np.bincount(place, weights=chosen).astype(np.float64)
    return counts


def _above(counts: FloatArray) -> FloatArray:
    """Return, for a cut between each value and the next, the sum of the counts above it."""
    above: FloatArray = np.cumsum(counts[::-1])[::-1][1:]
    return above


def _between(values: FloatArray, gap: int, part: float) -> float:
    """Return a cut in a gap, with six digits where so many place it well enough."""
    low, high = float(values[gap]), float(values[gap + 1])
    cut = low + part * (high - low)
    short = float(f"{cut:.6g}")
    return short if abs(short - cut) < (high - low) / 10 else cut
