"""Instruction tuning: the model is told to protect people, and shown answers that do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from seethrough.finetuning.settings import Tuning
from seethrough.protocols import Generator
from seethrough.records.releases.model import ModelRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Instruct(Tuning):
    """Tells the model to protect people, and trains on answers in which kinds stand for names.

    The model never sees what is protected, but for what no tagger finds.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 5.4 (IT) and table 8; our wording.

    Attributes:
        template: Which of the two wordings.
    """

    template: Literal[1, 2] = 1

    def finetune(self, private: Corpus, rng: Generator) -> ModelRelease:
        """Return the tuned model."""
        from seethrough.finetuning.curation import substituted
        from seethrough.finetuning.encoding import Parts
        from seethrough.finetuning.workshop import Workshop

        task = f"finetune_instruct_{self.template}"
        work = Workshop.open(self, private, rng, task, plain="")
        encoded = work.encoded(
            lambda pair: Parts(pair.answer, substituted(pair.answer, pair.spans))
        )
        model = work.adapted(work.base.model)
        return work.release(model, encoded, work.train(model, encoded.examples))
