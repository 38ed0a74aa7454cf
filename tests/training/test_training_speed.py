"""The benchmark of training: a base model that is not there is one line."""

from __future__ import annotations

import subprocess
import sys


def test_a_base_model_that_is_not_there_is_one_line() -> None:
    command = [sys.executable, "-m", "benchmarks.speed.training_speed", "--base", "no-folder"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("full weights, ours: no folder no-folder; as a name on")
    assert "Traceback" not in done.stderr
