"""What tests of executors share."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.fixture(scope="package")
def alone() -> str:
    """Return the report of the sample release, made by one process."""
    script = "from tests.executors._parts import report; print(report())"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()
