"""Whether two releases differ for the same people: exact tests, and what intervals say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from seethrough.estimates.figure import Tally
from seethrough.estimates.interval import Interval
from seethrough.statistics.arrays import Generator
from seethrough.statistics.clusters import degrees_of_freedom, t_quantile, varies

DRAWS = 19_999
"""How many random sign flips a test draws; its smallest p-value is one over one more."""

_BLOCK = 2_000_000
"""Signs, and sums of them, that are in memory at once."""

_ROUNDING = 1e-9


def shares_of(
    first: Sequence[Tally], second: Sequence[Tally], clusters: Sequence[str]
) -> dict[str, float]:
    """Return what each person adds to the difference of two shares.

    Each side's ratio is linearised around the ratio of both together, as in
    ``statistics.clusters.ratio_residuals``. Where both sides of each pair are out of as much, the
    parts are the plain differences and add up to that of the shares.

    Args:
        first: One tally per target.
        second: One per target in the same order.
        clusters: The person of each target.
    """
    sides = [np.array(side, dtype=np.float64).reshape(-1, 2) for side in (first, second)]
    wholes = [side[:, 1].sum() for side in sides]
    if not all(wholes):
        return {}
    ratio = sum(side[:, 0].sum() for side in sides) / sum(wholes)
    parts = [
        (side[:, 0] - ratio * side[:, 1]) / whole for side, whole in zip(sides, wholes, strict=True)
    ]
    people: dict[str, float] = {}
    for person, part in zip(clusters, parts[0] - parts[1], strict=True):
        people[person] = people.get(person, 0.0) + float(part)
    return people


def sign_flips(
    differences: Sequence[dict[str, float]], rng: Generator, draws: int = DRAWS
) -> list[float]:
    """Return the two-sided p-value of each difference, by random sign flips.

    Were there no difference, the two releases could trade places for any person; so every choice of
    signs of the people's parts is equally likely, and the p-value says how often their sum is as
    large. It holds for every number of people and every distribution that is the same on both
    sides; two releases with the same mean alone, one of them with few people of whom all is given
    away, may look different (``engine.comparing.differences``). All tests use the same flips.
    ``scipy.stats.permutation_test`` does the same and takes a hundred times as long, one difference
    after the other; ``tests/estimates/test_paired.py`` compares both.

    Args:
        differences: For each test what each person adds to the difference.
        rng: Draws the flips.
        draws: How many flips.

    Returns:
        Values in [1 / (draws + 1), 1].

    References:
        Fisher (1935), The Design of Experiments, section 21. Phipson and Smyth (2010), Permutation
        p-values should never be zero, equation 2.
    """
    everyone = {
        person: i for i, person in enumerate(dict.fromkeys(p for d in differences for p in d))
    }
    if not everyone:
        return [1.0] * len(differences)
    table = np.zeros((len(everyone), len(differences)))
    for column, parts in enumerate(differences):
        table[[everyone[person] for person in parts], column] = list(parts.values())
    observed = np.abs(table.sum(axis=0))
    # A sum that only rounding keeps below the observed one is as large.
    bar = observed - _ROUNDING * np.abs(table).sum(axis=0)
    reached = np.zeros(len(differences), dtype=np.int64)
    rows = max(1, _BLOCK // max(len(everyone), len(differences)))
    for start in range(0, draws, rows):
        signs = _signs(min(rows, draws - start), len(everyone), rng)
        reached += (np.abs(signs @ table) >= bar).sum(axis=0)
    values: list[float] = ((reached + 1) / (draws + 1)).tolist()
    return values


def by_interval(interval: Interval, parts: dict[str, float]) -> float:
    """Return the two-sided p-value of a difference that its 95 % interval stands for.

    The end towards 0 lies as far from the difference as Student's quantile for 95 %; 0 lies so many
    times as far. What few people carry has few degrees of freedom: those of the people's parts
    around 0, as there would be no difference.

    Args:
        interval: The difference with its interval.
        parts: What each person adds to it, as of ``shares_of``.

    Returns:
        A value in [0, 1]; 1 where the interval is missing.
    """
    from scipy.special import stdtr

    if interval.ends is None:
        return 1.0
    value, low, high = interval.ends
    distance = value - low if value > 0 else high - value
    if not value or distance <= 0:
        return float(not value)
    around = np.array(list(parts.values()))
    freedom = degrees_of_freedom(around) if varies(around) else 1.0
    return 2 * float(stdtr(freedom, -t_quantile(freedom) * abs(value) / distance))


def by_unseen(difference: float, people: int) -> float:
    """Return the two-sided p-value of a difference of shares, by who is not among so few people.

    It may be that one side gives away all of as large a share of people as the difference, of whom
    none was drawn (``intervals.unseen``).

    Args:
        difference: The difference, in [-1, 1].
        people: How many people it rests on.
    """
    return min(1.0, 2 * (1 - min(1.0, abs(difference))) ** people)


def _signs(rows: int, people: int, rng: Generator) -> npt.NDArray[np.float32]:
    bits = np.frombuffer(rng.bytes((rows * people + 7) // 8), dtype=np.uint8)
    flipped = np.unpackbits(bits, count=rows * people).reshape(rows, people)
    return 1 - 2 * flipped.astype(np.float32)
