"""What tests of executors share."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.fixture(scope="package")
def alone() -> str:
    """Return the report of the sample release, made by one process."""
    return by_one_process("report()")


def by_one_process(what: str) -> str:
    """Return what an expression over ``tests.executors._parts`` gives in a process of its own."""
    script = f"from tests.executors._parts import *; print({what})"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()
