"""Runs the benchmarks in their smallest form: ``python -m benchmarks``.

Side by side, so their times mean nothing: this shows that they work. Those that need a language
model, a thousand records or a package of a competitor run by themselves.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from benchmarks._data import FOLDER

ROOT = Path(__file__).parent.parent
AT_ONCE = 2
SMALLEST = {
    "speed.plan": ["2", "plan", "shared"],
    "accuracy.verdicts": ["4"],
    "accuracy.who_can_pass": [],
    "accuracy.judge": ["--small"],
    "accuracy.floors": ["2000"],
    "peers": ["--rounds", "2", "linking", "training"],
    "papers.table3": ["--records", "10"],
    "accuracy.scrub": ["--small", "--speed", "20"],
    "papers.reconstruction": ["epsilon", "--small", "--epsilon", "2"],
    "papers.rag_tables": ["patient_qa", "--records", "20", "--held-out", "10", "--asked", "50"],
    "speed.sanitizing": ["1000"],
    "accuracy.claims": [],
    "validate": ["cacm", "wording", "anonymeter"],
    "accuracy.classifiers": ["--small"],
    "speed.index": ["5000", "100"],
    "speed.reading": ["--records", "10000"],
    "speed.view": ["20000"],
    "accuracy.simulated_audits": ["1", "100"],
    "accuracy.attribute_marks": [],
    "accuracy.redactions": ["8"],
    "accuracy.atomizers": ["--no-speed"],
    "papers.wikiactors": ["bm25"],
    "peers.verbatim": ["200", "1000"],
}
"""The longest first."""


class Ran(NamedTuple):
    """What a benchmark printed, how long it took, and whether it failed."""

    name: str
    printed: str
    seconds: float
    failed: bool


def main() -> int:
    if not FOLDER.is_dir():
        print(f"skipped: no data sets in {FOLDER}; set SEETHROUGH_DATA to the folder that has them")
        return 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        failed = shown(pool.map(run, SMALLEST.items()))
    if failed:
        sys.stderr.write(f"failed: {', '.join(failed)}\n")
    return bool(failed)


def run(benchmark: tuple[str, list[str]]) -> Ran:
    name, arguments = benchmark
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}", *arguments],
        cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return Ran(name, done.stdout, time.monotonic() - started, bool(done.returncode))


def shown(runs: Iterable[Ran]) -> list[str]:
    """Print what benchmarks printed, and return the names of those that failed."""
    failed = []
    for ran in runs:
        print(f"\n== {ran.name} ==\n{ran.printed}== {ran.name}: {ran.seconds:.0f} s ==", flush=True)
        if ran.failed:
            failed.append(ran.name)
    return failed


if __name__ == "__main__":
    sys.exit(main())
