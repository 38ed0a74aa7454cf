"""The candidates of every released token side by side, and their posterior."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seethrough.statistics.arrays import Floats, Ints
from seethrough.word_level.adversary_view import BEST, AdversaryView, Guesses, Places
from seethrough.word_level.mechanisms.mechanism import Candidates
from seethrough.word_level.mechanisms.ragged import flat_ranges, row_numbers, row_tops, starts_of
from seethrough.word_level.mechanisms.tokens import UNKNOWN


class Lattice(NamedTuple):
    """The candidates of every released token.

    Attributes:
        starts: (n + 1,) where each token's candidates start; a token that was not replaced has
            itself alone.
        words: (m,) word numbers.
        likelihood: (m,) f(y|x).
        left_out: (n,) the posterior mass that pruning left out.
        sums: (s,) which candidates represent the words that were added up.
    """

    starts: Ints
    words: Ints
    likelihood: Floats
    left_out: Floats
    sums: Ints


def lattice(
    places: Places, candidates: Candidates, stand_in: int = UNKNOWN, weight: float = 1.0
) -> Lattice:
    """Lay out the candidates of the distinct released words along the text.

    A place whose released word has no candidate at all gets that word itself.

    Args:
        places: The places.
        candidates: The candidates of each distinct word released in replaced places.
        stand_in: The word that represents those that were added up; all of them are like it.
        weight: Its prior.
    """
    inverse, replaced = places.distinct[1], places.replaced
    counts = np.diff(candidates.starts)[inverse]
    rest = candidates.rest[inverse]
    lengths = np.ones(len(replaced), dtype=np.int64)
    lengths[replaced] = np.maximum(counts + (rest > 0), 1)
    starts = starts_of(lengths)
    words = places.ids[row_numbers(starts)]
    likelihood = np.ones(len(words))
    source = flat_ranges(candidates.starts[:-1][inverse], counts)
    target = flat_ranges(starts[:-1][replaced], counts)
    words[target] = candidates.inputs[source]
    likelihood[target] = candidates.likelihood[source]
    sums = starts[1:][replaced][rest > 0] - 1
    words[sums] = stand_in
    likelihood[sums] = rest[rest > 0] / weight
    left_out = np.zeros(len(lengths))
    left_out[replaced] = candidates.left_out[inverse]
    return Lattice(starts, words, likelihood, left_out, sums)


def guesses_of(grid: Lattice, chance: Floats) -> Guesses:
    """Return the most likely words of every token.

    Args:
        grid: The candidates.
        chance: (m,) the posterior of each candidate; a sum of several is not a guess.
    """
    words = grid.words
    if len(grid.sums):
        words, chance = words.copy(), chance.copy()
        words[grid.sums], chance[grid.sums] = UNKNOWN, 0.0
    at = row_tops(chance, grid.starts, BEST)
    best = np.where(at >= 0, np.append(words, UNKNOWN)[at], UNKNOWN)
    first = chance[at[:, 0]] if len(at) else np.empty(0)
    return Guesses(best, first * (1 - grid.left_out), grid.left_out)


def context_free(
    view: AdversaryView, prior: Floats, limit: int | None = None
) -> tuple[Lattice, Floats]:
    """Return the lattice and the posterior of Theorem 1: Pr(x) f(y|x), scaled to 1.

    Args:
        view: What the adversary has.
        prior: (words,) Pr(x), any scale.
        limit: The most candidates of a token.
    """
    grid = lattice(view.places, view.candidates(prior, limit=limit))
    joint = prior[grid.words] * grid.likelihood
    joint = np.where(joint > 0, joint, np.finfo(float).tiny)
    totals = np.add.reduceat(joint, grid.starts[:-1]) if len(joint) else joint
    return grid, joint / np.repeat(totals, np.diff(grid.starts))
