"""Knowledge that reached the adversary in other words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar

from seethrough.fields import Between, ModelName, ReadFile
from seethrough.knowledge.random import Random
from seethrough.language_model import Options
from seethrough.models.answers import ask, room
from seethrough.models.resolve import default_model, resolve
from seethrough.prompts import load
from seethrough.protocols import KnowledgeSource, Known

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Paraphrased(KnowledgeSource):
    """What another source knows, paraphrased by a language model.

    The facts of a target are paraphrased together, as one text. A target whose facts could not be
    paraphrased is left out, as nothing is then known about it, and counted as such.

    Source: A False Sense of Privacy (submission), B.1 and D.2.2, perturbed auxiliary information.

    Attributes:
        source: Where the facts come from.
        model: ``provider/model``; the run's model if not given.
        temperature: Randomness of the paraphrase, 0 and up.
        prompt: The user's own prompt file; empty for the package's.
    """

    source: KnowledgeSource = field(default_factory=Random)
    model: ModelName = field(default_factory=default_model)
    temperature: Annotated[float, Between(0, 2)] = 0.0
    prompt: ReadFile = ""

    chosen: ClassVar[str] = "in other words"

    def of_everyone(self) -> bool:
        """Return whether the paraphrased source does."""
        return self.source.of_everyone()

    def count(self) -> int | None:
        """Return how many facts the paraphrased source knows."""
        return self.source.count()

    def draw(self, corpus: Corpus, claims: Sequence[Sequence[str]], seed: int) -> list[Known]:
        """Return the paraphrased facts about each record, in order.

        Raises:
            UnavailableError: The model is not there.
            UsageError: The model is remote and that was not allowed.
        """
        from seethrough.models.rewriting import PLAIN_FORM, whole

        drawn = self.source.draw(corpus, claims, seed)
        places = [i for i, known in enumerate(drawn) if known.facts]
        if not places:
            return drawn
        template = load("paraphrase", self.prompt)
        texts = [" ".join(drawn[i].facts) for i in places]
        prompts = [template.fill({"document": text}) for text in texts]
        options = Options(self.temperature, seed % 2**31, 0, room(texts, 1024))
        readings = ask(resolve(self.model), prompts, options, whole, PLAIN_FORM)
        result = list(drawn)
        for i, reading in zip(places, readings, strict=True):
            facts = () if reading.value is None else (reading.value,)
            result[i] = Known(facts, drawn[i].used, drawn[i].facts)
        return result
