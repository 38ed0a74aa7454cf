"""Answers kept on disk, so that a killed run does not ask again for what it already has."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
from seethrough.models.call_log import CallLog, call_log
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
        return self._each_once(
            prompts,
            options,
            lambda some, arrived: self.model.generate(some, options, arrived),
            lambda kept: Answer(*kept),
            lambda answer: answer.problem in ("", CUT_SHORT),
            lambda log, prompt, answer: log.answered(prompt, options, answer),
            on_answer,
        )

    def choose(
        self, prompts: Sequence[Prompt], answers: Sequence[str], on_row: OnRow | None = None
    ) -> npt.NDArray[np.float64]:
        """Return the probability of each answer; see ``ScoringModel.choose``."""
        model = self.model
        if not isinstance(model, ScoringModel):
            raise NoProbabilitiesError(f"{self.name} gives no log-probabilities")
        table = self._each_once(
            prompts,
            answers,
            lambda some, arrived: model.choose(some, answers, arrived).tolist(),
            list,
            lambda row: not math.isnan(row[0]),
            lambda log, prompt, row: log.chosen(prompt, answers, row),
            on_row,
        )
        return np.array(table, dtype=np.float64).reshape(len(prompts), len(answers))

    def _each_once(
        self,
        prompts: Sequence[Prompt],
        asked: Options | Sequence[str],
        ask: Callable[[list[Prompt], Callable[[int, Any], None]], Sequence[Any]],
        read: Callable[[list[Any]], Any],
        lasts: Callable[[Any], bool],
        note: Callable[[CallLog, Prompt, Any], None],
        on_answer: Callable[[int, Any], None] | None,
    ) -> list[Any]:
        """Return one answer per prompt, kept or asked for.

        Args:
            prompts: The prompts.
            asked: What each answer depends on beside its prompt.
            ask: Asks the model some prompts and calls back with each answer as it arrives.
            read: Makes an answer of the list that is kept of one.
            lasts: Whether an answer is to be kept.
            note: Logs an answer.
            on_answer: Called with each answer.
        """
        keys = [cache_key(self._identity, prompt, asked) for prompt in prompts]
        places = _places(keys)
        tell = on_answer or (lambda index, answer: None)
        with kept_answers(self.directory) as kept, call_log(self.directory, self.name) as log:
            known = {key: read(value) for key, value in kept.get(keys).items()}
            self._count(sum(key in known for key in keys))
            for i, key in enumerate(keys):
                if key in known:
                    tell(i, known[key])
            new = [key for key in places if key not in known]

            def arrived(index: int, answer: Any) -> None:
                own = places[new[index]]
                note(log, prompts[own[0]], answer)
                if lasts(answer):
                    kept.put(new[index], list(answer))
                for i in own:
                    tell(i, answer)

            fresh = ask([prompts[places[key][0]] for key in new], arrived)
        known.update(zip(new, fresh, strict=True))
        return [known[key] for key in keys]

    def _count(self, answers: int) -> None:
        """Count kept answers; a server that gave them has answered well."""
        usage, health = (getattr(self.model, name, None) for name in ("usage", "health"))
        if usage is not None and answers:
            usage.count_cached(answers)
        if health is not None and answers:
            health.answered()


def _places(keys: Sequence[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for i, key in enumerate(keys):
        places.setdefault(key, []).append(i)
    return places
