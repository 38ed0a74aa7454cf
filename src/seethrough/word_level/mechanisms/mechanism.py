"""The interface of a word-level mechanism, and the candidates that an adversary derives from it."""

from __future__ import annotations

from typing import ClassVar, NamedTuple, Protocol

import numpy as np

from seethrough.statistics.arrays import Bools, Floats, Ints
from seethrough.word_level.mechanisms.ragged import row_sums, sort_rows, starts_of


class Candidates(NamedTuple):
    """The possible originals of each of u released words.

    Attributes:
        starts: (u + 1,) where each released word's candidates start.
        inputs: (m,) word numbers, the most likely first.
        likelihood: (m,) f(y|x), the mechanism's own probability.
        left_out: (u,) the share of posterior mass (prior times likelihood) that pruning left out.
        rest: (u,) prior times likelihood of the words that were added up instead of listed; 0
            where none were.
    """

    starts: Ints
    inputs: Ints
    likelihood: Floats
    left_out: Floats
    rest: Floats


class Reversed(Protocol):
    """Some released words and what they may have been; small enough to be sent to a worker.

    Its words are numbered anew: place i of a prior, of ``alike`` and among the candidates is the
    i-th of the words that it was made for.
    """

    def candidates(
        self,
        prior: Floats,
        mass: float = 1.0,
        limit: int | None = None,
        alike: Bools | None = None,
    ) -> Candidates:
        """Return the possible originals of each of the released words; see ``Mechanism``."""


LISTED = 5
"""How many of the words that are alike are listed; the others are added up."""


class Mechanism(Protocol):
    """Replaces words one by one, each independently of all others.

    Words are numbers: places in the vocabulary of the word vectors.

    Attributes:
        epsilon: The privacy parameter of f(y|x).
        unit: What that epsilon is for: ``token`` or ``BY_DISTANCE``.
        streams: How many draws each word needs, 1 or 2.
    """

    epsilon: float
    unit: ClassVar[str]
    streams: int

    @property
    def kept(self) -> Bools:
        """(words,) which words are always released unchanged."""

    @property
    def outputs(self) -> Ints:
        """The words that a replaced word may become, rising."""

    def sample(self, ids: Ints, uniforms: Floats) -> tuple[Ints, Bools]:
        """Return what each of n words is released as, and which were drawn a replacement for.

        A replacement may be the word itself.

        Args:
            ids: (n,) words; -1, a token that is no word, stays.
            uniforms: (streams, n) independent draws from [0, 1).
        """

    def likelihood(self, inputs: Ints, outputs: Ints) -> Floats:
        """Return (n,) f(outputs[i] | inputs[i])."""

    def reversed(self, released: Ints, words: Ints) -> Reversed:
        """Return what gives the possible originals of released words.

        Args:
            released: (u,) distinct words.
            words: (w,) the words that may be their originals, rising.
        """


def candidates(
    mechanism: Mechanism,
    released: Ints,
    prior: Floats,
    mass: float = 1.0,
    limit: int | None = None,
    alike: Bools | None = None,
) -> Candidates:
    """Return the possible originals of each released word.

    Args:
        mechanism: The mechanism.
        released: (u,) distinct words.
        prior: (words,) weight of every word; words of weight 0 are no candidates.
        mass: Keep the most likely candidates, so that those cut off hold no more than what is
            missing from 1 of the posterior mass.
        limit: The most candidates to keep.
        alike: (words,) words whose context says nothing about them. Their order never
            changes, so the ``LISTED`` most likely are listed and the others added up, whatever
            ``mass`` and ``limit`` are. None of them are cut off.
    """
    words = np.flatnonzero(prior > 0)
    together = None if alike is None else alike[words]
    found = mechanism.reversed(released, words).candidates(prior[words], mass, limit, together)
    return found._replace(inputs=words[found.inputs])


def prune(
    starts: Ints,
    inputs: Ints,
    likelihood: Floats,
    prior: Floats,
    mass: float,
    limit: int | None,
    alike: Bools | None = None,
) -> Candidates:
    """Sort each row by posterior mass and cut its tail.

    Args:
        starts: (u + 1,) where each row starts.
        inputs: (m,) words.
        likelihood: (m,) f(y|x).
        prior: (words,) weight of every word.
        mass: What is cut off holds at most what this is short of 1, in (0, 1].
        limit: The most candidates of a row that may be cut, or None.
        alike: (words,) words of which only the most likely are listed; they are never cut off.
    """
    joint = prior[inputs] * likelihood
    if not (joint > 0).all():
        possible = joint > 0
        rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))[possible]
        starts = starts_of(np.bincount(rows, minlength=len(starts) - 1))
        inputs, likelihood, joint = inputs[possible], likelihood[possible], joint[possible]
    order = sort_rows(joint, starts)
    inputs, likelihood, joint = inputs[order], likelihood[order], joint[order]
    totals, lengths = row_sums(joint, starts), np.diff(starts)
    nothing = np.zeros(len(lengths))
    whole = mass >= 1.0 and (limit is None or not len(lengths) or limit >= lengths.max())
    if whole and alike is None:
        return Candidates(starts, inputs, likelihood, nothing, nothing)
    cut = np.ones(len(inputs), dtype=bool) if alike is None else ~alike[inputs]
    share = joint / np.repeat(np.where(totals > 0, totals, 1.0), lengths)
    keep = cut.copy() if mass >= 1.0 else cut & (_tails(share * cut, starts) > 1.0 - mass)
    place = _places(cut, starts)
    keep |= cut & (place == 0)
    if limit is not None:
        keep &= place < limit
    listed = ~cut & (_places(~cut, starts) < LISTED)
    rest = row_sums(np.where(cut | listed, 0.0, joint), starts)
    left_out = row_sums(np.where(cut & ~keep, share, 0.0), starts)
    keep |= listed
    kept_starts = np.concatenate([[0], np.cumsum(keep)])[starts]
    return Candidates(kept_starts, inputs[keep], likelihood[keep], left_out, rest)


def _places(which: Bools, starts: Ints) -> Ints:
    """Return (m,) how many marked elements of its row come before each element."""
    running = np.concatenate([[0], np.cumsum(which)])
    places: Ints = running[:-1] - np.repeat(running[starts[:-1]], np.diff(starts))
    return places


def _tails(values: Floats, starts: Ints) -> Floats:
    """Return (m,) the sum of each element and those after it in its row."""
    running = np.concatenate([[0.0], np.cumsum(values)])
    tails: Floats = np.repeat(running[starts[1:]], np.diff(starts)) - running[:-1]
    return tails
