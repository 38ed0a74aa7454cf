"""Markov: exact Bayesian decoding of whole sentences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from seethrough.word_level.adversary_view import (
    BEST,
    AdversaryView,
    Guesses,
    guesses_of,
    lattice,
    sanitized,
)
from seethrough.word_level.mechanisms import calibration, forward_backward, ngram, word_choice
from seethrough.word_level.mechanisms.mechanism import Bools, Floats
from seethrough.word_level.mechanisms.tokens import UNKNOWN

_FOLDS = 5
_TOKENS_HELD = 4_000
_TOKENS_AT_FIRST = 1_000
_CANDIDATES_AT_ONCE = 1 << 22


@dataclass(frozen=True)
class Markov:
    """The exact posterior of every original given the whole released sentence.

    Every token is sanitized independently given its original. With a bigram prior over originals,
    learned from the shadow set, forward-backward gives Pr(x | the whole sentence) exactly; tokens
    that were kept are observed and inform their neighbours. This is theorem 2 of *On the
    Vulnerability of Text Sanitization* without its approximation: what is assumed instead is that
    originals follow the bigram prior.

    Source: own; see ``mechanisms.ngram``, ``mechanisms.word_choice`` and
    ``mechanisms.forward_backward``.

    Attributes:
        discount: What is taken off a bigram seen once, in (0, 1]; 0.35 and 0.65 more for one seen
            twice and more often.
        strength: Occurrences of a word below which its bigrams count for little; at least 0.
        base_weight: How much words never seen weigh, per word of shadow text; above 0.
        kneser_ney: Whether unigrams count distinct left neighbours rather than occurrences.
        mass: Candidates of a token are kept until those cut off hold no more than what this is
            short of 1 of its context-free posterior, in (0, 1]. Only words of the shadow set are
            cut off: their context cannot distinguish the others, so they count as one and
            nothing of them is lost.
        limit: The most words of the shadow set that are candidates of a token.
        calibrate: Whether the stated confidence is corrected by what it was worth on shadow texts:
            five parts, a fifth of them each or less where they are many, are sanitized anew and
            decoded by a model of the others. The guesses are the same.
    """

    discount: float = 0.95
    strength: float = 10.0
    base_weight: float = 1.0
    kneser_ney: bool = False
    mass: float = 0.9999
    limit: int = 8_192
    calibrate: bool = True

    oracle: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not 0 < self.discount <= 1:
            raise ValueError(f"discount={self.discount} must be in (0, 1]")
        if not self.base_weight > 0 or self.strength < 0:
            raise ValueError("base_weight must be above 0 and strength at least 0")
        if not 0 < self.mass <= 1 or self.limit < 1:
            raise ValueError("mass must be in (0, 1] and limit at least 1")

    def infer(self, view: AdversaryView, rng: np.random.Generator) -> Guesses:
        """Return the posterior's best words for every token; randomness only calibrates."""
        # The same words in every trial of the calibration, so that their candidates are reused.
        meant = (view.unseen() > 0) | (view.shadow_counts > 0)
        found = self._decoded(view, meant)
        if not self.calibrate:
            return found
        curve = self._curve(view, meant, rng)
        sure = np.where(view.replaced, curve.corrected(found.chance), found.chance)
        return found._replace(chance=sure)

    def _decoded(self, view: AdversaryView, meant: Bools) -> Guesses:
        prior = self.prior(view)
        found: list[Guesses] = []
        done, tokens = 0, _TOKENS_AT_FIRST
        while done < len(view.released):
            part = view.part(done, tokens)
            believed, size = self._part(part, prior, meant)
            found.append(believed)
            done += len(part.released)
            # The more candidates a token has, the fewer tokens at once.
            tokens = _CANDIDATES_AT_ONCE * max(1, int(part.replaced.sum())) // max(1, size)
        if not found:
            return Guesses(np.empty((0, BEST), dtype=np.int64), np.empty(0), np.empty(0))
        return Guesses(*(np.concatenate(columns) for columns in zip(*found, strict=True)))

    def _part(self, view: AdversaryView, prior: ngram.Bigrams, meant: Bools) -> tuple[Guesses, int]:
        """Return what follows for some of the texts, and how many candidates there were."""
        alike = view.shadow_counts == 0
        candidates = view.candidates(prior.low[:-1] * meant, self.mass, self.limit, alike)
        unseen = np.flatnonzero(alike & meant)
        stand_in = int(unseen[0]) if len(unseen) else UNKNOWN
        grid = lattice(view, candidates, stand_in, float(prior.low[stand_in]))
        posterior = forward_backward.infer(
            prior, view.released.starts, grid.starts, grid.words, grid.likelihood
        )
        return guesses_of(view, grid, posterior.chance), len(grid.words)

    def _curve(
        self, view: AdversaryView, meant: Bools, rng: np.random.Generator
    ) -> calibration.Curve:
        """Return what the confidence is worth on shadow texts held out in turn, sanitized anew."""
        sure, right = [np.empty(0)], [np.empty(0, dtype=bool)]
        apart = max(_FOLDS, len(view.shadow.ids) // _TOKENS_HELD)
        for fold in range(_FOLDS):
            held = np.arange(len(view.shadow)) % apart == fold
            own, rest = view.shadow.take(held), view.shadow.take(~held)
            copy, replaced = sanitized(view, own, rng)
            if replaced.any():
                asked = replaced if view.told else copy.ids < len(view.vectors)
                trial = replace(view, released=copy, replaced=asked, shadow=rest, originals=None)
                found = self._decoded(trial, meant)
                sure.append(found.chance[replaced])
                right.append(found.best[replaced, 0] == own.ids[replaced])
        return calibration.fit(np.concatenate(sure), np.concatenate(right))

    def prior(self, view: AdversaryView) -> ngram.Bigrams:
        """Return the bigram model of the shadow set."""
        before, after = ngram.pairs_of(view.shadow.ids, view.shadow.starts, view.words)
        return ngram.fit(
            before,
            after,
            self._base(view),
            (self.discount, self.discount + 0.35, self.discount + 0.65),
            self.strength,
            self.base_weight,
            self.kneser_ney,
        )

    def _base(self, view: AdversaryView) -> Floats:
        """Return (words + 1,) what a word never seen is worth."""
        open_words = np.flatnonzero(view.unseen() > 0)
        chance = word_choice.chances(
            view.vectors.matrix[open_words], view.shadow_counts[open_words] > 0
        )
        base = np.zeros(view.words + 1)
        # Whatever else the text holds can be observed, though not meant.
        base[:] = chance.min(initial=1.0) * 1e-3
        base[open_words] = chance**0.75
        return base
