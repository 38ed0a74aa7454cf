"""Anonymize with a language model, then paraphrase."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from seethrough.fields import Between, ModelName, ReadFile
from seethrough.language_model import Options
from seethrough.models.answers import ask_each, room
from seethrough.models.resolve import default_model, resolve
from seethrough.models.rewriting import (
    EXPLAINED_FORM,
    EXPLANATION,
    PLAIN_FORM,
    after_mark,
    not_empty,
    put_back,
    whole,
)
from seethrough.prompts import load
from seethrough.protocols import Generator
from seethrough.records.corpus import Corpus
from seethrough.records.releases.release import occurred
from seethrough.records.releases.text import TextRelease


@dataclass(frozen=True)
class Paraphrase:
    """Asks a language model to anonymize each text, then to paraphrase the result.

    A record for which a step failed is withheld: its text becomes empty and the ledger counts it.

    Source: A False Sense of Privacy, A.2 (prompt-based sanitization with paraphrasing) and C.2.

    Attributes:
        model: ``provider/model``; the run's model if not given.
        sanitize_first: Whether to anonymize before paraphrasing, as the paper does.
        temperature: Randomness of the answers, 0 and up.
        max_tokens: The longest answer, in tokens; less where no text is so long.
        prompt: The user's own prompt file for the paraphrase; empty for the package's.
        sanitize_prompt: The user's own prompt file for the first step; empty for the package's.
    """

    model: ModelName = field(default_factory=default_model)
    sanitize_first: bool = True
    temperature: Annotated[float, Between(0, 2)] = 0.0
    max_tokens: Annotated[int, Between(1, 100_000)] = 4096
    prompt: ReadFile = ""
    sanitize_prompt: ReadFile = ""

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the paraphrased texts under their own ids.

        Args:
            private: The private records; may be empty.
            rng: Gives the seed of the model's sampling.

        Raises:
            UnavailableError: The model is not there.
            UsageError: The model is remote and that was not allowed.
        """
        texts = not_empty(private.texts)
        most = room(texts.values(), self.max_tokens, EXPLANATION)
        options = Options(self.temperature, int(rng.integers(2**31)), 0, most)
        steps = [(load("paraphrase", self.prompt), whole, PLAIN_FORM)]
        if self.sanitize_first:
            steps.insert(0, (load("sanitize", self.sanitize_prompt), after_mark, EXPLAINED_FORM))
        failed = 0
        for template, read, form in steps if texts else []:
            prompts = {i: template.fill({"document": text}) for i, text in texts.items()}
            readings = ask_each(resolve(self.model), prompts, options, read, form)
            failed += sum(r.value is None for r in readings.values())
            texts = {i: r.value for i, r in readings.items() if r.value is not None}
        released = put_back(private.texts, texts)
        return TextRelease(private.with_texts(released), ledger=occurred({"withheld": failed}))
