"""Answers kept on disk, so that a killed run does not ask again for what it already has."""

from __future__ import annotations

import json
import math
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from seethrough.files import make_private_directory
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


@dataclass(frozen=True)
class Cached:
    """A model whose answers are kept.

    The key is the model's name, the whole prompt, the hash of its prompt file, the options and
    the sample number. Each answer is kept as it arrives. A prompt that stands several times in
    one batch is asked once. Answers with a problem are not kept, but for those cut short.

    Attributes:
        model: Whom to ask for what is not there.
        directory: Where ``answers.sqlite`` is; made where it is not there, for its owner alone.
    """

    model: LanguageModel
    directory: Path

    @property
    def name(self) -> str:
        """The model's identity."""
        return self.model.name

    @property
    def caveat(self) -> str:
        """What a reader of a report made with this model must know."""
        return self.model.caveat

    def generate(
        self, prompts: Sequence[Prompt], options: Options, on_answer: OnAnswer | None = None
    ) -> list[Answer]:
        """Answer every prompt; see ``LanguageModel.generate``."""
        keys = [cache_key(self.name, prompt, options) for prompt in prompts]
        places = _places(keys)
        with self._open() as answers:
            known = {k: Answer(*v) for k, v in _get(answers, keys).items()}
            self._count(sum(k in known for k in keys))
            asked = [key for key in places if key not in known]
            if on_answer is not None:
                for i, key in enumerate(keys):
                    if key in known:
                        on_answer(i, known[key])

            def keep(index: int, answer: Answer) -> None:
                if answer.problem in ("", CUT_SHORT):
                    _put(answers, asked[index], list(answer))
                if on_answer is not None:
                    for i in places[asked[index]]:
                        on_answer(i, answer)

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
        keys = [cache_key(self.name, prompt, answers) for prompt in prompts]
        places = _places(keys)
        with self._open() as kept:
            known = _get(kept, keys)
            self._count(sum(k in known for k in keys))
            asked = [key for key in places if key not in known]
            if on_row is not None:
                for i, key in enumerate(keys):
                    if key in known:
                        on_row(i, known[key])

            def keep(index: int, row: Sequence[float]) -> None:
                if not math.isnan(row[0]):
                    _put(kept, asked[index], list(row))
                if on_row is not None:
                    for i in places[asked[index]]:
                        on_row(i, row)

            fresh = model.choose([prompts[places[k][0]] for k in asked], answers, keep)
        known.update(zip(asked, fresh.tolist(), strict=True))
        table = [known[key] for key in keys]
        return np.array(table, dtype=np.float64).reshape(len(prompts), len(answers))

    def _count(self, answers: int) -> None:
        usage = getattr(self.model, "usage", None)
        if usage is not None and answers:
            usage.count_cached(answers)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one batch; several threads and processes may do so at once."""
        make_private_directory(self.directory)
        path = self.directory / "answers.sqlite"
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        with closing(sqlite3.connect(path, timeout=60.0, isolation_level=None)) as connection:
            connection.execute("pragma synchronous = normal")
            connection.execute(
                "create table if not exists answers (key text primary key, value text not null)"
                " without rowid"
            )
            yield connection


def _places(keys: Sequence[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for i, key in enumerate(keys):
        places.setdefault(key, []).append(i)
    return places


def _get(connection: sqlite3.Connection, keys: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    unique = list(dict.fromkeys(keys))
    for start in range(0, len(unique), 500):
        some = unique[start : start + 500]
        marks = ",".join("?" * len(some))
        query = f"select key, value from answers where key in ({marks})"
        found.update((k, json.loads(v)) for k, v in connection.execute(query, some))
    return found


def _put(connection: sqlite3.Connection, key: str, value: list[Any]) -> None:
    connection.execute("insert or replace into answers values (?, ?)", (key, json.dumps(value)))
