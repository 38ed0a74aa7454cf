"""How far ratings agree: rank correlation, Fleiss' kappa and the table of confusions."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from seethrough.statistics.arrays import FloatArray, IntArray


def spearman(first: FloatArray, second: FloatArray, weights: IntArray | None = None) -> FloatArray:
    """Return Spearman's rank correlation, once for each weighting of the items.

    Args:
        first: (n,) scores; ties share the mean of their ranks.
        second: (n,) scores.
        weights: (b, n) how often each item counts; once each where None.

    Returns:
        (b,) correlations in [-1, 1], higher is closer agreement; nan where either side is
        constant. For weights of one it is what ``scipy.stats.spearmanr`` gives.
    """
    counts = np.ones((1, len(first)), dtype=np.int64) if weights is None else weights
    whole = counts.sum(axis=1, keepdims=True)
    a = _ranks(first, counts) - (whole + 1) / 2
    b = _ranks(second, counts) - (whole + 1) / 2
    covariance = (counts * a * b).sum(axis=1)
    scale = (counts * a * a).sum(axis=1) * (counts * b * b).sum(axis=1)
    defined = scale > 1e-9
    out = np.full(len(counts), np.nan)
    out[defined] = np.clip(covariance[defined] / np.sqrt(scale[defined]), -1, 1)
    return out


def fleiss_kappa(table: IntArray, weights: IntArray | None = None) -> FloatArray:
    """Return Fleiss' kappa, once for each weighting of the items.

    The share of pairs of raters that agree, beyond what the grades' frequencies alone give, over
    the most that it could be beyond that. Items may have different numbers of raters: each item
    counts once, with the shares of its own raters; with equal numbers this is Fleiss' formula.

    Args:
        table: (n, k) how many raters gave item ``i`` the grade ``j``; rows with fewer than two
            raters do not count.
        weights: (b, n) how often each item counts; once each where None.

    Returns:
        (b,) kappas; 1 is full agreement, 0 what chance gives, below 0 less than that; nan where
        nothing could be compared or only one grade was ever given.

    References:
        Fleiss (1971), Measuring nominal scale agreement among many raters, equations 1 to 7.
    """
    raters = table.sum(axis=1)
    counts = np.ones((1, len(table)), dtype=np.int64) if weights is None else weights
    counts = counts * (raters >= 2)
    agreeing, shares = agreeing_pairs(table), table / np.maximum(raters, 1)[:, None]
    whole = counts.sum(axis=1)
    out = np.full(len(counts), np.nan)
    some = whole > 0
    observed = counts[some] @ agreeing / whole[some]
    chance = ((counts[some] @ shares / whole[some, None]) ** 2).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        out[some] = np.where(chance < 1 - 1e-12, (observed - chance) / (1 - chance), np.nan)
    return out


class Agreed(NamedTuple):
    """How far several raters of the same items agree.

    Attributes:
        items: How many items have two raters or more.
        share: The mean share of the pairs of an item's raters that agree, in [0, 1].
        kappa: Fleiss' kappa; nan where only one grade was ever given.
    """

    items: int
    share: float
    kappa: float


def agreed(table: IntArray) -> Agreed | None:
    """Return how far raters agree; None where no item has two of them.

    Args:
        table: (n, k) how many raters gave item ``i`` the grade ``j``.
    """
    several = table[table.sum(axis=1) >= 2]
    if not len(several):
        return None
    share = float(agreeing_pairs(several).mean())
    return Agreed(len(several), share, float(fleiss_kappa(several)[0]))


def agreeing_pairs(table: IntArray) -> FloatArray:
    """Return the share of the pairs of raters of each item that agree (Fleiss, equation 2).

    Args:
        table: (n, k) how many raters gave item ``i`` the grade ``j``.

    Returns:
        (n,) shares in [0, 1]; 0 where an item has fewer than two raters.
    """
    raters = table.sum(axis=1)
    pairs = raters * (raters - 1)
    share: FloatArray = (table * (table - 1)).sum(axis=1) / np.maximum(pairs, 1)
    return share


def confusion(truth: IntArray, answer: IntArray, grades: int) -> IntArray:
    """Return how often each answer met each truth.

    Args:
        truth: (n,) grades from 0 to ``grades - 1``.
        answer: (n,) likewise, or ``grades`` where there was no answer.
        grades: How many grades there are.

    Returns:
        (grades, grades + 1) counts, a row per truth; the last column holds the unanswered.
    """
    table = np.zeros((grades, grades + 1), dtype=np.int64)
    np.add.at(table, (truth, answer), 1)
    return table


def mean_ranks(scores: FloatArray) -> FloatArray:
    """Return (n,) ranks from 1, the lowest score first; ties share the mean of their ranks."""
    return _ranks(scores, np.ones((1, len(scores)), dtype=np.int64))[0] if len(scores) else scores


def centred_ranks(scores: FloatArray) -> FloatArray:
    """Return (n,) ranks less their mean; ties share the mean of their ranks."""
    return mean_ranks(scores) - (len(scores) + 1) / 2


def by_chance(disclosed: int, found: int, other: int, false: int) -> float:
    """Return how likely a rater who does not read finds at least as many disclosed claims.

    The one-sided exact test of a table of two rows, whatever share of the claims the rater calls
    disclosed.

    Args:
        disclosed: How many of the claims are disclosed.
        found: How many of them the rater calls disclosed.
        other: How many are not.
        false: How many of these the rater calls disclosed.

    References:
        Fisher (1935), The Design of Experiments, chapter 2.
    """
    called = found + false
    ways = sum(
        comb(disclosed, hits) * comb(other, called - hits)
        for hits in range(found, min(disclosed, called) + 1)
    )
    return ways / comb(disclosed + other, called)


def _ranks(scores: FloatArray, counts: IntArray) -> FloatArray:
    """Return (b, n) mean ranks when item ``i`` occurs ``counts[:, i]`` times.

    ``scipy.stats.rankdata`` knows no counts, and takes a second to import.
    """
    order = np.argsort(scores, kind="stable")
    ordered = scores[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    group = np.add.reduceat(counts[:, order], starts, axis=1)
    rank = np.cumsum(group, axis=1) - (group - 1) / 2
    place = np.empty(len(scores), dtype=np.int64)
    place[order] = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(scores)]))
    ranks: FloatArray = rank[:, place]
    return ranks
