"""Answers kept on disk, so that a killed run does not ask again for what it already has."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
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
    Options,
    Prompt,
    ScoringModel,
    cache_key,
)

PORTION = 64
"""Prompts whose probabilities are asked for before they are kept; a kill loses at most these."""


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
    _lock: threading.Lock = field(
        default_factory=threading.Lock, init=False, repr=False, compare=False
    )

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
        known = {k: Answer(*v) for k, v in self._get(keys).items()}
        self._count(sum(k in known for k in keys))
        places: dict[str, list[int]] = {}
        for i, key in enumerate(keys):
            places.setdefault(key, []).append(i)
        asked = [key for key in places if key not in known]
        if on_answer is not None:
            for i, key in enumerate(keys):
                if key in known:
                    on_answer(i, known[key])

        def keep(index: int, answer: Answer) -> None:
            if answer.problem in ("", CUT_SHORT):
                self._put({asked[index]: list(answer)})
            if on_answer is not None:
                for i in places[asked[index]]:
                    on_answer(i, answer)

        fresh = self.model.generate([prompts[places[k][0]] for k in asked], options, keep)
        known.update(zip(asked, fresh, strict=True))
        return [known[key] for key in keys]

    def choose(self, prompts: Sequence[Prompt], answers: Sequence[str]) -> npt.NDArray[np.float64]:
        """Return the probability of each answer; see ``ScoringModel.choose``."""
        model = self.model
        if not isinstance(model, ScoringModel):
            raise NoProbabilitiesError(f"{self.name} gives no log-probabilities")
        keys = [cache_key(self.name, prompt, answers) for prompt in prompts]
        known = self._get(keys)
        self._count(sum(k in known for k in keys))
        by_key = dict(zip(keys, prompts, strict=True))
        asked = [key for key in by_key if key not in known]
        for start in range(0, len(asked), PORTION):
            portion = asked[start : start + PORTION]
            rows = model.choose([by_key[key] for key in portion], answers).tolist()
            fresh = dict(zip(portion, rows, strict=True))
            self._put({k: row for k, row in fresh.items() if row == row and row[0] == row[0]})
            known.update(fresh)
        rows = [known[key] for key in keys]
        return np.array(rows, dtype=np.float64).reshape(len(prompts), len(answers))

    def _count(self, answers: int) -> None:
        usage = getattr(self.model, "usage", None)
        if usage is not None and answers:
            usage.count_cached(answers)

    @cached_property
    def _file(self) -> Path:
        self.directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self.directory / "answers.sqlite"
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        with closing(self._open(path)) as connection, connection:
            connection.execute(
                "create table if not exists answers (key text primary key, value text not null)"
                " without rowid"
            )
        return path

    @staticmethod
    def _open(path: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(path, timeout=60.0)
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = normal")
        return connection

    def _get(self, keys: Sequence[str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        unique = list(dict.fromkeys(keys))
        with self._lock, closing(self._open(self._file)) as connection:
            for start in range(0, len(unique), 500):
                some = unique[start : start + 500]
                marks = ",".join("?" * len(some))
                query = f"select key, value from answers where key in ({marks})"
                found.update((k, json.loads(v)) for k, v in connection.execute(query, some))
        return found

    def _put(self, values: dict[str, Any]) -> None:
        rows = [(key, json.dumps(value)) for key, value in values.items()]
        with self._lock, closing(self._open(self._file)) as connection, connection:
            connection.executemany("insert or replace into answers values (?, ?)", rows)
