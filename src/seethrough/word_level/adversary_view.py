"""An adversary's view of a word-level release, and its posterior guesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from seethrough.parallel.spreading import spread
from seethrough.word_level.mechanisms.mechanism import (
    Bools,
    Candidates,
    Floats,
    Ints,
    Mechanism,
    Reversed,
    candidates,
)
from seethrough.word_level.mechanisms.ragged import (
    flat_ranges,
    row_numbers,
    row_sums,
    row_tops,
    starts_of,
)
from seethrough.word_level.mechanisms.tokens import UNKNOWN, Tokens
from seethrough.word_level.texts import respelled
from seethrough.word_level.word_vectors import WordVectors

BEST = 5
"""How many guesses of each token are kept."""

_WORDS = 1_024
"""Distinct released words whose originals are looked for at once."""


class Guesses(NamedTuple):
    """The adversary's posterior guesses of each released token.

    Attributes:
        best: (n, BEST) word numbers, the most likely first; -1 where there are fewer. A token that
            was not replaced is its own first.
        chance: (n,) how likely the first is right by the adversary's own estimate, in [0, 1]; nan
            where the strategy has no probability.
        left_out: (n,) the posterior mass of the candidates that were not considered, or 0.
    """

    best: Ints
    chance: Floats
    left_out: Floats


@dataclass(frozen=True, eq=False)
class Places:
    """The places of some released texts.

    Attributes:
        ids: (n,) the word released in each place.
        replaced: (n,) which may have been replaced.
    """

    ids: Ints
    replaced: Bools

    @cached_property
    def distinct(self) -> tuple[Ints, Ints]:
        """The distinct words released in replaced places, and which of them each place holds."""
        unique, inverse = np.unique(self.ids[self.replaced], return_inverse=True)
        return unique, inverse


@dataclass(frozen=True, eq=False)
class AdversaryView:
    """What the adversary has: the mechanism, the released tokens and a shadow set.

    Word numbers below ``len(vectors)`` are words with a vector; from there on, other tokens.

    Attributes:
        mechanism: The mechanism with its probabilities, which is public (section 4.1).
        vectors: The word vectors, public too.
        released: The released tokens; ``ids`` number all of them.
        replaced: (n,) which tokens may have been replaced: those that were if the adversary
            knows them (section 4.3, step 1), else all that can have been.
        told: Whether the adversary knows which tokens were replaced.
        shadow: The shadow set's tokens; ``ids`` number all of them.
        originals: The private texts' tokens where the strategy is a bound, else None.
        names: The tokens without a vector, in order of their numbers.
    """

    mechanism: Mechanism
    vectors: WordVectors
    released: Tokens
    replaced: Bools
    told: bool
    shadow: Tokens
    originals: Tokens | None
    names: Sequence[str]

    @property
    def words(self) -> int:
        """How many word numbers there are."""
        return len(self.vectors) + len(self.names)

    def spelled(self, number: int) -> str:
        """Return the word of a number."""
        known = len(self.vectors)
        return self.vectors.words[number] if number < known else self.names[number - known]

    @cached_property
    def shadow_counts(self) -> Floats:
        """(words,) how often each word occurs in the shadow set."""
        return np.bincount(self.shadow.ids, minlength=self.words).astype(np.float64)

    @cached_property
    def true_counts(self) -> Floats:
        """(words,) how often each word occurs among the originals; only for bounds."""
        assert self.originals is not None
        return np.bincount(self.originals.ids, minlength=self.words).astype(np.float64)

    def masked(self, prior: Floats) -> Floats:
        """Return a prior over words with a vector; without kept ones if those are known."""
        prior = prior[: len(self.vectors)]
        return np.where(self.mechanism.kept, 0.0, prior) if self.told else prior

    def unseen(self, base: Floats | float = 1.0) -> Floats:
        """Return ``base`` for the words that are always possible, the outputs; 0 for others."""
        result = np.zeros(self.words)
        outputs = self.mechanism.outputs
        result[outputs] = base if isinstance(base, float) else base[outputs]
        if not self.told:
            kept = np.flatnonzero(self.mechanism.kept)
            result[kept] = base if isinstance(base, float) else base[kept]
        return result

    @cached_property
    def places(self) -> Places:
        """The places of the released texts."""
        return Places(self.released.ids, self.replaced)

    def candidates(
        self,
        prior: Floats,
        mass: float = 1.0,
        limit: int | None = None,
        alike: Bools | None = None,
    ) -> Candidates:
        """Return the candidates of each distinct released word."""
        prior = self.masked(prior)
        return candidates(self.mechanism, self.places.distinct[0], prior, mass, limit, alike)

    def cuts(self, tokens: int) -> list[slice]:
        """Return the released texts in runs of at least one text.

        Args:
            tokens: The most replaced tokens that the texts of a run may hold together.
        """
        running = np.append(0, np.cumsum(self.replaced))[self.released.starts]
        cuts, first, count = [], 0, len(self.released)
        while first < count:
            last = int(np.searchsorted(running, running[first] + tokens, side="right")) - 1
            last = min(max(first + 1, last), count)
            cuts.append(slice(first, last))
            first = last
        return cuts


class Strategy(Protocol):
    """Guesses the original of every released token.

    Attributes:
        oracle: Whether it is a bound, which knows the private texts' word frequencies.
    """

    oracle: ClassVar[bool]

    def infer(self, view: AdversaryView, rng: np.random.Generator) -> Guesses:
        """Return the adversary's guesses."""


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


