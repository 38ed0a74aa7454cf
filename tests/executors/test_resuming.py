"""A run that was stopped goes on with fewer processes, or with another executor."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from seethrough.samples import path

pytestmark = pytest.mark.system

PATIENCE = 120


def started(folder: Path, executor: str) -> subprocess.Popen[str]:
    files = [str(path(f"{name}.jsonl")) for name in ("private", "release")]
    command = ["seethrough", "audit", *files, "--targets", "12", "--run", str(folder)]
    return subprocess.Popen(
        [sys.executable, "-m", *command, "--executor", executor, "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def report(folder: Path, executor: str) -> Any:
    process = started(folder, executor)
    told, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode in (0, 1, 2), errors
    return json.loads(told)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return report(tmp_path_factory.mktemp("whole") / "run", "local:processes=1")


@pytest.mark.long
@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("ray:processes=2", "local:processes=1"),
        pytest.param("local:processes=2,patience=0", "ray:processes=1", marks=pytest.mark.slow),
    ],
)
def test_it_goes_on_with_less(first: str, then: str, whole: Any, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = started(folder, first)
    deadline = time.monotonic() + PATIENCE
    while not kept(folder) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=PATIENCE)
    assert process.returncode in (128 + signal.SIGTERM, -signal.SIGTERM)
    before = kept(folder)
    assert before
    assert report(folder, then) == whole
    assert before < kept(folder)


def kept(folder: Path) -> set[str]:
    """Return the finished work that a run's folder holds."""
    return {str(file.relative_to(folder)) for file in (folder / "work").rglob("*.json")}
