"""What a word-level mechanism promises, and the candidates that an adversary draws from it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from seethrough.mechanisms.ragged import row_sums, sort_rows, starts_of

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


class Candidates(NamedTuple):
    """The words that may stand behind each of u released words.

    Attributes:
        starts: (u + 1,) where each released word's candidates start.
        inputs: (m,) word numbers, the likeliest first.
        likelihood: (m,) f(y|x), the mechanism's own probability.
        left_out: (u,) the share of posterior mass (prior times likelihood) that pruning left out.
    """

    starts: Ints
    inputs: Ints
    likelihood: Floats
    left_out: Floats


class Mechanism(Protocol):
    """Replaces words one by one, each independently of all others.

    Words are numbers: places in the vocabulary of the word vectors.

    Attributes:
        epsilon: The privacy parameter of f(y|x).
        streams: How many draws each word needs, 1 or 2.
    """

    epsilon: float
    streams: int

    @property
    def kept(self) -> Bools:
        """(words,) which words are always released as they are."""

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

    def candidates(
        self, released: Ints, prior: Floats, mass: float = 1.0, limit: int | None = None
    ) -> Candidates:
        """Return the words that may stand behind each released word.

        Args:
            released: (u,) distinct words.
            prior: (words,) weight of every word; words of weight 0 are no candidates.
            mass: Keep the likeliest candidates that hold this share of the posterior mass.
            limit: Keep at most so many.
        """


def prune(
    starts: Ints,
    inputs: Ints,
    likelihood: Floats,
    prior: Floats,
    mass: float,
    limit: int | None,
) -> Candidates:
    """Sort each row by posterior mass and cut its tail.

    Args:
        starts: (u + 1,) where each row starts.
        inputs: (m,) words.
        likelihood: (m,) f(y|x).
        prior: (words,) weight of every word.
        mass: The share of each row's mass to keep, in (0, 1].
        limit: The most candidates of a row, or None.
    """
    joint = prior[inputs] * likelihood
    if not (joint > 0).all():
        possible = joint > 0
        rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))[possible]
        starts = starts_of(np.bincount(rows, minlength=len(starts) - 1))
        inputs, likelihood, joint = inputs[possible], likelihood[possible], joint[possible]
    order = sort_rows(joint, starts)
    inputs, likelihood, joint = inputs[order], likelihood[order], joint[order]
    totals = row_sums(joint, starts)
    lengths = np.diff(starts)
    if mass >= 1.0 and (limit is None or not len(lengths) or limit >= lengths.max()):
        return Candidates(starts, inputs, likelihood, np.zeros(len(lengths)))
    share = joint / np.repeat(np.where(totals > 0, totals, 1.0), lengths)
    place = np.arange(len(inputs)) - np.repeat(starts[:-1], lengths)
    running = np.cumsum(share)
    base = np.concatenate([[0.0], running])[starts[:-1]]
    before = running - share - np.repeat(base, lengths)
    keep = (place == 0) | (before < mass)
    if limit is not None:
        keep &= place < limit
    kept_starts = np.concatenate([[0], np.cumsum(keep)])[starts]
    kept_mass = row_sums(share[keep], kept_starts)
    left_out = np.where(lengths > 0, np.clip(1.0 - kept_mass, 0.0, 1.0), 0.0)
    return Candidates(kept_starts, inputs[keep], likelihood[keep], left_out)
