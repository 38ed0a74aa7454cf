"""How far the results of two canaries tell them apart: ratios, a test of fit, bounds on an event.

Pure functions of the results and of what the mechanism claims; see `epsilon_audit` for the source.
"""

from __future__ import annotations

import math

import numpy as np

from seethrough.statistics.arrays import Floats, Ints
from seethrough.statistics.intervals import clopper_pearson
from seethrough.word_level.mechanisms.mechanism import Mechanism


def log_ratio(mechanism: Mechanism, x: Ints, other: Ints, released: Ints) -> Floats:
    """Return (draws,) log f(y|x) - log f(y|x') by the claimed mechanism, summed over tokens.

    It is infinite if only one of the two can have this result by the claim.
    """
    total = np.zeros(len(released))
    for place in range(len(x)):
        unique, inverse = np.unique(released[:, place], return_inverse=True)
        known = unique >= 0
        chances = np.zeros((2, len(unique)))
        for side, word in enumerate((x[place], other[place])):
            inputs = np.full(int(known.sum()), word)
            chances[side, known] = mechanism.likelihood(inputs, unique[known])
        with np.errstate(divide="ignore"):
            logs = np.log(chances)
        ratio = np.where(np.isfinite(logs[0]) | np.isfinite(logs[1]), logs[0] - logs[1], 0.0)
        total += ratio[inverse]
    return total


def fit(mechanism: Mechanism, x: Ints, released: Ints) -> float:
    """Return the chi-squared test's p-value of one word's results.

    Outputs that are expected fewer than five times are taken together, with the next rarest where
    these are still fewer than five. It is nan for a text, and where these are all outputs: then
    every result of so few draws would fit.
    """
    from scipy.special import chdtrc

    if len(x) > 1:
        return math.nan
    outputs = np.union1d(mechanism.outputs, np.unique(released[released >= 0]))
    chances = mechanism.likelihood(np.full(len(outputs), x[0]), outputs)
    place = np.searchsorted(outputs, released[:, 0])
    counts = np.bincount(place[released[:, 0] >= 0], minlength=len(outputs))
    expected = chances * len(released)
    if counts[expected == 0].any() or (released < 0).any():
        return 0.0
    order = np.argsort(expected, kind="stable")
    expected, counts = expected[order], counts[order]
    rare = int((expected < 5).sum())
    if rare:
        rare = max(rare, int((np.cumsum(expected) < 5).sum()) + 1)
        first = [[part[:rare].sum()] for part in (expected, counts)]
        expected, counts = (
            np.append(pool, part[rare:])
            for pool, part in zip(first, (expected, counts), strict=True)
        )
    statistic = ((counts - expected) ** 2 / expected).sum()
    freedom = len(expected) - 1
    return float(chdtrc(freedom, statistic)) if freedom else math.nan


def lower_bound(y: Ints, z: Ints, y_ratio: Floats, z_ratio: Floats, error: float) -> float:
    """Return the lower bound on log Pr(event | y) / Pr(event | z), the event chosen on one half.

    Words are ranked by how much more often the first half saw them on one side, longer texts by the
    claimed likelihood ratio. Results that the claim does not cover are in no event.
    """
    half = len(y) // 2
    y_score, z_score = y_ratio, z_ratio
    if y.shape[1] == 1:
        unique, inverse = np.unique(np.concatenate([y[:, 0], z[:, 0]]), return_inverse=True)
        size = len(unique)
        first, second = inverse[: len(y)], inverse[len(y) :]
        counts = [np.bincount(i[:half], minlength=size) + 0.5 for i in (first, second)]
        observed = np.log(counts[0] / counts[1])
        y_score, z_score = observed[first], observed[second]
    y_score = np.where(np.isfinite(y_ratio), y_score, -np.inf)
    z_score = np.where(np.isfinite(z_ratio), z_score, -np.inf)
    levels = np.unique(y_score[:half][np.isfinite(y_score[:half])])
    if not len(levels):
        return 0.0
    levels = levels[np.unique(np.linspace(0, len(levels) - 1, 50).astype(int))]
    tried = [
        _lower(int((y_score[:half] >= t).sum()), int((z_score[:half] >= t).sum()), half, error)
        for t in levels
    ]
    best = levels[int(np.argmax(tried))]
    hits = int((y_score[half:] >= best).sum()), int((z_score[half:] >= best).sum())
    return max(0.0, _lower(*hits, len(y) - half, error))


def largest_bound(ratio: Floats, error: float) -> float:
    """Return the bound on an event of all results that the claim covers, if no other is in it."""
    judged = ratio[len(ratio) // 2 :]
    return max(0.0, _lower(int(np.isfinite(judged).sum()), 0, len(judged), error))


def _lower(hits: int, others: int, n: int, error: float) -> float:
    """Return log of the lower limit of one rate over the upper limit of another."""
    low, _ = clopper_pearson(hits, n, error)
    _, high = clopper_pearson(others, n, error)
    return math.log(low / high) if low > 0 else -math.inf
