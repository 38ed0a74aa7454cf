"""The embedded model: llama.cpp in a child process on loopback. No key, no hub, no compiler."""

from __future__ import annotations

import atexit
import json
import os
import queue
import secrets
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from seethrough.errors import MissingExtraError, UnavailableError
from seethrough.language_model import Answer, OnAnswer, OnRow, Options, Prompt
from seethrough.models.clients import weights
from seethrough.models.clients.llama_client import LlamaClient
from seethrough.models.usage import Usage
from seethrough.parallel.cores import available

CAVEAT = (
    "made with the small local model (1.5B parameters): its ratings rank claims but are not "
    "fine-grained, and it anonymizes and atomizes poorly; see `seethrough doctor`"
)

TIMEOUT = 900.0
"""Seconds that one answer may take by default: there is no other server."""

CONTEXT = 8192
"""Tokens that one prompt and its answer may take together."""


@dataclass(frozen=True)
class Local:
    """A GGUF model run by llama.cpp on this machine.

    The child process starts on first use, listens on a free loopback port with a random key, and
    ends with this program, however it ends.

    Attributes:
        model: Empty for the shipped Qwen2.5-Coder-1.5B; a path; or a file on the hub
            (``seethrough.models.clients.weights.find``).
        allow_remote: Whether the hub may be asked for the file.
        threads: Processor threads; 0 for all that this process may use.
        usage: Counts tokens and requests.
        timeout: Seconds that one answer may take.
    """

    model: str = ""
    allow_remote: bool = False
    threads: int = 0
    usage: Usage = field(default_factory=Usage, repr=False, compare=False)
    timeout: float = field(default=TIMEOUT, compare=False)

    @property
    def name(self) -> str:
        """The model's identity: the shipped model's with its hash, else the file's name."""
        if not self.model:
            return f"local/{weights.SHIPPED}@{weights.SHA256[:8]}"
        return f"local/{Path(self.model).name}"

    @property
    def caveat(self) -> str:
        """What a reader of a report made with this model must know."""
        return CAVEAT if not self.model else ""

    def generate(
        self, prompts: Sequence[Prompt], options: Options, on_answer: OnAnswer | None = None
    ) -> list[Answer]:
        """Answer every prompt; see ``LanguageModel.generate``."""
        if not prompts:
            return []
        client = self._client()
        answers = []
        for i, prompt in enumerate(prompts):
            answers.append(client.answer(prompt, options, self.usage))
            if on_answer is not None:
                on_answer(i, answers[i])
        return answers

    def choose(
        self, prompts: Sequence[Prompt], answers: Sequence[str], on_row: OnRow | None = None
    ) -> npt.NDArray[np.float64]:
        """Return the probability of each answer; see ``ScoringModel.choose``."""
        if not prompts:
            return np.empty((0, len(answers)))
        client = self._client()
        rows = []
        for i, prompt in enumerate(prompts):
            rows.append(client.weigh(prompt, answers, self.usage))
            if on_row is not None:
                on_row(i, rows[i])
        return np.array(rows)

    def _client(self) -> LlamaClient:
        client = _running(self).client
        client.timeout = self.timeout
        return client


class Child:
    """A running llama.cpp.

    Args:
        path: The GGUF file.
        threads: Processor threads.

    Raises:
        MissingExtraError: The package ``xllamacpp`` is not installed.
        UnavailableError: llama.cpp does not start.
    """

    def __init__(self, path: Path, threads: int) -> None:
        key = secrets.token_urlsafe(24)
        self._stopped = threading.Event()
        self.process = self._start()
        settings = {
            "model": str(path),
            "slots": 1,
            "context": CONTEXT,
            "threads": threads,
            "key": key,
        }
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps(settings) + "\n")
            self.process.stdin.flush()
        line = self.process.stdout.readline()
        message = json.loads(line) if line.strip() else {"error": "it ended without a message"}
        if "address" not in message:
            self.stop()
            if "missing" in message:
                raise MissingExtraError("local-model", message["missing"])
            raise UnavailableError(f"llama.cpp does not start with {path}: {message['error']}")
        self.client = LlamaClient(str(message["address"]), key)

    def _start(self) -> subprocess.Popen[str]:
        """Start the process from a thread of its own, which lasts as long.

        The process ends with the thread that started it, and the caller's may be short-lived.
        """
        started: queue.SimpleQueue[subprocess.Popen[str] | Exception] = queue.SimpleQueue()

        def keep() -> None:
            try:
                process = subprocess.Popen(
                    [
                        sys.executable,
                        "-P",
                        "-m",
                        "seethrough.models.clients.llama_server",
                        str(os.getpid()),
                    ],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                    start_new_session=True,  # Ctrl-C is for the parent
                )
            except Exception as error:
                started.put(error)
                return
            started.put(process)
            self._stopped.wait()

        threading.Thread(target=keep, name="seethrough-llama", daemon=True).start()
        found = started.get()
        if isinstance(found, Exception):
            raise found
        return found

    @property
    def alive(self) -> bool:
        """Whether the process is running."""
        return self.process.poll() is None

    def stop(self) -> None:
        """End the process and wait for its end."""
        self._stopped.set()
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


_children: dict[Local, Child] = {}
_lock = threading.Lock()


def _running(model: Local) -> Child:
    """Return the child that serves a model, started if there is none."""
    with _lock:
        child = _children.get(model)
        if child is not None and not child.alive:
            child.stop()
        if child is None or not child.alive:
            path = weights.find(model.model, model.allow_remote)
            child = _children[model] = Child(path, model.threads or available())
        return child


@atexit.register
def stop_all() -> None:
    """End all children."""
    with _lock:
        while _children:
            _children.popitem()[1].stop()


def _after_fork() -> None:
    """Forget the parent's children in a forked process: they are not its own to stop."""
    global _lock
    _lock = threading.Lock()
    _children.clear()


os.register_at_fork(after_in_child=_after_fork)
