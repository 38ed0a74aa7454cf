"""SanText+: a word may become any sensitive word, the nearer the more likely.

Pr(y|x) is proportional to exp(-epsilon * d(x, y) / 2) over all sensitive words y, d the Euclidean
distance. The most frequent words are not sensitive: each is released as it is with probability
1 - p, and sanitized like the others with probability p. Sensitive words are always sanitized.

Two words x and x' differ in the probability of any output by a factor of at most
exp(epsilon * d(x, x')): metric differential privacy.

Source: Yue et al., "Differential privacy for text analytics via natural text sanitization" (ACL
2021 Findings), section 4 and definition 2. Differs from the released code: frequency is the
order of the word vectors' vocabulary, which is public, not the private data's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, ClassVar

import numpy as np

from seethrough.parallel.spreading import spread
from seethrough.records.releases.release import BY_DISTANCE
from seethrough.statistics.arrays import Bools, Floats, Ints
from seethrough.word_level.mechanisms.mechanism import LISTED, Candidates
from seethrough.word_level.mechanisms.ragged import starts_of
from seethrough.word_level.word_vectors import WordVectors

_BLOCK_ENTRIES = 1 << 24
"""Entries of a distance table held at once (128 MB of float64)."""


class SanTextMechanism:
    """The mechanism at one epsilon.

    Args:
        vectors: The word vectors.
        size: The vocabulary is the first ``size`` words; any further word that has a vector is
            sanitized too, but nothing becomes it.
        common: How many of the most frequent words are not sensitive.
        p: The chance that a word that is not sensitive is sanitized, in [0, 1].
        epsilon: The privacy parameter, above 0.
    """

    unit: ClassVar[str] = BY_DISTANCE

    def __init__(
        self, vectors: WordVectors, size: int, common: int, p: float, epsilon: float
    ) -> None:
        self.vectors = vectors
        self.size = min(size, len(vectors))
        self.common = common
        self.p = p
        self.epsilon = epsilon
        self.streams = 2 if p > 0 else 1
        self._log_totals = np.full(len(vectors), np.nan)

    @cached_property
    def kept(self) -> Bools:
        """(words,) which words are always released as they are: the common ones where p is 0."""
        kept = np.zeros(len(self.vectors), dtype=bool)
        if self.p == 0:
            kept[: self.common] = True
        return kept

    @cached_property
    def outputs(self) -> Ints:
        """The words that a replaced word may become, rising."""
        return np.arange(self.common, self.size)

    def __reduce__(
        self,
    ) -> tuple[type[SanTextMechanism], tuple[WordVectors, int, int, float, float]]:
        """Is sent to a worker as what it was made of."""
        made_of = (self.vectors, self.size, self.common, self.p, self.epsilon)
        return SanTextMechanism, made_of

    def log_weights(self, ids: Ints, single: bool = False) -> Floats:
        """Return (n, outputs) -epsilon * d(x, y) / 2, in single precision where that suffices."""
        kind: Any = np.float32 if single else np.float64
        columns, norms = _targets(self.vectors, self.common, self.size)
        targets: Any = columns.astype(kind, copy=False)
        squares: Any = norms.astype(kind, copy=False)
        rows: Any = self.vectors.matrix[ids].astype(kind)
        table: Floats = rows @ targets
        table *= -2.0
        table += squares
        table += (rows**2).sum(axis=1, keepdims=True)
        np.maximum(table, 0.0, out=table)
        own = np.flatnonzero((ids >= self.common) & (ids < self.size))
        table[own, ids[own] - self.common] = 0.0
        np.sqrt(table, out=table)
        table *= -self.epsilon / 2
        return table

    def table(self, ids: Ints) -> Floats:
        """Return (n, outputs) f(y|x) of n sanitized words; rows sum to 1."""
        table = self.log_weights(ids)
        table -= table.max(axis=1, keepdims=True)
        np.exp(table, out=table)
        table /= table.sum(axis=1, keepdims=True)
        return table

    def sample(self, ids: Ints, uniforms: Floats) -> tuple[Ints, Bools]:
        """Return what each of n words is released as, and which were replaced.

        Args:
            ids: (n,) words; -1 stays.
            uniforms: (streams, n) draws from [0, 1); the second, there where p is above 0,
                decides whether a common word is sanitized.
        """
        replaced = ids >= self.common
        if self.p > 0:
            replaced |= (ids >= 0) & (uniforms[1] < self.p)
        released = ids.copy()
        changed = np.flatnonzero(replaced)
        order = changed[np.argsort(ids[changed], kind="stable")]
        unique, first = np.unique(ids[order], return_index=True)
        bounds = np.append(first, len(order))
        block = self._block
        for begin in range(0, len(unique), block):
            running = np.cumsum(self.table(unique[begin : begin + block]), axis=1)
            for i, row in enumerate(running, begin):
                at = order[bounds[i] : bounds[i + 1]]
                place = np.searchsorted(row, uniforms[0, at] * row[-1], side="right")
                released[at] = self.common + np.minimum(place, len(row) - 1)
        return released, replaced

    @property
    def _block(self) -> int:
        return max(1, _BLOCK_ENTRIES // max(1, self.size - self.common))

    def log_totals(self, ids: Ints) -> Floats:
        """Return (n,) the logarithm of each word's normalizer, computed when first asked for."""
        missing = np.unique(ids[np.isnan(self._log_totals[ids])])
        blocks = (missing[i : i + self._block] for i in range(0, len(missing), self._block))
        found = [*spread(partial(_log_totals, self), blocks), np.empty(0)]
        self._log_totals[missing] = np.concatenate(found)
        return self._log_totals[ids]

    def likelihood(self, inputs: Ints, outputs: Ints) -> Floats:
        """Return (n,) f(outputs[i] | inputs[i])."""
        apart = self.vectors.matrix[inputs].astype(np.float64) - self.vectors.matrix[outputs]
        weights = -self.epsilon / 2 * np.sqrt(np.einsum("ij,ij->i", apart, apart))
        chances = np.exp(weights - self.log_totals(inputs))
        chances *= np.where(inputs < self.common, self.p, 1.0)
        chances[(outputs < self.common) | (outputs >= self.size)] = 0.0
        as_it_is = (inputs == outputs) & (inputs < self.common)
        return np.where(as_it_is, 1.0 - self.p, chances)

    def reversed(self, released: Ints, words: Ints) -> ReversedSanText:
        """Return the released words with what the words' own chances depend on."""
        return ReversedSanText(
            self, np.asarray(released, dtype=np.int64), words, self.log_totals(words)
        )


