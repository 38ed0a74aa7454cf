"""Answers kept on disk, so that a killed run does not ask again for what it already has."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from seethrough.language_model import (
    CUT_SHORT,
    Answer,
    LanguageModel,
    NoProbabilitiesError,
    OnAnswer,
    OnRow,
    Options,
    Prompt,
    ScoringModel,
    cache_key,
)
from seethrough.models.call_log import call_log
from seethrough.models.kept_answers import kept_answers


@dataclass(frozen=True)
class Cached:
    """A model whose answers are kept.

    The key is the model's name and version, the whole prompt, the hash of its prompt file, the
    options and the sample number. Each answer is kept as it arrives. A prompt that occurs several
    times in one batch is asked once. Answers with a problem are not kept, except those cut short.
    Every call is logged (``seethrough.models.call_log``).

    Attributes:
        model: The model to ask for what is not there.
        directory: Where ``answers.sqlite`` and ``calls.jsonl`` are; made if it is missing, readable
            only by its owner.
        version: What tells models of one name apart: the hash of a file, or its place.
    """

    model: LanguageModel
    directory: Path
    version: str = ""

    @property
    def name(self) -> str:
        """The model's identity."""
        return self.model.name

    @property
    def _identity(self) -> str:
        return f"{self.name} {self.version}" if self.version else self.name

    @property
    def caveat(self) -> str:
        """What a reader of a report made with this model must know."""
        return self.model.caveat

    def generate(
        self, prompts: Sequence[Prompt], options: Options, on_answer: OnAnswer | None = None
    ) -> list[Answer]:
        """Answer every prompt; see ``LanguageModel.generate``."""
        keys = [cache_key(self._identity, prompt, options) for prompt in prompts]
        places = _places(keys)
        with kept_answers(self.directory) as kept:
            known = {k: Answer(*v) for k, v in kept.get(keys).items()}
            self._count(sum(k in known for k in keys))
            asked = [key for key in places if key not in known]
            if on_answer is not None:
                for i, key in enumerate(keys):
                    if key in known:
                        on_answer(i, known[key])

            def keep(index: int, answer: Answer) -> None:
                log.answered(prompts[places[asked[index]][0]], options, answer)
                if answer.problem in ("", CUT_SHORT):
                    kept.put(asked[index], list(answer))
                if on_answer is not None:
                    for i in places[asked[index]]:
                        on_answer(i, answer)

            with call_log(self.directory, self.name) as log:
                fresh = self.model.generate([prompts[places[k][0]] for k in asked], options, keep)
        known.update(zip(asked, fresh, strict=True))
        return [known[key] for key in keys]

    def choose(
        self, prompts: Sequence[Prompt], answers: Sequence[str], on_row: OnRow | None = None
    ) -> npt.NDArray[np.float64]:
        """Return the probability of each answer; see ``ScoringModel.choose``."""
        model = self.model
        if not isinstance(model, ScoringModel):
            raise NoProbabilitiesError(f"{self.name} gives no log-probabilities")
        keys = [cache_key(self._identity, prompt, answers) for prompt in prompts]
        places = _places(keys)
        with kept_answers(self.directory) as kept:
            known = kept.get(keys)
            self._count(sum(k in known for k in keys))
            asked = [key for key in places if key not in known]
            if on_row is not None:
                for i, key in enumerate(keys):
                    if key in known:
                        on_row(i, known[key])

            def keep(index: int, row: Sequence[float]) -> None:
                log.chosen(prompts[places[asked[index]][0]], answers, row)
                if not math.isnan(row[0]):
                    kept.put(asked[index], list(row))
                if on_row is not None:
                    for i in places[asked[index]]:
                        on_row(i, row)

            with call_log(self.directory, self.name) as log:
                fresh = model.choose([prompts[places[k][0]] for k in asked], answers, keep)
        known.update(zip(asked, fresh.tolist(), strict=True))
        table = [known[key] for key in keys]
        return np.array(table, dtype=np.float64).reshape(len(prompts), len(answers))

    def _count(self, answers: int) -> None:
        usage = getattr(self.model, "usage", None)
        if usage is not None and answers:
            usage.count_cached(answers)


def _places(keys: Sequence[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for i, key in enumerate(keys):
        places.setdefault(key, []).append(i)
    return places
