"""How much memory an audit takes does not depend on who shares its work, nor do its figures."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from seethrough.samples import path

pytestmark = pytest.mark.slow

RECORDS = 300
MIB = 1 << 10  # in the KiB of /proc
MOST, ALL = 800 * MIB, 2200 * MIB
"""The most that a process, and all of them together, may take: mostly models and libraries, those
that they share counted each time."""

AUDIT = ["audit", "private.jsonl", "release.jsonl", "--atomizer", "sentence", "--linker", "bm25"]
AUDIT += [
    "--attack",
    "inference",
    "--attack",
    "identifiers",
    "--targets",
    "20",
    "--exit-zero",
    "--json",
]


@pytest.fixture
def folder() -> Iterator[Path]:
    """The sample records several times, each time of other people, in a folder of a short name."""
    with tempfile.TemporaryDirectory(prefix="m-") as place:
        for name in ("private.jsonl", "release.jsonl"):
            rows = [json.loads(line) for line in path(name).read_text("utf-8").splitlines()]
            with Path(place, name).open("w", encoding="utf-8") as file:
                for n, row in zip(range(RECORDS), itertools.cycle(rows), strict=False):
                    own = {
                        key: f"{row[key]}-{n // len(rows)}" for key in ("id", "person") & row.keys()
                    }
                    text = re.sub(r"\d+", lambda d, n=n: str(int(d[0]) + n // 60), row["text"])
                    print(json.dumps({**row, **own, "text": text}), file=file)
        yield Path(place)


def peaks(command: list[str], folder: Path) -> tuple[bytes, dict[int, tuple[str, int]]]:
    """Run a command; return what it printed, and the name and largest size of its processes."""
    process = subprocess.Popen(
        [sys.executable, "-m", "seethrough", *command],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    found, over = dict[int, tuple[str, int]](), threading.Event()
    watching = threading.Thread(target=_watch, args=(process.pid, found, over))
    watching.start()
    printed = process.communicate(timeout=240)[0]
    over.set()
    watching.join()
    assert process.returncode == 0
    return printed, found


def _watch(root: int, found: dict[int, tuple[str, int]], over: threading.Event) -> None:
    ours = {root}
    while not over.wait(0.2):
        for place in sorted(Path("/proc").glob("[0-9]*"), key=lambda place: int(place.name)):
            with contextlib.suppress(OSError, TypeError):
                told = place.joinpath("status").read_text()
                number, parent = int(place.name), int(re.search(r"PPid:\s+(\d+)", told)[1])
                if number in ours or parent in ours:
                    ours.add(number)
                    words = place.joinpath("cmdline").read_bytes().split(b"\0")
                    size = int(re.search(r"VmHWM:\s+(\d+)", told)[1])
                    found[number] = (words[0].decode(), size)


def test_an_audit_with_ray_stays_small_and_says_the_same(folder: Path) -> None:
    alone, _ = peaks([*AUDIT, "--run", "a", "--executor", "local:processes=1"], folder)
    shared, found = peaks([*AUDIT, "--run", "b", "--executor", "ray:processes=2"], folder)
    assert alone == shared
    workers = [name for name, _ in found.values() if name in ("ray::IDLE", "ray::_done")]
    assert len(workers) == 2
    assert max(size for _, size in found.values()) < MOST
    assert sum(size for _, size in found.values()) < ALL
