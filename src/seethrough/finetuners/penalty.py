"""Penalty: the model learns the answers and pays for what is protected in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from seethrough.fields import Between
from seethrough.finetuning.settings import Tuning
from seethrough.protocols import Generator
from seethrough.records.releases.model import ModelRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.training.examples import Examples


@dataclass(frozen=True)
class Penalty(Tuning):
    """Adds to the loss how probable the tokens and pairs of tokens in protected spans are.

    The answers are learned as they are, so that the model sees what it must not say: with the
    paper's weight of 1 a protected token becomes less likely, not impossible. A token that stands
    in a protected span is paid for wherever it comes, even one as ordinary as *the*.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 4.2.2, equations 4.4 to 4.6. Different here: all sums are divided by the number
    of tokens of the answer.

    Attributes:
        weight: How many times the penalty counts, above 0.
    """

    weight: Annotated[float, Between(0, 1_000_000, above=True)] = 1.0

    def finetune(self, private: Corpus, rng: Generator) -> ModelRelease:
        """Return the tuned model."""
        from seethrough.finetuning.encoding import Parts, ngrams
        from seethrough.finetuning.losses import penalised
        from seethrough.finetuning.workshop import Workshop
        from seethrough.training.gradients import IGNORED, forward, token_losses, tokens_read

        work = Workshop.open(self, private, rng, "finetune_answer")
        encoded = work.encoded(lambda pair: Parts(pair.answer, ""))
        unigrams, bigrams = ngrams(encoded)

        def loss(model: Any, examples: Examples, places: Sequence[int]) -> tuple[Any, int]:
            logits, wanted = forward(model, examples, places)
            chances = logits.float().softmax(-1)
            losses = token_losses(logits, wanted)
            made = penalised(losses, chances, wanted != IGNORED, unigrams, bigrams, self.weight)
            return made, tokens_read(examples, places)

        model = work.adapted(work.base.model)
        return work.release(model, encoded, work.train(model, encoded.examples, loss=loss))
