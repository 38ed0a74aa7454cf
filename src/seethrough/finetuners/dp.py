"""Differential privacy: the model learns from clipped and noisy gradients."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from seethrough.errors import InputError
from seethrough.fields import LARGEST_EPSILON, Between
from seethrough.finetuning.settings import Tuning
from seethrough.protocols import Generator
from seethrough.records.releases.model import ModelRelease
from seethrough.records.releases.release import Guarantee, protected_unit

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

_NOTE = (
    "one person added or removed; one record of a person counts in each step; the number of people"
    " is taken for public; the hyper-parameters must not have been chosen on these records; whoever"
    " stands under two ids is protected as two people; noise is drawn in floating point"
)


@dataclass(frozen=True)
class DP(Tuning):
    """Trains on the answers as they are by DP-SGD, with (epsilon, delta) for each person.

    Questions are protected as answers are. What a tagger finds plays no part.

    Source: Abadi et al., "Deep learning with differential privacy" (2016); Yu et al.,
    "Differentially private fine-tuning of language models" (2022).

    Attributes:
        epsilon: The privacy budget, above 0.
        delta: The chance that it does not hold; 0 for 1 / (N log N), N the number of people.
    """

    epsilon: Annotated[float, Between(0, LARGEST_EPSILON, above=True)] = 8.0
    delta: Annotated[float, Between(0, 1, below=True)] = 0.0

    def finetune(self, private: Corpus, rng: Generator) -> ModelRelease:
        """Return the tuned model with its guarantee."""
        from seethrough.finetuning.encoding import Parts
        from seethrough.finetuning.workshop import Workshop
        from seethrough.training.accounting import delta_for, noise_for

        work = Workshop.open(self, private, rng, "finetune_answer", warn=False)
        unit = protected_unit(private)
        encoded = work.encoded(lambda pair: Parts(pair.answer, ""))
        people = len(encoded.examples.people)
        if people < self.batch:
            raise InputError(
                f"{people} people are fewer than a batch of {self.batch}; lower batch="
            )
        steps = work.steps(people)
        delta = delta_for(self.delta, people)
        noise = noise_for(self.epsilon, delta, self.batch / people, steps)
        model = work.adapted(work.base.model)
        done = work.train(model, encoded.examples, multiplier=noise.multiplier, delta=delta)
        promise = Guarantee(noise.spent.epsilon, noise.spent.delta, unit, _NOTE)
        told = {
            "accountant": noise.spent.accountant,
            "noise_multiplier": noise.multiplier,
            "clip": self.clip,
            "sampling": "poisson, by person",
            "sampling_rate": self.batch / people,
            "people": people,
        }
        return work.release(model, encoded, done, guarantee=promise, details=told)
