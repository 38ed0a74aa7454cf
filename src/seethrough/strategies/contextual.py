"""Contextual Bayesian attack: an encoder says which original fits the sanitized sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from seethrough.fields import LARGEST_K, Between, ModelFolder
from seethrough.strategies._detector import Detector, Head, Training, rescored, training_pairs
from seethrough.word_level.adversary_view import AdversaryView, Guesses


@dataclass(frozen=True)
class Contextual:
    """argmax over the k best x of (Pr(x) + constant) f(y|x) Pr(C|x, y).

    Pr(C|x, y) is the probability that an encoder, fine-tuned on sanitized shadow sentences, gives
    to "y in this sentence came from x". Needs the extra ``torch`` and a shadow set.

    Source: On the Vulnerability of Text Sanitization, section 4.3, equations 11 and 12,
    appendix F.2 (100 copies there).

    Attributes:
        k: How many candidates are asked about, at least 1.
        constant: As for ``context_free``, above 0.
        encoder: A folder, or the Hugging Face name of an encoder that was downloaded before;
            MiniLM's package where empty.
        copies: How often each shadow text is sanitized to learn from, at least 1.
        epochs: Passes over the training pairs.
        rate: Adam's learning rate; a tenth of it after every 1,000 steps.
        pairs: The most training pairs.
        head: What the detector's answer is read from: ``token``, the encoder's vectors of the
            word in both sentences, which a small encoder learns much sooner, or ``pooled``, its
            vector of the whole pair, as in the paper.
        window: The detector sees so many words on either side; 0 for the whole sentence.
    """

    k: Annotated[int, Between(1, LARGEST_K)] = 20
    constant: Annotated[float, Between(0, 1_000_000, above=True)] = 1.0
    encoder: ModelFolder = ""
    copies: Annotated[int, Between(1, 1000)] = 1
    epochs: Annotated[int, Between(1, 1000)] = 3
    rate: Annotated[float, Between(0, 1, above=True)] = 5e-5
    pairs: Annotated[int, Between(1)] = 1_000_000
    head: Head = "token"
    window: Annotated[int, Between(0)] = 0

    example: ClassVar[str] = "contextual:encoder=encoder,k=2,epochs=1,rate=5e-3,window=2,pairs=2000"
    oracle: ClassVar[bool] = False

    def infer(self, view: AdversaryView, rng: np.random.Generator) -> Guesses:
        """Return the posterior's best words for every token.

        Raises:
            MissingExtraError: PyTorch or transformers is not installed.
        """
        prior = view.shadow_counts + view.unseen(self.constant)
        if self.k == 1:
            return rescored(view, prior, None, 1)
        how = (self.encoder, self.copies, self.epochs, self.rate, self.pairs)
        training = Training(*how, self.head, self.window)
        pairs = training_pairs(view, view.shadow, prior, training, rng)
        return rescored(view, prior, Detector(pairs, training, rng), self.k, self.window)
