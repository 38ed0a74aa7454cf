"""Instruction tuning: what its three ways share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from seethrough.finetuning.settings import Tuning
from seethrough.protocols import Generator
from seethrough.records.releases.model import ModelRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Instructed(Tuning):
    """Trains on what a prompt file says, with the protected answer and the answer as it is.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 4.2.4.

    Attributes:
        template: Which of the two wordings.
    """

    template: Literal[1, 2] = 1

    wording: ClassVar[str] = "instruct"
    """How the prompt files are called: ``finetune_WORDING_TEMPLATE``."""

    def finetune(self, private: Corpus, rng: Generator) -> ModelRelease:
        """Return the tuned model."""
        from seethrough.finetuning.curation import substituted
        from seethrough.finetuning.encoding import Parts
        from seethrough.finetuning.workshop import Workshop

        task = f"finetune_{self.wording}_{self.template}"
        work = Workshop.open(self, private, rng, task, plain="")
        return work.learn(lambda pair: Parts(pair.answer, substituted(pair.answer, pair.spans)))
