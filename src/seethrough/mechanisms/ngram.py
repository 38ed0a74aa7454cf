"""A bigram prior over sentences: interpolated Kneser-Ney, with word classes below it.

    P(b|a) = max(c(a,b) - D, 0) / c(a)  +  lambda(a) * low(b|a)
    low(b|a) = M[class(a), class(b)] * right(b)

With one class, ``low`` is the unigram distribution and this is plain interpolated Kneser-Ney. With
more, ``M`` is itself an interpolated bigram model over classes, so that words never seen together
profit from what their like was seen with, and ``right`` shares a class's mass among its words. The
smoothing part has the rank of M, which is what makes exact forward-backward fast.

Source: Kneser and Ney, "Improved backing-off for m-gram language modeling" (1995); Chen and
Goodman, "An empirical study of smoothing techniques" (1999), equations 20 to 23; Brown et al.,
"Class-based n-gram models" (1992).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seethrough.mechanisms.ragged import flat_ranges

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Bigrams:
    """A bigram model over ``words`` word numbers and one boundary mark, number ``words``.

    Attributes:
        words: How many words there are; the boundary begins and ends every sentence.
        keys: (m,) ``a * (words + 1) + b`` of the bigrams seen, rising.
        seen: (m,) max(c(a,b) - D, 0) / c(a).
        left: (words + 1,) lambda(a), 1 for a word never seen.
        right: (words + 1,) the share of each word in its class.
        classes: (words + 1,) the class of each word.
        mix: (C, C) M, rows summing to 1.
    """

    words: int
    keys: Ints
    seen: Floats
    left: Floats
    right: Floats
    classes: Ints
    mix: Floats

    def probability(self, before: Ints, after: Ints) -> Floats:
        """Return (n,) P(after[i] | before[i])."""
        smooth = self.mix[self.classes[before], self.classes[after]] * self.right[after]
        return self.left[before] * smooth + self.discounted(before, after)

    def discounted(self, before: Ints, after: Ints) -> Floats:
        """Return (n,) the part of P(after[i] | before[i]) that comes from the pair itself."""
        asked = before * (self.words + 1) + after
        if not len(self.keys):
            return np.zeros(len(asked))
        at = np.minimum(np.searchsorted(self.keys, asked), len(self.keys) - 1)
        return np.where(self.keys[at] == asked, self.seen[at], 0.0)


def pairs_of(ids: Ints, starts: Ints, boundary: int) -> tuple[Ints, Ints]:
    """Return the neighbours of every sentence, the boundary before and after it.

    Args:
        ids: The sentences' words, joined.
        starts: (n + 1,) where each sentence starts.
        boundary: The number of the boundary mark.
    """
    lengths = np.diff(starts)
    padded = np.full(len(ids) + len(lengths), boundary, dtype=np.int64)
    padded[flat_ranges(starts[:-1] + np.arange(len(lengths)), lengths)] = ids
    before = np.concatenate([[boundary], padded[:-1]]) if len(padded) else padded
    return before, padded


def fit(
    before: Ints,
    after: Ints,
    base: Floats,
    weights: Floats | None = None,
    classes: Ints | None = None,
    continuation: bool = True,
    class_weight: float = 0.5,
) -> Bigrams:
    """Fit the model to bigrams.

    Args:
        before: (n,) first words; the boundary is number ``len(base) - 1``.
        after: (n,) second words.
        base: (words + 1,) what any word's probability falls back to; positive, any sum.
        weights: (n,) how often each pair occurred; 1 each where None. May be fractional.
        classes: (words + 1,) the class of each word; one class where None.
        continuation: Whether the unigrams count distinct left neighbours (Kneser-Ney) rather
            than occurrences (absolute discounting).
        class_weight: How much of the smoothing the classes get, in [0, 1].
    """
    size = len(base)
    base = base / base.sum()
    keys, inverse = np.unique(before * size + after, return_inverse=True)
    counts = np.bincount(inverse, weights, minlength=len(keys)).astype(np.float64)
    first, second = np.divmod(keys, size)
    discount = _discount(counts)
    total = np.bincount(first, counts, minlength=size)
    kept = np.maximum(counts - discount, 0.0)
    left = np.ones(size)
    known = total > 0
    lost = total - np.bincount(first, kept, minlength=size)
    left[known] = np.maximum(lost[known] / total[known], 1e-9)
    seen = kept / total[first] if len(keys) else kept
    lower = np.minimum(counts, 1.0) if continuation else counts
    unigram = np.bincount(second, lower, minlength=size)
    low = _interpolated(unigram, _discount(unigram[unigram > 0]), base)
    keep = seen > 0
    grouped = np.zeros(size, dtype=np.int64) if classes is None else classes
    shares = np.bincount(grouped, low)
    right = low / shares[grouped]
    mix = np.broadcast_to(shares, (len(shares), len(shares))).copy()
    if classes is not None:
        joint = np.zeros_like(mix)
        np.add.at(joint, (grouped[first], grouped[second]), counts)
        rows = joint.sum(axis=1, keepdims=True)
        cut = np.maximum(joint - _discount(joint[joint > 0]), 0.0)
        spare = rows - cut.sum(axis=1, keepdims=True)
        smooth = np.where(rows > 0, (cut + spare * shares) / np.where(rows > 0, rows, 1.0), shares)
        mix = class_weight * smooth + (1 - class_weight) * mix
    return Bigrams(size - 1, keys[keep], seen[keep], left, right, grouped, mix)


def _discount(counts: Floats) -> float:
    """Return n1 / (n1 + 2 n2), the usual estimate of D; between 0.1 and 0.95."""
    once = float(((counts > 0) & (counts < 1.5)).sum())
    twice = float(((counts >= 1.5) & (counts < 2.5)).sum())
    return float(np.clip(once / (once + 2 * twice), 0.1, 0.95)) if once else 0.5


def _interpolated(counts: Floats, discount: float, base: Floats) -> Floats:
    """Return discounted relative frequencies with the mass taken off given to ``base``."""
    total = counts.sum()
    if total <= 0:
        return base
    kept = np.maximum(counts - discount, 0.0)
    result: Floats = (kept + (total - kept.sum()) * base) / total
    return result
