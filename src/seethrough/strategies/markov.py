"""Markov: exact Bayesian decoding of whole sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Annotated, ClassVar, NamedTuple

import numpy as np

from seethrough.fields import Between
from seethrough.parallel.spreading import spread
from seethrough.statistics.arrays import Bools, Floats, Ints
from seethrough.statistics.fits import calibration
from seethrough.strategies import _decoding
from seethrough.word_level.adversary_view import BEST, AdversaryView, Guesses, sanitized
from seethrough.word_level.mechanisms import ngram, word_choice
from seethrough.word_level.word_vectors import WordVectors

_FOLDS = 5
_TOKENS_HELD = 4_000
_TOKENS_AT_FIRST = 250
_CANDIDATES_AT_ONCE = 1 << 21


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

    discount: Annotated[float, Between(0, 1, above=True)] = 0.95
    strength: Annotated[float, Between(0, 1_000_000)] = 10.0
    base_weight: Annotated[float, Between(0, 1_000_000, above=True)] = 1.0
    kneser_ney: bool = False
    mass: Annotated[float, Between(0, 1, above=True)] = 0.9999
    limit: Annotated[int, Between(1)] = 8_192
    calibrate: bool = True

    oracle: ClassVar[bool] = False

    def infer(self, view: AdversaryView, rng: np.random.Generator) -> Guesses:
        """Return the posterior's best words for every token; randomness only calibrates."""
        # The same words in every trial of the calibration, so that their candidates are reused.
        meant = (view.unseen() > 0) | (view.shadow_counts > 0)
        trials = [*self._trials(view, rng)] if self.calibrate else []
        found, *tried = self._decoded([view, *(trial.view for trial in trials)], meant)
        if not self.calibrate:
            return found
        curve = _curve(trials, tried)
        sure = np.where(view.replaced, curve.corrected(found.chance), found.chance)
        return found._replace(chance=sure)

    def _decoded(self, views: Sequence[AdversaryView], meant: Bools) -> list[Guesses]:
        """Return the guesses of several views, whose texts are decoded in parts."""
        models = [
            _decoding.model(view, prior, meant, self.mass, self.limit)
            for view, prior in zip(views, self._priors(views), strict=True)
        ]
        tokens = models[0].tokens(_TOKENS_AT_FIRST, _CANDIDATES_AT_ONCE)
        cuts = [model.view.cuts(tokens) for model in models]
        parts = (model.part(cut) for model, own in zip(models, cuts, strict=True) for cut in own)
        found = spread(_decoding.decoded, parts)
        return [_joined(list(islice(found, len(own)))) for own in cuts]

    def _trials(self, view: AdversaryView, rng: np.random.Generator) -> Iterator[_Trial]:
        """Yield shadow texts held out in turn, sanitized anew, the others being the shadow set."""
        apart = max(_FOLDS, len(view.shadow.ids) // _TOKENS_HELD)
        for fold in range(_FOLDS):
            held = np.arange(len(view.shadow)) % apart == fold
            own, rest = view.shadow.take(held), view.shadow.take(~held)
            copy, replaced = sanitized(view, own, rng)
            if replaced.any():
                asked = replaced if view.told else copy.ids < len(view.vectors)
                trial = replace(view, released=copy, replaced=asked, shadow=rest, originals=None)
                yield _Trial(trial, own.ids, replaced)

    def prior(self, view: AdversaryView) -> ngram.Bigrams:
        """Return the bigram model of the shadow set."""
        return next(self._priors([view]))

    def _priors(self, views: Sequence[AdversaryView]) -> Iterator[ngram.Bigrams]:
        """Yield the bigram model of each view's shadow set."""
        open_words = np.flatnonzero(views[0].unseen() > 0)
        used = (view.shadow_counts[open_words] > 0 for view in views)
        chances = spread(partial(_chances, views[0].vectors, open_words), used)
        for view, chance in zip(views, chances, strict=True):
            before, after = ngram.pairs_of(view.shadow.ids, view.shadow.starts, view.words)
            # Whatever else the text holds can be observed, though not meant.
            base = np.full(view.words + 1, chance.min(initial=1.0) * 1e-3)
            base[open_words] = chance**0.75
            yield ngram.fit(
                before,
                after,
                base,
                (self.discount, self.discount + 0.35, self.discount + 0.65),
                self.strength,
                self.base_weight,
                self.kneser_ney,
            )


class _Trial(NamedTuple):
    """Shadow texts that were sanitized anew.

    Attributes:
        view: What an adversary would have of them.
        truth: (n,) their words.
        replaced: (n,) which were replaced.
    """

    view: AdversaryView
    truth: Ints
    replaced: Bools


def _chances(vectors: WordVectors, words: Ints, used: Bools) -> Floats:
    """Return (w,) how likely words are to be used; see ``word_choice``."""
    return word_choice.chances(vectors.matrix[words], used)


def _curve(trials: Sequence[_Trial], found: Sequence[Guesses]) -> calibration.Curve:
    """Return what the confidence was worth in the trials."""
    sure, right = [np.empty(0)], [np.empty(0, dtype=bool)]
    for trial, guesses in zip(trials, found, strict=True):
        sure.append(guesses.chance[trial.replaced])
        right.append(guesses.best[trial.replaced, 0] == trial.truth[trial.replaced])
    return calibration.fit(np.concatenate(sure), np.concatenate(right))


def _joined(parts: Sequence[Guesses]) -> Guesses:
    nothing = Guesses(np.empty((0, BEST), dtype=np.int64), np.empty(0), np.empty(0))
    return Guesses(*(np.concatenate(columns) for columns in zip(nothing, *parts, strict=True)))
