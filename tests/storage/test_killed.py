"""A run survives being killed at any moment, and nothing leaves the machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from seethrough.samples import path

pytestmark = pytest.mark.system

FAST = ["--atomizer", "sentence", "--judge", "rouge", "--linker", "bm25"]


def command(run: str, *more: str) -> list[str]:
    files = [str(path("private.jsonl")), str(path("release.jsonl"))]
    return [
        sys.executable,
        "-m",
        "seethrough",
        "audit",
        *files,
        "--run",
        run,
        "--json",
        "--exit-zero",
        *more,
    ]


def report(run: str, folder: Path, *more: str) -> bytes:
    done = subprocess.run(command(run, *more), cwd=folder, capture_output=True, check=True)
    return done.stdout


def killed(run: str, folder: Path, after: float, *more: str) -> None:
    process = subprocess.Popen(
        command(run, *more), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    process.wait()


@pytest.mark.long
def test_a_killed_audit_ends_in_the_same_bytes(tmp_path: Path) -> None:
    started = time.monotonic()
    whole = report("whole", tmp_path, *FAST)
    took = time.monotonic() - started
    for share in (0.5, 0.9):
        killed("broken", tmp_path, share * took, *FAST)
    assert report("broken", tmp_path, *FAST) == whole
    assert (tmp_path / "broken/report.json").read_bytes() == whole


@pytest.mark.slow
def test_ten_kills_of_the_default_audit(tmp_path: Path) -> None:
    started = time.monotonic()
    whole = report("whole", tmp_path)
    took = time.monotonic() - started
    for i in range(10):
        killed("broken", tmp_path, took * (i + 1) / 12)
    assert report("broken", tmp_path) == whole


@pytest.mark.long
def test_an_audit_opens_no_connection(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        textwrap.dedent(
            """
            import os, socket

            def refuse(*args, **kwargs):
                os.write(2, b"A CONNECTION WAS TRIED")
                os._exit(99)

            socket.socket.connect = refuse
            socket.socket.connect_ex = refuse
            socket.getaddrinfo = refuse
            """
        )
    )
    few = ["--targets", "5"]
    done = subprocess.run(
        command("run", *few),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert b"A CONNECTION WAS TRIED" not in done.stderr
    assert done.returncode in (0, 2)
    scrubbed = [sys.executable, "-m", "seethrough", "sanitize", str(path("control.jsonl"))]
    done = subprocess.run(
        [*scrubbed, "--with", "scrub", "--out", "out.jsonl"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, b"A CONNECTION" in done.stderr) == (0, False)
