"""The command line starts at once: nothing heavy is loaded before it is needed."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys

HEAVY = ["numpy", "scipy", "spacy", "onnxruntime", "presidio_analyzer", "pyarrow", "torch", "httpx",
         "starlette", "uvicorn", "rich"]  # fmt: skip

SECONDS = 0.3
"""What ``seethrough --help`` may take of a processor."""

SCRIPT = f"""
import json, sys
from seethrough.cli import run
assert run(["--help"]) == 0
print(json.dumps([name for name in {HEAVY!r} if name in sys.modules]), file=sys.stderr)
"""


def test_help_loads_nothing_heavy_and_comes_at_once() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    spent = []
    for _ in range(3):  # the first may compile modules
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert b"audit" in done.stdout
        assert json.loads(done.stderr) == []
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(spent) < SECONDS, spent
