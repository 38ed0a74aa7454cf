"""A cluster of two nodes reports what one process does, also after one of them has died."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

import pytest

pytestmark = pytest.mark.system


@pytest.mark.long
def test_a_cluster_loses_a_node_and_nothing_else(alone: str) -> None:
    with tempfile.TemporaryDirectory(prefix="st-") as folder:  # short: sockets lie in it
        done = subprocess.run(
            [sys.executable, "-m", "tests.executors._cluster"],
            env={**os.environ, "RAY_TMPDIR": folder, "RAY_USAGE_STATS_ENABLED": "0"},
            capture_output=True,
            text=True,
            timeout=300,
        )
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    assert (told["workers"], told["left"]) == (2, 1)
    assert told["parts"] == list(range(40))
    assert told["report"] == told["report of one"] == alone