@dataclass(frozen=True, eq=False)
class ReversedSanText:
    """Some released words and what they may have been.

    Every word of positive prior is a candidate of every sensitive word, so ``mass`` and ``limit``
    decide how many stay; the mass left out is exact.

    Attributes:
        mechanism: The mechanism.
        released: (u,) the released words.
        words: (w,) the words that may be their originals.
        log_totals: (w,) the logarithm of each one's normalizer.
    """

    mechanism: SanTextMechanism
    released: Ints
    words: Ints
    log_totals: Floats

    def candidates(
        self,
        prior: Floats,
        mass: float = 1.0,
        limit: int | None = None,
        alike: Bools | None = None,
    ) -> Candidates:
        """Return the possible originals of each of the released words."""
        given, released, vectors = self.mechanism, self.released, self.mechanism.vectors
        possible = prior > 0
        if given.p == 0:
            possible &= self.words >= given.common
        together = np.zeros(len(self.words), dtype=bool) if alike is None else alike
        # Those that are listed one by one come first.
        places = np.concatenate([np.flatnonzero(possible & i) for i in (~together, together)])
        one_by_one = int((possible & ~together).sum())
        words, weights = self.words[places], prior[places]
        rows = vectors.matrix[words].astype(np.float64)
        base = np.log(weights) - self.log_totals[places]
        if given.p > 0:
            base += np.where(words < given.common, np.log(given.p), 0.0)
        parts: dict[int, tuple[Ints, Floats]] = {}
        left_out, rest = np.zeros(len(released)), np.zeros(len(released))
        inside = np.flatnonzero((released >= given.common) & (released < given.size))
        block = max(1, _BLOCK_ENTRIES // max(1, len(words)))
        for begin in range(0, len(inside), block):
            at = inside[begin : begin + block]
            joint = _distances(vectors.matrix[released[at]].astype(np.float64), rows)
            joint *= -given.epsilon / 2
            joint += base
            top = joint.max(axis=1, initial=-np.inf)
            joint -= top[:, None]
            np.exp(joint, out=joint)
            for row, i, scale in zip(joint, at.tolist(), np.exp(top).tolist(), strict=True):
                chosen, left_out[i], summed = _chosen(row, one_by_one, mass, limit)
                parts[i] = places[chosen], row[chosen] * (scale / weights[chosen])
                rest[i] = summed * scale
        for i in np.flatnonzero((released < given.common) | (released >= given.size)).tolist():
            own = np.flatnonzero(self.words == released[i])
            parts[i] = own, np.full(len(own), 1.0 - given.p)
        inputs = [parts[i][0] for i in range(len(released))]
        chances = [parts[i][1] for i in range(len(released))]
        return Candidates(
            starts_of(np.array([len(own) for own in inputs], dtype=np.int64)),
            np.concatenate([np.empty(0, dtype=np.int64), *inputs]),
            np.concatenate([np.empty(0), *chances]),
            left_out,
            rest,
        )


@lru_cache(maxsize=2)
def _targets(vectors: WordVectors, common: int, size: int) -> tuple[Floats, Floats]:
    """Return the (dimensions, outputs) vectors of the outputs and their squared lengths."""
    matrix = vectors.matrix[common:size].astype(np.float64)
    return np.ascontiguousarray(matrix.T), (matrix**2).sum(axis=1)


def _distances(one: Floats, other: Floats) -> Floats:
    """Return (n, m) the Euclidean distances of (n, d) to (m, d) vectors."""
    table: Floats = one @ other.T
    table *= -2.0
    table += (other**2).sum(axis=1)
    table += (one**2).sum(axis=1, keepdims=True)
    return np.sqrt(np.maximum(table, 0.0, out=table), out=table)


def _log_totals(mechanism: SanTextMechanism, ids: Ints) -> Floats:
    # Single precision takes a third less time and changes the sums by 1e-6.
    table = mechanism.log_weights(ids, single=True)
    top = table.max(axis=1, keepdims=True)
    table -= top
    weights = np.exp(table, out=table).sum(axis=1, dtype=np.float64)
    totals: Floats = top[:, 0] + np.log(weights)
    return totals


def _chosen(joint: Floats, count: int, mass: float, limit: int | None) -> tuple[Ints, float, float]:
    """Return which of a released word's candidates stay, the most likely first.

    Args:
        joint: (m,) prior times likelihood.
        count: So many of the first are cut by ``mass`` and ``limit``; of the others the
            ``LISTED`` most likely stay and the rest is added up.
        mass: What is cut off holds at most what this is short of 1.
        limit: The most that stay of the first.

    Returns:
        The places; the share of ``joint`` that was cut off; the sum of what was added up.
    """
    first, others = joint[:count], joint[count:]
    total = float(joint.sum())
    best = _largest(first, min(count, limit or count))
    # What would be cut off if each one were the first to go.
    tail = first.sum() - np.concatenate([[0.0], np.cumsum(first[best])])[:-1]
    if mass < 1.0:
        best = best[: max(1, int((tail > (1.0 - mass) * total).sum()))]
    listed = count + _largest(others, min(len(others), LISTED))
    cut = float(np.delete(first, best).sum()) / total if total else 0.0
    rest = max(0.0, float(others.sum() - joint[listed].sum()))
    chosen = np.concatenate([best, listed])
    return chosen[np.argsort(-joint[chosen], kind="stable")], cut, rest


def _largest(values: Floats, most: int) -> Ints:
    """Return the places of the largest values, the largest first."""
    best = np.arange(len(values))
    if most < len(values):
        best = np.argpartition(-values, most - 1)[:most] if most else best[:0]
    found: Ints = best[np.argsort(-values[best], kind="stable")]
    return found