def word_by_word(view: AdversaryView, prior: Floats) -> Guesses:
    """Return the guesses from each released word alone: Theorem 1's Pr(x) f(y|x).

    Equal released words get equal answers, so only the distinct ones are computed. Every word
    is considered; nothing is left out.

    Args:
        view: What the adversary has.
        prior: (words,) Pr(x), any scale.
    """
    masked, (released, inverse) = view.masked(prior), view.places.distinct
    words = np.flatnonzero(masked > 0)
    blocks = (released[i : i + _WORDS] for i in range(0, len(released), _WORDS))
    asked = (view.mechanism.reversed(block, words) for block in blocks)
    found = list(spread(partial(_answers, masked[words]), asked))
    answers = np.concatenate([np.empty((0, BEST), dtype=np.int64), *(a for a, _ in found)])
    sure = np.concatenate([np.empty(0), *(chance for _, chance in found)])
    answers = np.where(answers >= 0, np.append(words, UNKNOWN)[answers], UNKNOWN)
    nothing = answers[:, 0] == UNKNOWN
    answers[nothing, 0] = released[nothing]
    best = np.full((len(view.replaced), BEST), UNKNOWN, dtype=np.int64)
    best[:, 0] = view.released.ids
    best[view.replaced] = answers[inverse]
    chance = np.ones(len(best))
    chance[view.replaced] = sure[inverse]
    return Guesses(best, chance, np.zeros(len(best)))


def _answers(prior: Floats, asked: Reversed) -> tuple[Ints, Floats]:
    """Return the (u, BEST) candidates of released words, -1 where fewer, and the first's chance."""
    found = asked.candidates(prior, limit=BEST)
    lengths = np.diff(found.starts)
    place = np.arange(BEST)
    at = np.where(place < lengths[:, None], found.starts[:-1, None] + place, -1)
    joint = prior[found.inputs] * found.likelihood
    totals = row_sums(joint, found.starts)
    first = np.append(joint, 0.0)[at[:, 0]] / np.where(lengths > 0, totals, 1.0)
    sure = np.where(lengths > 0, first, 1.0) * (1 - found.left_out)
    return np.append(found.inputs, UNKNOWN)[at], sure


def context_free(
    view: AdversaryView, prior: npt.NDArray[np.float64], mass: float = 1.0, limit: int | None = None
) -> tuple[Lattice, Floats]:
    """Return the lattice and the posterior of Theorem 1: Pr(x) f(y|x), scaled to 1.

    Args:
        view: What the adversary has.
        prior: (words,) Pr(x), any scale.
        mass: The share of the posterior to keep.
        limit: The most candidates of a token.
    """
    grid = lattice(view.places, view.candidates(prior, mass, limit))
    joint = prior[grid.words] * grid.likelihood
    joint = np.where(joint > 0, joint, np.finfo(float).tiny)
    totals = np.add.reduceat(joint, grid.starts[:-1]) if len(joint) else joint
    return grid, joint / np.repeat(totals, np.diff(grid.starts))


def sanitized(view: AdversaryView, texts: Tokens, rng: np.random.Generator) -> tuple[Tokens, Bools]:
    """Return texts as the mechanism would release them, and which tokens it replaced."""
    ids = np.where(texts.ids < len(view.vectors), texts.ids, UNKNOWN)
    draws = rng.random((view.mechanism.streams, len(ids)))
    released, replaced = view.mechanism.sample(ids, draws)
    released = np.where(ids == UNKNOWN, texts.ids, released)
    return respelled(texts, view.vectors, released, replaced), replaced
