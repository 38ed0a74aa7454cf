"""Contextual K-bound: the contextual attack of an adversary who trains on the originals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from seethrough.fields import LARGEST_K, Between, ModelFolder
from seethrough.strategies._detector import Detector, Head, Training, rescored, training_pairs
from seethrough.word_level.adversary_view import AdversaryView, Guesses


@dataclass(frozen=True)
class ContextualBound:
    """argmax over the k best x of Pr(x) f(y|x) Pr(C|x, y), all learned from the private texts.

    With k = 1 it is the context-free bound. It is an approximation of the optimal contextual
    attack, not a proven bound: its detector is fine-tuned, and only k candidates are asked about.
    Needs the extra ``torch``.

    Source: On the Vulnerability of Text Sanitization, theorem 2 and definition 2, equations 7 to
    9, appendix F.1 (30 copies there).

    Attributes:
        k: How many candidates are asked about, at least 1.
        encoder: A folder, or the Hugging Face name of an encoder that was downloaded before;
            MiniLM's package where empty.
        copies: How often each text is sanitized to learn from, at least 1.
        epochs: Passes over the training pairs.
        rate: Adam's learning rate; a tenth of it after every 1,000 steps.
        pairs: The most training pairs.
        head: What the detector's answer is read from: ``token``, the encoder's vectors of the
            word in both sentences, which a small encoder learns much sooner, or ``pooled``, its
            vector of the whole pair, as in the paper.
        window: The detector sees so many words on either side; 0 for the whole sentence.
    """

    k: Annotated[int, Between(1, LARGEST_K)] = 20
    encoder: ModelFolder = ""
    copies: Annotated[int, Between(1, 1000)] = 1
    epochs: Annotated[int, Between(1, 1000)] = 3
    rate: Annotated[float, Between(0, 1, above=True)] = 5e-5
    pairs: Annotated[int, Between(1)] = 1_000_000
    head: Head = "token"
    window: Annotated[int, Between(0)] = 0

    example: ClassVar[str] = "contextual_bound:encoder=encoder,k=2,epochs=1,rate=5e-3,pairs=2000"
    oracle: ClassVar[bool] = True

    def infer(self, view: AdversaryView, rng: np.random.Generator) -> Guesses:
        """Return the posterior's best words for every token.

        Raises:
            MissingExtraError: PyTorch or transformers is not installed.
        """
        if self.k == 1:
            return rescored(view, view.true_counts, None, 1)
        how = (self.encoder, self.copies, self.epochs, self.rate, self.pairs)
        training = Training(*how, self.head, self.window)
        assert view.originals is not None
        pairs = training_pairs(view, view.originals, view.true_counts, training, rng)
        return rescored(view, view.true_counts, Detector(pairs, training, rng), self.k, self.window)
