"""Programs that ask a local model and end, and the end of the model's process."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ASKING = """
import subprocess, sys, time
from threading import Thread
from seethrough.language_model import Message, Options, Prompt
from seethrough.models.clients import local

started = []

class Popen(subprocess.Popen):
    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        started.append(self)

local.subprocess.Popen = Popen
after, words, *weights = sys.argv[1:]
prompt = Prompt((Message("user", words),))
Thread(target=local.Local(*weights).generate, args=([prompt], Options()), daemon=True).start()
while not started:
    time.sleep(0.01)
time.sleep(float(after))
sys.stdout.write(f"{started[0].pid}\\n")
sys.stdout.flush()
time.sleep(60)
"""


@pytest.fixture
def expect_gone() -> Callable[[int, float], None]:
    """Return a function that fails where a process is still there after so many seconds."""

    def expect(pid: int, within: float) -> None:
        until = time.monotonic() + within
        while alive(pid):
            assert time.monotonic() < until, "the child outlived its parent"
            time.sleep(0.02)

    return expect


@pytest.fixture
def kill_while_asking() -> Callable[..., int]:
    """Return a function that kills a program while its model works, and names that process.

    It takes the seconds from the start of the model's process to the kill, what the model is
    asked, and its weights, the shipped ones unless given.
    """

    def kill(after: float, words: str, *weights: str) -> int:
        command = [sys.executable, "-c", ASKING, str(after), words, *weights]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
            assert parent.stdout is not None
            child = int(parent.stdout.readline())
            assert alive(child)
            parent.kill()
        return child

    return kill


def alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
