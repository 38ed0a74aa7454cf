"""Exact posteriors of hidden words under a bigram prior.

Every word is released independently given its original, so the originals of a sentence are a
hidden Markov chain: transitions from the prior, emissions f(y|x). Forward-backward gives the exact
posterior of every original given the whole released sentence. All sentences advance together, one
place at a time; a step costs what the prior's rank and its seen bigrams cost, not the square of
the number of candidates.

Source: Baum et al. (1970); Rabiner, "A tutorial on hidden Markov models" (1989), section III.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.mechanisms.ngram import Bigrams
from seethrough.mechanisms.ragged import flat_ranges, row_numbers, row_sums, starts_of

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_PAIRS_AT_ONCE = 1 << 22


class Posterior(NamedTuple):
    """What the adversary believes.

    Attributes:
        chance: (m,) the posterior of every candidate; the candidates of a place sum to 1.
        log_likelihood: (n,) log Pr(released sentence) of every sentence, up to nothing.
        before: (q,) index of a candidate, ``-1`` the boundary; only where pairs were asked for.
        after: (q,) the candidate that follows, ``-1`` the boundary.
        pair: (q,) the posterior of the pair.
    """

    chance: Floats
    log_likelihood: Floats


class _Order(NamedTuple):
    """Places sorted by time, then by falling sentence length: who is still there is a prefix."""

    places: Ints  # (P,) the place at each rank
    sizes: Ints  # (T,) how many sentences have a place at each time
    first: Ints  # (T + 1,) the rank that each time starts at
    sentences: Ints  # (n,) sentences by falling length


def infer(model: Bigrams, sentences: Ints, starts: Ints, words: Ints, emission: Floats) -> Posterior:
    """Return the posterior of every candidate.

    Args:
        model: The prior.
        sentences: (n + 1,) at which place each sentence starts.
        starts: (P + 1,) at which candidate each place starts; every place has one or more.
        words: (m,) the candidates' word numbers.
        emission: (m,) f(y|x) of each candidate, any scale per place; one per place above 0.
    """
    order = _order(np.diff(sentences))
    places = sentences[order.sentences]
    ranked = _rank_places(order, places)
    lengths = np.diff(starts)[ranked]
    flat = flat_ranges(starts[ranked], lengths)
    posterior, log_likelihood = _run(
        model, order, starts_of(lengths), words[flat], emission[flat], len(sentences) - 1
    )
    chance = np.empty(len(words))
    chance[flat] = posterior
    out = np.zeros(len(sentences) - 1)
    out[order.sentences] = log_likelihood
    return Posterior(chance, out)


def _order(lengths: Ints) -> _Order:
    by_length = np.argsort(-lengths, kind="stable")
    longest = int(lengths.max(initial=0))
    sizes = np.searchsorted(-lengths[by_length], -np.arange(longest), side="left")
    return _Order(np.empty(0, np.int64), sizes, starts_of(sizes), by_length)


def _rank_places(order: _Order, first_place: Ints) -> Ints:
    """Return the (P,) places sorted by time, then by falling sentence length."""
    time = row_numbers(order.first)
    rank = np.arange(len(time)) - order.first[time]
    return first_place[rank] + time


def _run(
    model: Bigrams, order: _Order, starts: Ints, words: Ints, emission: Floats, count: int
) -> tuple[Floats, Floats]:
    """Forward, backward; candidates are sorted by rank of their place."""
    classes, left, right = model.classes[words], model.left[words], model.right[words]
    width = len(model.mix)
    edge = model.words
    pair_starts, pair_before, pair_after, pair_value = _seen_pairs(model, order, starts, words)
    alpha = np.empty(len(words))
    beta = np.empty(len(words))
    log_likelihood = np.zeros(count)
    cells = row_numbers(starts) - np.repeat(
        order.first[:-1], starts[order.first[1:]] - starts[order.first[:-1]]
    )
    slot = cells * width + classes
    steps = len(order.sizes)
    last = np.zeros(len(words), dtype=bool)
    for t in range(steps):
        following = int(order.sizes[t + 1]) if t + 1 < steps else 0
        a, b = starts[order.first[t] + following], starts[order.first[t + 1]]
        last[a:b] = True
    edges = np.full(len(words), edge)
    closing = np.zeros(len(words))
    closing[last] = model.probability(words[last], edges[last])
    for t in range(steps):
        a, b = int(starts[order.first[t]]), int(starts[order.first[t + 1]])
        size = int(order.sizes[t])
        if t == 0:
            inside = model.probability(edges[a:b], words[a:b])
        else:
            before = int(starts[order.first[t - 1]]), int(starts[order.first[t]])
            inside = _advance(
                alpha, left, slot, model.mix, right, before, (a, b), size, width
            )
            p = slice(int(pair_starts[t - 1]), int(pair_starts[t]))
            if p.stop > p.start:
                inside += np.bincount(
                    pair_after[p] - a, alpha[pair_before[p]] * pair_value[p], minlength=b - a
                )
        inside = inside * emission[a:b]
        rows = starts[order.first[t] : order.first[t + 1] + 1] - a
        totals = np.add.reduceat(inside, rows[:-1])
        alpha[a:b] = inside / np.repeat(totals, np.diff(rows))
        log_likelihood[:size] += np.log(totals)
    for t in range(steps - 1, -1, -1):
        a, b = int(starts[order.first[t]]), int(starts[order.first[t + 1]])
        size = int(order.sizes[t])
        beta[a:b] = closing[a:b]
        if t + 1 < steps:
            c, d = b, int(starts[order.first[t + 2]])
            going = int(starts[order.first[t] + order.sizes[t + 1]])
            outer = beta[c:d] * emission[c:d]
            gathered = np.bincount(
                slot[c:d], outer * right[c:d], minlength=int(order.sizes[t + 1]) * width
            ).reshape(-1, width)
            mixed = (gathered @ model.mix.T).reshape(-1)
            inside = left[a:going] * mixed[slot[a:going]]
            p = slice(int(pair_starts[t]), int(pair_starts[t + 1]))
            if p.stop > p.start:
                inside += np.bincount(
                    pair_before[p] - a, outer[pair_after[p] - c] * pair_value[p],
                    minlength=going - a,
                )
            beta[a:going] = inside
        joint = alpha[a:b] * beta[a:b]
        rows = starts[order.first[t] : order.first[t + 1] + 1] - a
        totals = np.add.reduceat(joint, rows[:-1])
        # Scaling beta place by place cancels in every posterior and keeps it in range.
        scale = np.repeat(totals, np.diff(rows))
        beta[a:b] /= scale
        if t == 0:
            pass
    joint = alpha * beta
    ending = np.zeros(count)
    for t in range(steps):
        following = int(order.sizes[t + 1]) if t + 1 < steps else 0
        a, b = int(starts[order.first[t] + following]), int(starts[order.first[t + 1]])
        if b > a:
            rows = starts[order.first[t] + following : order.first[t + 1] + 1] - a
            ending[following : int(order.sizes[t])] = np.log(
                np.add.reduceat(alpha[a:b] * closing[a:b], rows[:-1])
            )
    return joint, log_likelihood + ending


def _advance(
    alpha: Floats,
    left: Floats,
    slot: Ints,
    mix: Floats,
    right: Floats,
    before: tuple[int, int],
    now: tuple[int, int],
    size: int,
    width: int,
) -> Floats:
    """Return the smoothed part of one forward step for the candidates of ``now``."""
    a, b = before
    limit = np.searchsorted(slot[a:b], size * width) + a if width == 1 else b
    weights = alpha[a:limit] * left[a:limit]
    gathered = np.bincount(slot[a:limit], weights, minlength=size * width)[: size * width]
    mixed = (gathered.reshape(size, width) @ mix).reshape(-1)
    c, d = now
    return right[c:d] * mixed[slot[c:d]]


def _seen_pairs(
    model: Bigrams, order: _Order, starts: Ints, words: Ints
) -> tuple[Ints, Ints, Ints, Floats]:
    """Return all pairs of candidates of neighbouring places whose bigram was seen, by time.

    Returns:
        Where the pairs of each time start (T,), their candidates, and the seen part of P(b|a).
    """
    before_place = np.concatenate(
        [order.first[t] + np.arange(n) for t, n in enumerate(order.sizes[1:])]
        or [np.empty(0, np.int64)]
    )
    after_place = np.arange(order.first[1] if len(order.sizes) else 0, order.first[-1])
    lengths = np.diff(starts)
    cost = lengths[before_place] * lengths[after_place]
    table, first_hash, second_hash = _bitmap(model)
    chunks = np.searchsorted(np.cumsum(cost), np.arange(0, cost.sum() + 1, _PAIRS_AT_ONCE))
    chunks = np.unique(np.append(chunks, len(cost)))
    found_before, found_after = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for low, high in zip(chunks[:-1], chunks[1:], strict=True):
        p, q = before_place[low:high], after_place[low:high]
        i = flat_ranges(starts[p], lengths[p])
        reach = np.repeat(lengths[q], lengths[p])
        j = flat_ranges(np.repeat(starts[q], lengths[p]), reach)
        hashed = np.repeat(first_hash[words[i]], reach) ^ second_hash[words[j]]
        hit = np.flatnonzero(table[hashed])
        found_after.append(j[hit])
        found_before.append(i[np.searchsorted(np.cumsum(reach), hit, side="right")])
    before, after = np.concatenate(found_before), np.concatenate(found_after)
    value = model.discounted(words[before], words[after])
    keep = value > 0
    before, after, value = before[keep], after[keep], value[keep]
    bounds = np.searchsorted(before, starts[order.first[:-1]]) if len(order.sizes) else before
    return np.append(bounds, len(before)), before, after, value


def _bitmap(model: Bigrams) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Return a small table that is True where a bigram's hash was seen, and the words' hashes."""
    bits = int(np.clip(np.ceil(np.log2(max(len(model.keys), 1))) + 4, 12, 26))
    numbers = np.arange(model.words + 1, dtype=np.uint64)
    shift = np.uint64(64 - bits)
    first = (numbers * np.uint64(0x9E3779B97F4A7C15) >> shift).astype(np.uint32)
    second = ((numbers + np.uint64(1)) * np.uint64(0xC2B2AE3D27D4EB4F) >> shift).astype(np.uint32)
    table = np.zeros(1 << bits, dtype=bool)
    a, b = np.divmod(model.keys, model.words + 1)
    table[first[a] ^ second[b]] = True
    return table, first, second


__all__ = ["Posterior", "infer", "row_sums"]
