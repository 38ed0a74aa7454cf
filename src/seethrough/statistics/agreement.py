"""How far ratings agree: rank correlation, Fleiss' kappa and the table of confusions."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from seethrough.statistics.arrays import FloatArray, IntArray


def spearman(first: FloatArray, second: FloatArray) -> float:
    """Return Spearman's rank correlation, as ``scipy.stats.spearmanr`` does.

    Args:
        first: (n,) scores; ties share the mean of their ranks.
        second: (n,) scores.

    Returns:
        A correlation in [-1, 1], higher is closer agreement; nan where either side is constant.
    """
    a, b = centred_ranks(first), centred_ranks(second)
    scale = float(a @ a) * float(b @ b)
    return max(-1.0, min(1.0, float(a @ b) / math.sqrt(scale))) if scale > 1e-9 else math.nan


def fleiss_kappa(table: IntArray) -> float:
    """Return Fleiss' kappa.

    The share of pairs of raters that agree, beyond what the grades' frequencies alone give, over
    the most that it could be beyond that. Items may have different numbers of raters: each item
    counts once, with the shares of its own raters; with equal numbers this is Fleiss' formula.

    Args:
        table: (n, k) how many raters gave item ``i`` the grade ``j``; rows with fewer than two
            raters do not count.

    Returns:
        Kappa; 1 is full agreement, 0 what chance gives, below 0 less than that; nan where nothing
        could be compared or only one grade was ever given.

    References:
        Fleiss (1971), Measuring nominal scale agreement among many raters, equations 1 to 7.
    """
    several = table[table.sum(axis=1) >= 2]
    if not len(several):
        return math.nan
    observed = float(agreeing_pairs(several).mean())
    shares = several / several.sum(axis=1, keepdims=True)
    chance = float((shares.mean(axis=0) ** 2).sum())
    return (observed - chance) / (1 - chance) if chance < 1 - 1e-12 else math.nan


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
    return Agreed(len(several), float(agreeing_pairs(several).mean()), fleiss_kappa(several))


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
        answer: (n,) the grades answered, or ``grades`` where there was no answer.
        grades: How many grades there are.

    Returns:
        (grades, grades + 1) counts, a row per truth; the last column holds the unanswered.
    """
    table = np.zeros((grades, grades + 1), dtype=np.int64)
    np.add.at(table, (truth, answer), 1)
    return table


def mean_ranks(scores: FloatArray) -> FloatArray:
    """Return (n,) ranks from 1, the lowest score first; ties share the mean of their ranks.

    ``scipy.stats.rankdata`` does the same, and takes a second to import.
    """
    _, place, times = np.unique(scores, return_inverse=True, return_counts=True)
    ranks: FloatArray = (np.cumsum(times) - (times - 1) / 2)[place]
    return ranks


def centred_ranks(scores: FloatArray) -> FloatArray:
    """Return (n,) ranks less their mean; ties share the mean of their ranks."""
    return mean_ranks(scores) - (len(scores) + 1) / 2


def by_chance(ones: int, found: int, others: int, other_found: int) -> float:
    """Return how likely chance finds at least as many of the first kind, of all that are found.

    The one-sided exact test of a table of two rows, whatever share of both kinds is found.

    Args:
        ones: How many there are of the first kind, such as claims that are disclosed.
        found: How many of them are found, such as called disclosed.
        others: How many there are of the other kind.
        other_found: How many of them are found.

    References:
        Fisher (1935), The Design of Experiments, chapter 2.
    """
    from scipy.special import gammaln  # scipy.stats takes a second to import

    def ways(of: int, some: IntArray | int) -> FloatArray:
        chosen = np.asarray(some, float)
        logs: FloatArray = gammaln(of + 1) - gammaln(chosen + 1) - gammaln(of - chosen + 1)
        return logs

    called = found + other_found
    hits = np.arange(max(found, called - others), min(ones, called) + 1)
    chances = ways(ones, hits) + ways(others, called - hits) - ways(ones + others, called)
    return min(1.0, float(np.exp(chances).sum()))
