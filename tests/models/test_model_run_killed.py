"""A run that is killed at any moment goes on where it ended and gives the same release and report.

The command line anonymizes and audits with a model behind a slow fake server; at the first kill
the model may be in the middle of any answer.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from seethrough.models.fakes.fake_server import FakeServer
from seethrough.samples import path

pytestmark = pytest.mark.system

RUN = """
import sys
from seethrough.cli import run
model = ["--model", "openai/fake", "--model-base-url", sys.argv[1], "--model-concurrency", "4"]
status = run(["sanitize", "private.jsonl", "--with", "anonymize:rounds=2", "--out", "out.jsonl",
              "--run", "making", "--seed", "7", "--force", *model])
if status == 0:
    parts = ["--judge", "llm:method=samples,samples=2", "--atomizer", "sentence"]
    status = run(["audit", "private.jsonl", "out.jsonl", "--run", "attacking", *parts, *model])
sys.exit(status)
"""
UNDER_WAY = 48
"""More requests than this are not asked twice: under way, or answered and not yet written.

On a busy machine these are many. A run that kept nothing would ask some 400 twice."""


def started(server: FakeServer, folder: Path, records: int) -> subprocess.Popen[bytes]:
    folder.mkdir(exist_ok=True)
    lines = path("private.jsonl").read_text("utf-8").splitlines(keepends=True)[:records]
    (folder / "private.jsonl").write_text("".join(lines), "utf-8")
    return subprocess.Popen(
        [sys.executable, "-c", RUN, server.url],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def finish(process: subprocess.Popen[bytes]) -> None:
    told = process.communicate(timeout=300)[1]
    assert process.returncode in (0, 1, 2), told.decode()


def results(folder: Path) -> list[bytes]:
    names = ("out.jsonl", "attacking/report.json")
    sidecar = json.loads((folder / "out.jsonl.release.json").read_text())
    del sidecar["private_hmac"]  # its key is random
    return [*((folder / name).read_bytes() for name in names), json.dumps(sidecar).encode()]


def kills(tmp_path: Path, moments: list[list[float]], records: int, delay: float) -> None:
    """Kill runs and let them finish.

    Args:
        tmp_path: Where each has a folder.
        moments: For each run when it is killed, as shares of the undisturbed run's time.
        records: How many records it has.
        delay: Seconds that an answer takes.
    """
    with FakeServer(delay=delay) as server:
        began = time.monotonic()
        finish(started(server, tmp_path / "undisturbed", records))
        whole = time.monotonic() - began
        needed = len(server.requests)
        for number, times in enumerate(moments):
            server.requests.clear()
            folder = tmp_path / str(number)
            for moment in times:
                process = started(server, folder, records)
                time.sleep(moment * whole)
                process.kill()
                process.communicate()
            finish(started(server, folder, records))
            assert results(folder) == results(tmp_path / "undisturbed")
            assert len(server.requests) <= needed + UNDER_WAY * len(times)


@pytest.mark.long
def test_kill_twice(tmp_path: Path) -> None:
    kills(tmp_path, [[0.3, 0.7]], records=3, delay=0.01)


@pytest.mark.slow
def test_kill_at_ten_random_moments(tmp_path: Path) -> None:
    chance = random.Random(1)
    kills(tmp_path, [[chance.uniform(0.05, 0.98)] for _ in range(10)], records=12, delay=0.05)
