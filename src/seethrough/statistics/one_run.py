"""A lower bound on epsilon from one release in which canaries were planted by fair coins.

Each of m canaries is put among the private records with probability one half, apart from all
others. Who sees only the release guesses which were in. Under (epsilon, delta) differential privacy
the number of right guesses is not much larger than that of randomized response, so that many right
guesses refute a small epsilon.

Source: Steinke, Nasr and Jagielski, "Privacy auditing with one (1) training run" (NeurIPS 2023),
theorem 5.2 and appendix D.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from seethrough.statistics.arrays import FloatArray, IntArray
from seethrough.statistics.intervals import clopper_pearson

SHARES = (1 / 4, 1 / 16, 1 / 64)
"""The shares of the canaries that are guessed, beside nearly all (``_guesses``)."""

_ERROR = 0.05
"""The chance that an end is wrong."""

_EACH = _ERROR / (1 + len(SHARES))
"""The part of it for each number of guesses."""

LARGEST = 64.0
"""The largest epsilon that is looked for; as an upper end it stands for none."""


class OneRun(NamedTuple):
    """What one run says about epsilon.

    Attributes:
        value: The epsilon that is as likely too large as too small for so many right guesses.
        low: The lower bound on epsilon, at 95 % confidence; 0 where nothing is refuted.
        high: What these guesses show is at most this: the epsilon of randomized response that is
            hardly ever right so seldom. It bounds no promise, as better guesses may show more.
        guesses: How many canaries were guessed for these.
        right: How many of these guesses were right.
        canaries: How many canaries there were, in and out.
    """

    value: float
    low: float
    high: float
    guesses: int
    right: int
    canaries: int


def one_run(
    inside: Sequence[float] | FloatArray,
    outside: Sequence[float] | FloatArray,
    delta: float,
) -> OneRun:
    """Return the lower bound on epsilon that canaries' scores give.

    The highest scores are guessed to be in, as many of the lowest to be out. How many are guessed
    is tried in four ways that are fixed beforehand (``_guesses``), each at a fourth of the error;
    the highest lower bound counts. Equal scores are guessed alike (``_right``).

    Args:
        inside: The scores of the canaries that were in, higher for surer; finite.
        outside: Those of the canaries that were not.
        delta: The delta of the promise, in [0, 1).

    Raises:
        ValueError: A score is not finite, or there are fewer than two canaries.
    """
    scores = np.concatenate([np.asarray(inside, float), np.asarray(outside, float)])
    if not np.isfinite(scores).all():
        raise ValueError("a score is not finite")
    count = len(scores)
    if count < 2:
        raise ValueError("there are fewer than two canaries")
    member = np.arange(count) < len(inside)
    found = [
        (epsilon_bound(count, guesses, right, delta, _EACH), guesses, right)
        for guesses in _guesses(count)
        for right in [_right(scores, member, guesses // 2)]
    ]
    low, guesses, right = max(found, key=lambda row: row[0])
    value = epsilon_bound(count, guesses, right, delta, 0.5)
    high = max(value, _upper(guesses, right, _EACH))
    return OneRun(value, low, high, guesses, right, count)


def largest_bound(inside: int, outside: int, delta: float) -> float:
    """Return the lower bound of scores that tell everything: more than this, none can refute.

    Args:
        inside: How many canaries were in. Of more guesses that somebody is in no more are right.
        outside: How many were not. The same holds for guesses that somebody is not.
        delta: The delta of the promise, in [0, 1).
    """
    count = inside + outside
    bounds = (
        epsilon_bound(count, n, min(n // 2, inside) + min(n // 2, outside), delta, _EACH)
        for n in _guesses(count)
    )
    return max(bounds, default=0.0)


def p_value(canaries: int, guesses: int, right: int, epsilon: float, delta: float) -> float:
    """Return the largest chance of so many right guesses under (epsilon, delta).

    Args:
        canaries: How many there were, each in with probability one half.
        guesses: For how many of them a guess was made.
        right: How many of the guesses were right.
        epsilon: At least 0.
        delta: In [0, 1].

    Raises:
        ValueError: More guesses are right than were made, or more made than canaries there are.
    """
    from scipy.special import bdtrc, expit  # scipy.stats takes a second to import

    if not 0 <= right <= guesses <= canaries:
        raise ValueError(f"0 <= {right} <= {guesses} <= {canaries} must hold")
    accuracy = expit(epsilon)
    beta = 1.0 if right == 0 else float(bdtrc(right - 1, guesses, accuracy))
    steps = np.arange(1, right + 1)
    tail = np.cumsum(_binomial(right - steps, guesses, accuracy))
    alpha = float((tail / steps).max(initial=0.0))
    return min(1.0, beta + alpha * delta * 2 * canaries)


def _binomial(hits: IntArray, n: int, share: float) -> FloatArray:
    """Return the chance of each number of hits in ``n`` trials."""
    from scipy.special import gammaln, xlog1py, xlogy

    ways = gammaln(n + 1) - gammaln(hits + 1) - gammaln(n - hits + 1)
    return np.exp(ways + xlogy(hits, share) + xlog1py(n - hits, -share))


def epsilon_bound(canaries: int, guesses: int, right: int, delta: float, error: float) -> float:
    """Return the largest epsilon that so many right guesses refute; 0 where they refute none.

    Args:
        canaries: As for ``p_value``, like the next three.
        guesses: The same.
        right: The same.
        delta: The same.
        error: The chance that the bound is wrong, in (0, 1).
    """
    if p_value(canaries, guesses, right, 0.0, delta) >= error:
        return 0.0
    low, high = 0.0, LARGEST
    for _ in range(40):
        middle = (low + high) / 2
        if p_value(canaries, guesses, right, middle, delta) < error:
            low = middle
        else:
            high = middle
    return low


def canaries_needed(epsilon: float, delta: float) -> int | None:
    """Return how many canaries it takes to refute an epsilon where every guess is right.

    A number of the form 2, 4, 8 ...; the smallest that can say anything about this epsilon, unless
    the coins are very uneven. None where none can: what delta allows grows with the canaries, too.
    """
    counts = (2**power for power in range(1, _MOST_DOUBLINGS))
    refute = (
        n for n in counts if any(p_value(n, g, g, epsilon, delta) < _EACH for g in _guesses(n))
    )
    return next(refute, None)


_MOST_DOUBLINGS = 21


def _guesses(canaries: int) -> list[int]:
    """Return how many canaries are guessed, in the ways that are tried; each even.

    First nearly all: on each side two standard deviations of the coins fewer than half, so that
    nearly always as many were in, and as many were not, and every guess can be right.
    """
    nearly = canaries // 2 - round(math.sqrt(canaries))
    halves = (max(1, nearly), *(int(canaries * share) // 2 for share in SHARES))
    return [2 * half for half in halves if half] if canaries > 1 else []


def _upper(guesses: int, right: int, error: float) -> float:
    """Return the epsilon of the largest accuracy with which so few right guesses are likely."""
    right = max(right, guesses // 2)  # fewer than by chance tell nothing, too
    if right == guesses:
        return LARGEST
    _, accuracy = clopper_pearson(right, guesses, 2 * error)
    return min(LARGEST, max(0.0, math.log(accuracy / (1 - accuracy))))


def _right(scores: FloatArray, member: np.ndarray, half: int) -> int:
    """Return how many guesses are right, rounded down.

    Where equal scores are more than the guesses that are left, the guesses are spread evenly over
    them, so that they are right for as many as are in (or out). A lot would do, too, but could by
    chance call a release that says nothing telling; evenly spread guesses vary less than a lot.
    """
    inside = _right_above(scores, member, half)
    return math.floor(inside + _right_above(-scores, ~member, half) + 1e-9)


def _right_above(scores: FloatArray, member: np.ndarray, half: int) -> float:
    """Return how many of so many highest scores are members', of equal ones the share."""
    last = np.sort(scores)[-half]
    above, equal = scores > last, scores == last
    left = half - int(above.sum())
    return float(member[above].sum() + left * member[equal].mean())
