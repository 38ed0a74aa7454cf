"""Released texts decoded some at a time, by this process or by workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from seethrough.statistics.arrays import Bools, Ints
from seethrough.word_level.adversary_view import AdversaryView, Guesses, Places
from seethrough.word_level.lattice import guesses_of, lattice
from seethrough.word_level.mechanisms import forward_backward
from seethrough.word_level.mechanisms.mechanism import Candidates, Reversed
from seethrough.word_level.mechanisms.ngram import Bigrams
from seethrough.word_level.mechanisms.tokens import UNKNOWN


class Considered(NamedTuple):
    """Which words are weighed, all numbered by their place among them, and how.

    Attributes:
        words: (w,) their numbers, rising: those that may have been meant and those that stand in
            the released texts.
        meant: (c,) those of them that may have been meant.
        alike: (c,) of these, those that the shadow set does not hold.
        prior: The bigram model of these words.
        mass: The share of the posterior of a token to keep.
        limit: The most words of the shadow set that are candidates of a token.
    """

    words: Ints
    meant: Ints
    alike: Bools
    prior: Bigrams
    mass: float
    limit: int


class Part(NamedTuple):
    """Some released texts.

    Attributes:
        considered: Which words are weighed.
        places: The tokens, by their places among the words.
        sentences: (n + 1,) where each text starts.
        asked: The distinct released words, for the words that may have been meant.
    """

    considered: Considered
    places: Places
    sentences: Ints
    asked: Reversed


@dataclass(frozen=True, eq=False)
class Model:
    """A view and the words that are weighed to decode it."""

    view: AdversaryView
    considered: Considered

    def part(self, cut: slice) -> Part:
        """Return some of the texts, to be sent to a worker."""
        starts = self.view.released.starts[cut.start : cut.stop + 1]
        own = slice(int(starts[0]), int(starts[-1]))
        ids, replaced = self.view.released.ids[own], self.view.replaced[own]
        words = self.considered.words
        asked = self.view.mechanism.reversed(np.unique(ids[replaced]), words[self.considered.meant])
        places = Places(np.searchsorted(words, ids), replaced)
        return Part(self.considered, places, starts - starts[0], asked)

    def tokens(self, first: int, candidates: int) -> int:
        """Return how many replaced tokens have so many candidates, judged by the first texts.

        Args:
            first: The most replaced tokens of the texts to judge by.
            candidates: How many candidates the tokens may have together.
        """
        cuts = self.view.cuts(first)
        if not cuts:
            return first
        part = self.part(cuts[0])
        lengths = np.diff(_candidates(part).starts)[part.places.distinct[1]]
        return candidates * max(1, len(lengths)) // max(1, int(lengths.sum()))


def model(view: AdversaryView, prior: Bigrams, meant: Bools, mass: float, limit: int) -> Model:
    """Return a view with the words that are weighed to decode it.

    Args:
        view: What the adversary has.
        prior: The bigram model of all words.
        meant: (words,) which words may have been meant at all.
        mass: The share of the posterior of a token to keep.
        limit: The most words of the shadow set that are candidates of a token.
    """
    open_words = np.flatnonzero(view.masked(np.where(meant, prior.low[:-1], 0.0)) > 0)
    words = np.union1d(open_words, view.released.ids)
    meant_places = np.searchsorted(words, open_words)
    alike = view.shadow_counts[open_words] == 0
    return Model(view, Considered(words, meant_places, alike, prior.among(words), mass, limit))


def decoded(part: Part) -> Guesses:
    """Return the posterior's best words for every token of some texts."""
    prior, meant, alike = part.considered.prior, part.considered.meant, part.considered.alike
    unseen = meant[alike]
    stand_in = int(unseen[0]) if len(unseen) else UNKNOWN
    grid = lattice(part.places, _candidates(part), stand_in, float(prior.low[stand_in]))
    posterior = forward_backward.infer(
        prior, part.sentences, grid.starts, grid.words, grid.likelihood
    )
    found = guesses_of(grid, posterior)
    words = np.append(part.considered.words, UNKNOWN)
    return found._replace(best=words[found.best])


def _candidates(part: Part) -> Candidates:
    """Return the candidates of each distinct released word."""
    given = part.considered
    found = part.asked.candidates(
        given.prior.low[given.meant], given.mass, given.limit, given.alike
    )
    return found._replace(inputs=given.meant[found.inputs])
