"""Few-shot synthesis: a language model reads a few private records and writes another like them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from seethrough.fields import Between, ModelName
from seethrough.language_model import Options
from seethrough.models.answers import ask
from seethrough.models.resolve import default_model, resolve
from seethrough.models.rewriting import PLAIN_FORM, not_empty, whole
from seethrough.prompts import load
from seethrough.protocols import Generator
from seethrough.records.releases.release import occurred
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.seeding import generator

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class FewShot:
    """Shows a language model a few private records and releases the texts that it then writes.

    There is no guarantee: the model may copy what it was shown, and often does. The
    records are not aligned.

    Source: Xie et al., "Differentially private synthetic data via foundation model APIs 2: text"
    (2024), section 5, for the baseline.

    Attributes:
        model: ``provider/model``; the run's model if not given.
        shots: How many records it is shown, at least 1.
        records: How many texts to write; 0 for as many as there are records.
        temperature: Randomness of the answers, 0 and up.
        max_tokens: The longest answer, in tokens.
    """

    model: ModelName = field(default_factory=default_model)
    shots: Annotated[int, Between(1, 1000)] = 3
    records: Annotated[int, Between(0, 1_000_000)] = 0
    temperature: Annotated[float, Between(0, 2)] = 1.0
    max_tokens: Annotated[int, Between(1, 100_000)] = 1024

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return written texts under new ids.

        Args:
            private: The private records; may be empty.
            rng: Gives the seed; which records are shown depends on it and the number of the text.

        Raises:
            UnavailableError: The model is not there.
            UsageError: The model is remote and that was not allowed.
        """
        from seethrough.records.corpus import Corpus

        seed = int(rng.integers(2**31))
        texts = list(not_empty(private.texts).values())
        count = (self.records or len(private)) if texts else 0
        template, prompts = load("few_shot"), []
        for number in range(count):
            order = generator(seed, "few_shot", str(number)).permutation(len(texts))
            shown = "\n\n---\n\n".join(texts[i] for i in order[: self.shots])
            prompts.append(template.fill({"examples": shown}, {"number": str(number + 1)}))
        options = Options(self.temperature, seed, 0, self.max_tokens)
        readings = ask(resolve(self.model), prompts, options, whole, PLAIN_FORM) if prompts else []
        failed = sum(r.value is None for r in readings)
        ids = [f"synthetic-{i}" for i in range(count)]
        return TextRelease(
            Corpus.from_texts([r.value or "" for r in readings], ids, name=private.name),
            aligned=False,
            ledger=occurred({"withheld": failed}),
        )
