"""Keep the important parts of each record: SAGE's baseline "paraphrase"."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from seethrough.fields import Between, ModelName, ReadFile
from seethrough.language_model import Options
from seethrough.models.answers import Reading, ask_each
from seethrough.models.resolve import default_model, resolve
from seethrough.models.rewriting import PLAIN_FORM, not_empty, put_back, whole
from seethrough.prompts import load
from seethrough.protocols import Generator
from seethrough.records.releases.release import occurred
from seethrough.records.releases.text import TextRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Excerpt:
    """Asks a language model to extract what is important, word for word, and leaves out the rest.

    It has no guarantee: what it keeps is verbatim. A record for which it failed is withheld.

    Source: SAGE, A.2 (paraphrase) and table 11. The sanitizer ``paraphrase`` of this package is
    another paper's.

    Attributes:
        model: ``provider/model``; the run's model if not given.
        temperature: Randomness of the answers, 0 and up.
        max_tokens: The longest answer, in tokens.
        prompt: The user's own prompt file; empty for the package's.
    """

    model: ModelName = field(default_factory=default_model)
    temperature: Annotated[float, Between(0, 2)] = 0.0
    max_tokens: Annotated[int, Between(1, 100_000)] = 2048
    prompt: ReadFile = ""

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the extracted texts under their own ids.

        Args:
            private: The private records; may be empty.
            rng: Gives the seed of the model's sampling.

        Raises:
            UnavailableError: The model is not there.
            UsageError: The model is remote and that was not allowed.
        """
        options = Options(self.temperature, int(rng.integers(2**31)), 0, self.max_tokens)
        texts = not_empty(private.texts)
        template = load("sage_excerpt", self.prompt)
        prompts = {i: template.fill({"document": text}) for i, text in texts.items()}
        readings: dict[int, Reading[str]] = {}
        if prompts:
            readings = ask_each(resolve(self.model), prompts, options, whole, PLAIN_FORM)
        released = put_back(private.texts, {i: r.value for i, r in readings.items()})
        failed = sum(r.value is None for r in readings.values())
        return TextRelease(private.with_texts(released), ledger=occurred({"withheld": failed}))
