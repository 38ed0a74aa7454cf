"""A log of the calls of language models, for reading and for other programs.

A line is a call, as JSON in the form of Inspect AI's ``ModelEvent``
(https://inspect.aisi.org.uk/reference/inspect_ai.event.html). Nothing reads it back: it may be
removed at any time.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from seethrough.language_model import CUT_SHORT, REFUSED, Answer, Options, Prompt
from seethrough.storage.files import make_private_directory, writing_errors

FILE = "calls.jsonl"

_STOPS = {"": "stop", CUT_SHORT: "max_tokens", REFUSED: "content_filter"}


class CallLog:
    """Writes calls to an open file.

    Args:
        model: The model that is called.
        descriptor: The file, opened for appending.
        path: Its name.
    """

    def __init__(self, model: str, descriptor: int, path: Path) -> None:
        self._model = model
        self._descriptor = descriptor
        self._path = path

    def answered(self, prompt: Prompt, options: Options, answer: Answer) -> None:
        """Log an answer, or why there is none."""
        config = {
            "temperature": options.temperature,
            "seed": options.seed + options.sample,
            "max_tokens": options.max_tokens,
        }
        used = answer.prompt_tokens, answer.completion_tokens
        usage = dict(zip(("input_tokens", "output_tokens"), used, strict=True))
        output = self._output(answer.text, _STOPS.get(answer.problem, "unknown"))
        output["usage"] = {**usage, "total_tokens": sum(used)}
        failed = answer.problem if answer.problem not in _STOPS else ""
        self._write(prompt, config, output, failed, {})

    def chosen(self, prompt: Prompt, answers: Sequence[str], row: Sequence[float]) -> None:
        """Log the probabilities of fixed answers, the likeliest of them as what was said."""
        known = not any(map(math.isnan, row))
        said = answers[max(range(len(row)), key=row.__getitem__)] if known else ""
        output = self._output(said, "stop" if known else "unknown")
        beside = {"probabilities": dict(zip(answers, row, strict=True))} if known else {}
        failed = "" if known else "no probabilities"
        self._write(prompt, {"max_tokens": 1, "logprobs": True}, output, failed, beside)

    def _output(self, text: str, stop: str) -> dict[str, Any]:
        message = {"role": "assistant", "content": text, "source": "generate"}
        choice = {"message": {**message, "model": self._model}, "stop_reason": stop}
        return {"model": self._model, "choices": [choice], "completion": text}

    def _write(
        self,
        prompt: Prompt,
        config: dict[str, Any],
        output: dict[str, Any],
        failed: str,
        beside: dict[str, Any],
    ) -> None:
        event: dict[str, Any] = {
            "event": "model",
            "timestamp": datetime.now(UTC).isoformat(),
            "model": self._model,
            "input": [message._asdict() for message in prompt.messages],
            "tools": [],
            "tool_choice": "none",
            "config": config,
            "output": output,
            "metadata": {"task": prompt.task, **beside},
        }
        if failed:
            event["error"] = failed
        line = memoryview(json.dumps(event).encode() + b"\n")
        # In one piece: several threads and processes may append at once, and be killed. Less than
        # the whole is written only where the disk is about to be full.
        with writing_errors(self._path):
            while line:
                line = line[os.write(self._descriptor, line) :]


@contextmanager
def call_log(folder: Path, model: str) -> Iterator[CallLog]:
    """Open a folder's log for one batch of calls.

    Args:
        folder: Made if it is missing, readable only by its owner, as is the log.
        model: The model that is called.

    Raises:
        OutputError: The disk is full.
        UsageError: It cannot be written there.
    """
    make_private_directory(folder)
    path = folder / FILE
    with writing_errors(path):
        descriptor = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
    try:
        yield CallLog(model, descriptor, path)
    finally:
        os.close(descriptor)
