"""Exact posteriors of hidden words under a bigram prior.

Every word is released independently given its original, so the originals of a sentence are a
hidden Markov chain: transitions from the prior, emissions f(y|x). Forward-backward gives the exact
posterior of every original given the whole released sentence. All sentences advance together, one
place at a time; a step costs the number of candidates and of their seen bigrams, not the square of
the number of candidates, because the smoothed part of the prior has rank one.

Source: Baum et al. (1970); Rabiner, "A tutorial on hidden Markov models" (1989), section III.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from seethrough.statistics.arrays import Floats, Ints
from seethrough.word_level.mechanisms.ngram import Bigrams
from seethrough.word_level.mechanisms.ragged import flat_ranges, row_numbers, starts_of

_PAIRS_AT_ONCE = 1 << 21


def infer(model: Bigrams, sentences: Ints, starts: Ints, words: Ints, emission: Floats) -> Floats:
    """Return the (m,) posterior of every candidate; the candidates of a place sum to 1.

    Args:
        model: The prior.
        sentences: (n + 1,) at which place each sentence starts.
        starts: (P + 1,) at which candidate each place starts; every place has one or more.
        words: (m,) the candidates' word numbers.
        emission: (m,) f(y|x) of each candidate; one per place or more above 0.
    """
    lengths = np.diff(sentences)
    by_length = np.argsort(-lengths, kind="stable")
    longest = int(lengths.max(initial=0))
    sizes = np.searchsorted(-lengths[by_length], -np.arange(longest), side="left")
    posterior = np.empty(len(words))
    if longest:
        times = starts_of(sizes)
        time = row_numbers(times)
        rank = np.arange(len(time)) - times[time]
        places = sentences[by_length[rank]] + time
        counts = np.diff(starts)[places]
        flat = flat_ranges(starts[places], counts)
        lattice = _Lattice(model, sizes, times, starts_of(counts), words[flat], emission[flat])
        posterior[flat] = lattice.run()
    return posterior


class _Lattice:
    """Candidates in order of time, at one time in order of falling sentence length.

    So the sentences that have not ended at any time come first, and each time's candidates
    lie side by side.

    Args:
        model: The prior.
        sizes: (T,) how many sentences have a place at each time.
        times: (T + 1,) at which place each time starts.
        starts: (P + 1,) at which candidate each place starts.
        words: (m,) word numbers.
        emission: (m,) f(y|x).
    """

    def __init__(
        self, model: Bigrams, sizes: Ints, times: Ints, starts: Ints, words: Ints, emission: Floats
    ) -> None:
        self.model, self.sizes, self.words, self.emission = model, sizes, words, emission
        self.times, self.starts = times, starts
        self.left, self.low = model.left[words], model.low[words]
        self.bounds = starts[times]
        self.row = row_numbers(starts) - np.repeat(times[:-1], np.diff(self.bounds))
        following = np.append(sizes[1:], 0)
        # Candidates of a time from here on end their sentence.
        self.going = starts[times[:-1] + following]
        self.following = following
        self.before, self.after, self.seen = self._seen_pairs()
        self.pairs = np.append(np.searchsorted(self.before, self.bounds[:-1]), len(self.before))

    def run(self) -> Floats:
        """Return the posterior of every candidate."""
        alpha, beta = np.empty(len(self.words)), np.empty(len(self.words))
        for t in range(len(self.sizes)):
            a, b = self.bounds[t], self.bounds[t + 1]
            if t == 0:
                inside = self.model.probability(self._edge(b - a), self.words[a:b])
            else:
                inside = self._forward(alpha, t)
            joint = inside * self.emission[a:b]
            alpha[a:b] = joint / self._totals(joint, t)
        for t in range(len(self.sizes) - 1, -1, -1):
            a, go, b = self.bounds[t], self.going[t], self.bounds[t + 1]
            beta[go:b] = self.model.probability(self.words[go:b], self._edge(b - go))
            if go > a:
                beta[a:go] = self._backward(beta, t)
            # Any factor per place cancels in the posterior; this one keeps beta in range.
            beta[a:b] /= self._totals(alpha[a:b] * beta[a:b], t)
        return alpha * beta

    def _edge(self, count: int) -> Ints:
        return np.full(count, self.model.words)

    def _forward(self, alpha: Floats, t: int) -> Floats:
        """Return sum over x' of alpha(x') P(x|x') for the candidates x of time t."""
        a, b, c = self.bounds[t - 1], self.bounds[t], self.bounds[t + 1]
        spread = np.bincount(self.row[a:b], alpha[a:b] * self.left[a:b])
        inside: Floats = self.low[b:c] * spread[self.row[b:c]]
        p = slice(self.pairs[t - 1], self.pairs[t])
        if p.stop > p.start:
            weights = alpha[self.before[p]] * self.seen[p]
            inside += np.bincount(self.after[p] - b, weights, minlength=c - b)
        return inside

    def _backward(self, beta: Floats, t: int) -> Floats:
        """Return sum over x' of P(x'|x) f(y'|x') beta(x') for the candidates x that go on."""
        a, go, b, c = self.bounds[t], self.going[t], self.bounds[t + 1], self.bounds[t + 2]
        outer = beta[b:c] * self.emission[b:c]
        gathered = np.bincount(self.row[b:c], outer * self.low[b:c])
        inside: Floats = self.left[a:go] * gathered[self.row[a:go]]
        p = slice(self.pairs[t], self.pairs[t + 1])
        if p.stop > p.start:
            weights = outer[self.after[p] - b] * self.seen[p]
            inside += np.bincount(self.before[p] - a, weights, minlength=go - a)
        return inside

    def _totals(self, values: Floats, t: int) -> Floats:
        """Return for each candidate of time t the sum of the values over its place."""
        rows = self.starts[self.times[t] : self.times[t + 1] + 1] - self.bounds[t]
        return np.repeat(np.add.reduceat(values, rows[:-1]), np.diff(rows))

    def _seen_pairs(self) -> tuple[Ints, Ints, Floats]:
        """Return all pairs of candidates of neighbouring places whose bigram was seen.

        Returns:
            The pairs' first and second candidates and the seen part of P(b|a), the first rising.
        """
        p_all = np.flatnonzero(
            np.arange(self.times[-1]) - np.repeat(self.times[:-1], self.sizes)
            < np.repeat(self.following, self.sizes)
        )
        q_all = np.arange(self.times[1], self.times[-1])
        # Most candidates were never seen and are in no seen bigram at all.
        first, second = np.divmod(self.model.keys, self.model.words + 1)
        befores, before_starts = self._among(first)
        afters, after_starts = self._among(second)
        before_counts, after_counts = np.diff(before_starts), np.diff(after_starts)
        many = before_counts[p_all] * after_counts[q_all] > len(first)
        found = []
        for p, q in zip(p_all[many].tolist(), q_all[many].tolist(), strict=True):
            before = befores[before_starts[p] : before_starts[p + 1]]
            after = afters[after_starts[q] : after_starts[q + 1]]
            found.append(self._seen_among(before, after, first, second))
        p_all, q_all = p_all[~many], q_all[~many]
        cost = np.cumsum(before_counts[p_all] * after_counts[q_all])
        cuts = np.searchsorted(cost, np.arange(0, cost[-1] if len(cost) else 0, _PAIRS_AT_ONCE))
        table, first_hash, second_hash = _bitmap(self.model)
        for low, high in pairwise([*cuts.tolist(), len(cost)]):
            p, q = p_all[low:high], q_all[low:high]
            i = befores[flat_ranges(before_starts[p], before_counts[p])]
            reach = np.repeat(after_counts[q], before_counts[p])
            j = afters[flat_ranges(np.repeat(after_starts[q], before_counts[p]), reach)]
            hashed = np.repeat(first_hash[self.words[i]], reach) ^ second_hash[self.words[j]]
            hit = np.flatnonzero(table[hashed])
            before = i[np.searchsorted(np.cumsum(reach), hit, side="right")]
            value = self.model.discounted(self.words[before], self.words[j[hit]])
            keep = value > 0
            found.append((before[keep], j[hit][keep], value[keep]))
        if not found:
            return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0)
        before, after, value = (np.concatenate(parts) for parts in zip(*found, strict=True))
        if many.any():
            order = np.argsort(before, kind="stable")
            before, after, value = before[order], after[order], value[order]
        return before, after, value

    def _seen_among(
        self, before: Ints, after: Ints, first: Ints, second: Ints
    ) -> tuple[Ints, Ints, Floats]:
        """Return the seen pairs of two places with more candidates than there are seen bigrams."""
        at = np.full((2, self.model.words + 1), -1, dtype=np.int64)
        at[0, self.words[before]] = before
        at[1, self.words[after]] = after
        left, right = at[0, first], at[1, second]
        keep = (left >= 0) & (right >= 0)
        return left[keep], right[keep], self.model.seen[keep]

    def _among(self, numbers: Ints) -> tuple[Ints, Ints]:
        """Return the candidates that are among some words, and where each place's start."""
        wanted = np.zeros(self.model.words + 1, dtype=bool)
        wanted[numbers] = True
        hits = wanted[self.words]
        running = np.concatenate([[0], np.cumsum(hits)])
        return np.flatnonzero(hits), running[self.starts]


def _bitmap(
    model: Bigrams,
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Return a table that is True where a seen bigram hashes to, and both hashes of every word.

    It fits the cache and turns nearly every unseen pair away; what it lets through is looked up.
    """
    bits = int(np.clip(np.ceil(np.log2(max(len(model.keys), 1))) + 4, 12, 26))
    numbers = np.arange(1, model.words + 2, dtype=np.uint64)
    shift = np.uint64(64 - bits)
    first = ((numbers * np.uint64(0x9E3779B97F4A7C15)) >> shift).astype(np.uint32)
    second = ((numbers * np.uint64(0xC2B2AE3D27D4EB4F)) >> shift).astype(np.uint32)
    table = np.zeros(1 << bits, dtype=bool)
    a, b = np.divmod(model.keys, model.words + 1)
    table[first[a] ^ second[b]] = True
    return table, first, second
