"""Claims of a language model's summary."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from seethrough.atomizers.clause import Clause
from seethrough.fields import Between, ModelName, ReadFile
from seethrough.language_model import Options
from seethrough.models.answers import ask, refused, room
from seethrough.models.resolve import default_model, resolve
from seethrough.prompts import load
from seethrough.protocols import Atomizer

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Summarized:
    """Summarizes each text with a language model, then has another atomizer split the summary.

    For conversations, so that a chatbot's long replies do not drown what the user says. A text
    without a usable summary has no claims, which the coverage ledger counts; texts are named in
    the log by id alone.

    Source: A False Sense of Privacy, appendix A.1.1.

    Attributes:
        atomizer: Splits the summaries.
        model: ``provider/model``; the run's model if not given.
        max_tokens: The longest summary, in tokens; less where no text is so long.
        prompt: The user's own prompt file; empty for the package's.
    """

    atomizer: Atomizer = Clause()
    model: ModelName = field(default_factory=default_model)
    max_tokens: Annotated[int, Between(1, 100_000)] = 1024
    prompt: ReadFile = ""

    def atomize(self, corpus: Corpus) -> list[list[str]]:
        """Return the claims of each record, in order; no claim for an empty text.

        Raises:
            UnavailableError: The model is not there.
            UsageError: The model is remote and that was not allowed.
        """
        places = [i for i, text in enumerate(corpus.texts) if text.strip()]
        if not places:
            return [[] for _ in corpus.texts]
        template = load("summarize", self.prompt)
        prompts = [template.fill({"document": corpus.texts[i]}) for i in places]
        options = Options(max_tokens=room(corpus.texts, self.max_tokens))
        summaries = [""] * len(corpus)
        for i, reading in zip(
            places, ask(resolve(self.model), prompts, options, read_summary), strict=True
        ):
            summaries[i] = reading.value or ""
            if reading.value is None:
                logging.getLogger(__name__).warning(
                    "record %s has no summary: %s", corpus.ids[i], reading.problem
                )
        return self.atomizer.atomize(corpus.with_texts(summaries))


def read_summary(text: str) -> str | None:
    """Return a summary, or None if the answer is empty or a refusal."""
    return None if refused(text) else text.strip() or None
