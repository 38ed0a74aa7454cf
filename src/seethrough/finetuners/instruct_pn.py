"""Instruction tuning: an answer that protects people, then one that does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from seethrough.finetuning.settings import Tuning
from seethrough.protocols import Generator
from seethrough.records.releases.model import ModelRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class InstructPN(Tuning):
    """Trains on both answers, first the one that protects people, then the one that does not.

    The model learns all that the answers hold. Only the first part of what it writes leaves, and
    whoever holds the weights can have the other.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 4.2.4 and table 8 (IT PN 1 and 2); our wording.

    Attributes:
        template: Which of the two wordings.
    """

    template: Literal[1, 2] = 1

    def finetune(self, private: Corpus, rng: Generator) -> ModelRelease:
        """Return the tuned model."""
        from seethrough.finetuning.curation import substituted
        from seethrough.finetuning.encoding import Parts
        from seethrough.finetuning.workshop import Workshop

        task = f"finetune_pn_{self.template}"
        work = Workshop.open(self, private, rng, task, plain="")
        encoded = work.encoded(
            lambda pair: Parts(pair.answer, substituted(pair.answer, pair.spans))
        )
        model = work.adapted(work.base.model)
        return work.release(model, encoded, work.train(model, encoded.examples))
