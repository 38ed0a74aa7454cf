"""Embedding inversion: the word whose vector is nearest to the released one's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seethrough.word_level.adversary_view import BEST, AdversaryView, Guesses
from seethrough.word_level.mechanisms.nearest_words import nearest_words
from seethrough.word_level.mechanisms.tokens import UNKNOWN


@dataclass(frozen=True)
class EmbeddingInversion:
    """Guess the words nearest to the released word, itself first.

    With the mechanism's own vectors the nearest word is the released word, so the success rate
    is the share of tokens that came out unchanged (appendix H).

    Source: Qu et al., "Natural language understanding with privacy-preserving BERT" (2021), as
    in On the Vulnerability of Text Sanitization, section 5.1.
    """

    oracle: ClassVar[bool] = False

    def infer(self, view: AdversaryView, rng: np.random.Generator) -> Guesses:
        """Return the nearest words of every token, without probabilities; no randomness."""
        count = len(view.replaced)
        best = np.full((count, BEST), UNKNOWN, dtype=np.int64)
        best[:, 0] = view.released.ids
        released, inverse = view.places.distinct
        if len(released):
            allowed = np.flatnonzero(view.masked(view.unseen()) > 0)
            allowed = np.union1d(allowed, released)
            near, _ = nearest_words(view.vectors, released, allowed, min(BEST, len(allowed)))
            best[view.replaced, : near.shape[1]] = near[inverse]
        chance = np.where(view.replaced, np.nan, 1.0)
        return Guesses(best, chance, np.zeros(count))
