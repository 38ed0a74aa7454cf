"""Runs the benchmarks in their smallest form: ``python -m benchmarks``.

Side by side, and one after the other in processes that load the models once, so their times mean
nothing: this shows that they work. Those that need a language model, a thousand records or a
package of a competitor run by themselves.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from benchmarks._data import FOLDER
from benchmarks._running import Ran, run

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


def main() -> int:
    if not FOLDER.is_dir():
        print(f"skipped: no data sets in {FOLDER}; set SEETHROUGH_DATA to the folder that has them")
        return 0
    with ProcessPoolExecutor(AT_ONCE, multiprocessing.get_context("spawn")) as pool:
        runs = {name: pool.submit(run, (name, given)) for name, given in SMALLEST.items()}
        failed, unfinished = shown(runs)
    if failed:
        sys.stderr.write(f"failed: {', '.join(failed)}\n")
    if unfinished:
        sys.stderr.write(f"a process was killed; did not finish: {', '.join(unfinished)}\n")
    return bool(failed or unfinished)


def shown(runs: Mapping[str, Future[Ran]]) -> tuple[list[str], list[str]]:
    """Print what benchmarks printed.

    Returns:
        The names of those that failed, and of those that have no result, as a process that runs
        them was killed.
    """
    failed, unfinished = [], []
    for name, running in runs.items():
        try:
            ran = running.result()
        except BrokenProcessPool:
            unfinished.append(name)
            continue
        print(f"\n== {name} ==\n{ran.printed}== {name}: {ran.seconds:.0f} s ==", flush=True)
        if ran.failed:
            failed.append(name)
    return failed, unfinished


if __name__ == "__main__":
    sys.exit(main())
