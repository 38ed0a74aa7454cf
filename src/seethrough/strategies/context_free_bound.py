"""Context-free bound: the same rule with the private texts' own word frequencies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seethrough.word_level.adversary_view import AdversaryView, Guesses
from seethrough.word_level.word_by_word import word_by_word


@dataclass(frozen=True)
class ContextFreeBound:
    """argmax over x of Pr(x) f(y|x), Pr(x) the true frequency in the private texts.

    No rule that looks at one released word at a time does better on average. It is no bound on
    attacks that read the context, such as ``markov``.

    Source: On the Vulnerability of Text Sanitization, theorem 1 and definition 1, equations 3, 4.
    """

    oracle: ClassVar[bool] = True

    def infer(self, view: AdversaryView, rng: np.random.Generator) -> Guesses:
        """Return the posterior's best words for every token; uses no randomness."""
        return word_by_word(view, view.true_counts)
