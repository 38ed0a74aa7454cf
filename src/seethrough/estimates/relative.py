"""By how many per cent one share differs from another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seethrough.estimates.figure import Tally
from seethrough.estimates.shares import Interval
from seethrough.statistics.arrays import FloatArray, IntArray

DRAWS = 2000


def relative_change(
    own: Sequence[Tally], reference: Sequence[Tally], people: Sequence[str], seed: int = 0
) -> Interval | None:
    """Return the relative change of a share, in per cent, with its 95 % interval.

    The percentile bootstrap over people, both shares drawn alike.

    Args:
        own: Hits and trials of each target.
        reference: The same of the same targets, from which the change is meant.
        people: The person of each target.
        seed: Of the draws.

    Returns:
        The change; None where a share has no trials, or the reference no hits, or they are not of
        the same targets.
    """
    if len(own) != len(reference) or len(own) != len(people) or not len(own):
        return None
    _, place = np.unique(np.array(people), return_inverse=True)
    mine, theirs = (_by_person(tallies, place) for tallies in (own, reference))
    if not theirs[:, 0].sum() or not mine[:, 1].sum():
        return None
    rng = np.random.default_rng(seed)
    drawn = rng.integers(len(mine), size=(DRAWS, len(mine)))
    value = _change(mine.sum(0), theirs.sum(0))
    changes = _change(mine[drawn].sum(1), theirs[drawn].sum(1))
    changes = changes[np.isfinite(changes)]
    low, high = np.quantile(changes, (0.025, 0.975))
    return Interval(
        float(value), float(low), float(high), len(own), "bootstrap by person", len(mine)
    )


def _by_person(tallies: Sequence[Tally], place: IntArray) -> FloatArray:
    summed = np.zeros((int(place.max()) + 1, 2))
    np.add.at(summed, place, np.array(tallies, dtype=float))
    return summed


def _change(own: FloatArray, reference: FloatArray) -> FloatArray:
    """Return the changes of shares, each from hits and trials in the last place."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(
            100 * (own[..., 0] / own[..., 1] / (reference[..., 0] / reference[..., 1]) - 1)
        )
