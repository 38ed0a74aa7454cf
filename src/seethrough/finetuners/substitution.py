"""Substitution: the model learns the answers with kinds in the place of what is protected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from seethrough.finetuning.settings import Tuning
from seethrough.protocols import Generator
from seethrough.records.releases.model import ModelRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Substitution(Tuning):
    """Trains on answers in which ``<NAME>`` and other placeholders replace what is protected.

    The model is not taught to write it; sentences keep their shape, and what no tagger finds stays.
    Questions are read as they stand, names and all.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 4.2.1.
    """

    def finetune(self, private: Corpus, rng: Generator) -> ModelRelease:
        """Return the tuned model."""
        from seethrough.finetuning.curation import substituted
        from seethrough.finetuning.encoding import Parts
        from seethrough.finetuning.workshop import Workshop

        work = Workshop.open(self, private, rng, "finetune_answer")
        return work.learn(lambda pair: Parts(substituted(pair.answer, pair.spans), ""))
