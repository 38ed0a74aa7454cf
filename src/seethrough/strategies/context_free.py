"""Context-free Bayesian attack: the most likely original of each released word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from seethrough.fields import Between
from seethrough.word_level.adversary_view import AdversaryView, Guesses
from seethrough.word_level.word_by_word import word_by_word


@dataclass(frozen=True)
class ContextFree:
    """argmax over x of (Pr(x) + constant) f(y|x), Pr(x) from the shadow set.

    Source: On the Vulnerability of Text Sanitization, section 4.2, equation 10, appendix C.

    Attributes:
        constant: What is added to Pr(x), as a number of occurrences in the shadow set, so that
            words that it does not hold still rank by f(y|x); above 0.
    """

    constant: Annotated[float, Between(0, 1_000_000, above=True)] = 1.0

    oracle: ClassVar[bool] = False

    def infer(self, view: AdversaryView, rng: np.random.Generator) -> Guesses:
        """Return the posterior's best words for every token; uses no randomness."""
        prior = view.shadow_counts + view.unseen(self.constant)
        return word_by_word(view, prior)
