"""Classifier: the model learns the answers, and a guard beside it what to hide of them."""

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

_MOST = 20.0
"""So many times a protected token counts at the most."""


@dataclass(frozen=True)
class Classifier(Tuning):
    """Trains on the answers as they are, and a token classifier that hides what is protected.

    The classifier reads the model's hidden states and does not change them. While the model writes,
    a word of which any piece is flagged is shown as ``<X>``. The weights know what is hidden:
    whoever holds them can leave the guard out.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 4.2.3. Different here: whole words are hidden, and protected tokens count as
    often as all others together, up to 20 times.

    Attributes:
        threshold: A token at least so likely protected is hidden, in (0, 1].
    """

    threshold: Annotated[float, Between(0, 1, above=True)] = 0.5

    def finetune(self, private: Corpus, rng: Generator) -> ModelRelease:
        """Return the tuned model with its guard."""
        import torch

        from seethrough.finetuning.encoding import Parts
        from seethrough.finetuning.losses import flagging
        from seethrough.finetuning.workshop import Workshop
        from seethrough.model_releases.guard import Guard
        from seethrough.training.gradients import IGNORED, batch, token_losses, tokens_read

        work = Workshop.open(self, private, rng, "finetune_answer")
        encoded = work.encoded(lambda pair: Parts(pair.answer, ""))
        marked = sum(mark >= 0 for row in encoded.protected for mark in row)
        weight = min(_MOST, sum(map(len, encoded.protected)) / marked - 1) if marked else 1.0
        model = work.adapted(work.base.model)
        device = next(model.parameters()).device
        head = torch.nn.Linear(model.config.hidden_size, 1, device=device)
        torch.nn.init.zeros_(head.weight)
        torch.nn.init.zeros_(head.bias)
        model.guard = head

        def loss(model: Any, examples: Examples, places: Sequence[int]) -> tuple[Any, int]:
            given = batch(examples, places, device)
            out = model(**given.inputs, output_hidden_states=True)
            learned = given.labels != IGNORED
            losses = token_losses(out.logits[:, :-1], given.labels[:, 1:])
            protected = torch.zeros_like(learned)
            for row, place in enumerate(places):
                start = len(examples.prompts[place])
                for i, mark in enumerate(encoded.protected[place]):
                    protected[row, start + i] = mark >= 0
            scores = head(out.hidden_states[-1].detach().float()).squeeze(-1)
            flags = flagging(scores, protected, learned, max(1.0, weight))
            return losses.sum(1) / learned.sum(1) + flags, tokens_read(examples, places)

        steps = work.train(model, encoded.examples, loss=loss)
        del model.guard
        guard = Guard(head.weight.detach()[0], head.bias.detach()[0], self.threshold)
        return work.release(model, encoded, steps, guard)
