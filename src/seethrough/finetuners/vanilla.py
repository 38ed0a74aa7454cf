"""Vanilla tuning: the model learns the answers as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from seethrough.finetuning.settings import Tuning
from seethrough.protocols import Generator
from seethrough.records.releases.model import ModelRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Vanilla(Tuning):
    """Trains on the answers as they are, without protection: the reference for the others.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 5.4 and appendix C.
    """

    def finetune(self, private: Corpus, rng: Generator) -> ModelRelease:
        """Return the tuned model."""
        from seethrough.finetuning.encoding import Parts
        from seethrough.finetuning.workshop import Workshop

        work = Workshop.open(self, private, rng, "finetune_answer", warn=False)
        return work.learn(lambda pair: Parts(pair.answer, ""))
