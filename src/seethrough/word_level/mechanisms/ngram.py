"""A bigram prior over sentences, interpolated and discounted.

    P(b|a) = max(c(a,b) - D(c), 0) / (c(a) + s)  +  left(a) * low(b)
    left(a) = (the mass taken off in the row of a + s) / (c(a) + s)

``low`` is the unigram distribution, itself smoothed by a base that every word has a share of. With
s = 0 and ``low`` made of continuation counts this is interpolated Kneser-Ney with modified
discounts; s above 0 trusts rare contexts less (the Pitman-Yor form). The smoothed part is the
product of a factor of a and a factor of b, which is what makes exact forward-backward fast.

Source: Kneser and Ney, "Improved backing-off for m-gram language modeling" (1995); Chen and
Goodman, "An empirical study of smoothing techniques for language modeling" (1999), section 3;
Teh, "A hierarchical Bayesian language model based on Pitman-Yor processes" (2006).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seethrough.statistics.arrays import Floats, Ints
from seethrough.word_level.mechanisms.ragged import flat_ranges


@dataclass(frozen=True, eq=False)
class Bigrams:
    """A bigram model over word numbers below ``words`` and one boundary mark, number ``words``.

    Attributes:
        words: How many words there are; the boundary begins and ends every sentence.
        keys: (m,) ``a * (words + 1) + b`` of the bigrams seen, rising.
        seen: (m,) max(c(a,b) - D, 0) / (c(a) + s).
        left: (words + 1,) what the row of each word leaves to smoothing; 1 for a word never seen.
        low: (words + 1,) the unigram distribution; sums to 1 over all words.
    """

    words: int
    keys: Ints
    seen: Floats
    left: Floats
    low: Floats

    def probability(self, before: Ints, after: Ints) -> Floats:
        """Return (n,) P(after[i] | before[i])."""
        return self.left[before] * self.low[after] + self.discounted(before, after)

    def discounted(self, before: Ints, after: Ints) -> Floats:
        """Return (n,) the part of P(after[i] | before[i]) that comes from the pair itself."""
        asked = before * (self.words + 1) + after
        if not len(self.keys):
            return np.zeros(len(asked))
        at = np.minimum(np.searchsorted(self.keys, asked), len(self.keys) - 1)
        return np.where(self.keys[at] == asked, self.seen[at], 0.0)

    def among(self, words: Ints) -> Bigrams:
        """Return the same model of some words alone, numbered in their order.

        Args:
            words: (w,) word numbers, rising.
        """
        rows = np.append(words, self.words)
        place = np.full(self.words + 1, -1, dtype=np.int64)
        place[rows] = np.arange(len(rows))
        first, second = np.divmod(self.keys, self.words + 1)
        both = (place[first] >= 0) & (place[second] >= 0)
        keys = place[first[both]] * len(rows) + place[second[both]]
        return Bigrams(len(words), keys, self.seen[both], self.left[rows], self.low[rows])


def pairs_of(ids: Ints, starts: Ints, boundary: int) -> tuple[Ints, Ints]:
    """Return the neighbours of every sentence, the boundary before and after it.

    Args:
        ids: The sentences' words, joined.
        starts: (n + 1,) where each sentence starts.
        boundary: The number of the boundary mark.

    Returns:
        (words + n,) first and second words.
    """
    lengths = np.diff(starts)
    after = np.full(len(ids) + len(lengths), boundary, dtype=np.int64)
    after[flat_ranges(starts[:-1] + np.arange(len(lengths)), lengths)] = ids
    return np.concatenate([after[-1:], after[:-1]]), after


def fit(
    before: Ints,
    after: Ints,
    base: Floats,
    discounts: tuple[float, float, float],
    strength: float = 0.0,
    base_weight: float = 0.0,
    continuation: bool = False,
) -> Bigrams:
    """Fit the model to bigrams.

    Args:
        before: (n,) first words; the boundary is number ``len(base) - 1``.
        after: (n,) second words.
        base: (words + 1,) what a unigram falls back to; positive, any sum.
        discounts: D for bigrams seen once, twice and more often, each above 0 and at most its
            count.
        strength: s, at least 0.
        base_weight: How much the base weighs in the unigrams, per word of text; above 0.
        continuation: Whether the unigrams count distinct left neighbours (Kneser-Ney) rather
            than occurrences.
    """
    size = len(base)
    base = base / base.sum()
    keys, counts = np.unique(before * size + after, return_counts=True)
    first, second = np.divmod(keys, size)
    kept = counts - np.array(discounts)[np.minimum(counts, 3) - 1]
    totals = np.bincount(first, counts, minlength=size)
    spare = totals - np.bincount(first, kept, minlength=size)
    weights = totals + strength
    left = np.where(totals > 0, (spare + strength) / np.where(weights > 0, weights, 1.0), 1.0)
    unigrams = np.bincount(second, None if continuation else counts, minlength=size)
    mass = float(unigrams.sum())
    given = base_weight * mass if mass else 1.0
    low = (unigrams + given * base) / (mass + given)
    present = kept > 0
    return Bigrams(size - 1, keys[present], (kept / weights[first])[present], left, low)
