"""What an adversary has of a word-level release, and what it guesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple, Protocol

import numpy as np

from seethrough.statistics.arrays import Bools, Floats, Ints
from seethrough.word_level.mechanisms.mechanism import Candidates, Mechanism, candidates
from seethrough.word_level.mechanisms.tokens import UNKNOWN, Tokens
from seethrough.word_level.texts import respelled
from seethrough.word_level.word_vectors import WordVectors

BEST = 5
"""How many guesses of each token are kept."""


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


def sanitized(view: AdversaryView, texts: Tokens, rng: np.random.Generator) -> tuple[Tokens, Bools]:
    """Return texts as the mechanism would release them, and which tokens it replaced."""
    ids = np.where(texts.ids < len(view.vectors), texts.ids, UNKNOWN)
    draws = rng.random((view.mechanism.streams, len(ids)))
    released, replaced = view.mechanism.sample(ids, draws)
    released = np.where(ids == UNKNOWN, texts.ids, released)
    return respelled(texts, view.vectors, released, replaced), replaced
