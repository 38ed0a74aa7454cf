"""Preference: the model learns clean answers, then to prefer them to the answers as they are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from seethrough.errors import InputError
from seethrough.fields import Between
from seethrough.finetuning.settings import Tuning
from seethrough.protocols import Generator
from seethrough.records.releases.model import ModelRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class DPO(Tuning):
    """Trains on answers with placeholders, then to prefer these to the originals.

    Both trainings take as many steps as the settings say. The second one reads the records in which
    something is protected, with new LoRA matrices (or all weights, as ``rank`` says); its reference
    is the model of the first one.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 4.2.5 and equation 4.7; Rafailov et al., "Direct preference optimization"
    (2023).

    Attributes:
        beta: How much it costs to leave the reference model, above 0.
    """

    beta: Annotated[float, Between(0, 1_000_000, above=True)] = 0.1

    def finetune(self, private: Corpus, rng: Generator) -> ModelRelease:
        """Return the tuned model.

        Raises:
            InputError: Something is protected in some records, but in fewer than a batch.
        """
        from seethrough.finetuning.curation import substituted
        from seethrough.finetuning.encoding import Parts
        from seethrough.finetuning.preferring import preferring
        from seethrough.finetuning.workshop import Workshop, merged

        work = Workshop.open(self, private, rng, "finetune_answer")
        told = replace(work.pairs, pairs=[pair for pair in work.pairs.pairs if pair.spans])
        if 0 < len(told.pairs) < self.batch:
            raise InputError(
                f"{private.name}: something is protected in {len(told.pairs)} records, which are"
                f" fewer than a batch of {self.batch}; lower batch="
            )
        clean = work.encoded(lambda pair: Parts(substituted(pair.answer, pair.spans), ""))
        reference = work.adapted(work.base.model)
        steps = work.train(reference, clean.examples, "reference")
        reference = merged(reference)
        if not told.pairs:
            return work.release(reference, clean, steps)
        chosen = work.encoded(
            lambda pair: Parts(substituted(pair.answer, pair.spans), ""), told
        ).examples
        rejected = work.encoded(lambda pair: Parts(pair.answer, ""), told).examples
        loss = preferring(reference, chosen, rejected, self.beta)
        model = work.adapted(reference, "preference")
        steps += work.train(model, chosen, "preference", loss, before=steps)
        return work.release(model, clean, steps)
