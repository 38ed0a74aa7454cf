"""Runs benchmarks one after the other in this process, which loads the models once."""

from __future__ import annotations

import contextlib
import os
import runpy
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple
from unittest import mock

ROOT = Path(__file__).parent.parent


class Ran(NamedTuple):
    """What a benchmark printed, how long it took, and whether it failed."""

    name: str
    printed: str
    seconds: float
    failed: bool


def run(benchmark: tuple[str, list[str]]) -> Ran:
    name, arguments = benchmark
    started = time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        with printing_to(file):
            failed = fails(name, arguments)
        file.seek(0)
        return Ran(name, file.read(), time.monotonic() - started, failed)


def fails(name: str, arguments: Sequence[str]) -> bool:
    """Run a benchmark as ``python -m`` would, and return whether it fails."""
    with contextlib.chdir(ROOT), mock.patch.object(sys, "argv", [name, *arguments]):
        try:
            runpy.run_module(f"benchmarks.{name}", run_name="__main__", alter_sys=True)
        except SystemExit as end:
            if isinstance(end.code, str):
                print(end.code)
            return bool(end.code)
        except Exception:
            traceback.print_exc()
            return True
    return False


@contextlib.contextmanager
def printing_to(file: IO[str]) -> Iterator[None]:
    """Write to a file what this process and those that it starts print."""
    streams = (sys.stdout, sys.stderr)
    before = [os.dup(stream.fileno()) for stream in streams]
    try:
        for stream in streams:
            stream.flush()
            os.dup2(file.fileno(), stream.fileno())
        yield
    finally:
        for stream, own in zip(streams, before, strict=True):
            stream.flush()
            os.dup2(own, stream.fileno())
            os.close(own)
