"""Runs the benchmarks in their smallest form, one after the other: ``python -m benchmarks``.

Those that need a language model, PyTorch or a package of a competitor run by themselves.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from benchmarks._data import FOLDER

ROOT = Path(__file__).parent.parent
SMALLEST = {
    "peers": ["--rounds", "2", "linking", "training"],
    "papers.wikiactors": ["bm25", "assignment:linker=combsum"],
    "accuracy.atomizers": [],
    "accuracy.attribute_marks": [],
    "accuracy.claims": [],
    "accuracy.judge": [],
    "accuracy.classifiers": ["--small"],
    "accuracy.redactions": ["8"],
    "accuracy.scrub": [],
    "speed.reading": [],
    "speed.cores": ["60"],
    "speed.plan": ["20"],
    "speed.sanitizing": ["1000"],
    "speed.view": ["20000"],
    "papers.table3": ["--records", "20"],
    "papers.reconstruction": ["epsilon", "--small", "--epsilon", "1", "4"],
    "papers.rag_tables": ["patient_qa", "--records", "20", "--held-out", "10"],
    "peers.verbatim": ["200", "1000"],
    "speed.index": ["5000", "100"],
    "accuracy.floors": ["2000"],
    "accuracy.simulated_audits": ["3"],
    "accuracy.verdicts": ["20"],
    "validate": ["cacm", "wording", "anonymeter"],
}


def main() -> int:
    if not FOLDER.is_dir():
        print(f"skipped: no data sets in {FOLDER}; set SEETHROUGH_DATA to the folder that has them")
        return 0
    failed = []
    for name, arguments in SMALLEST.items():
        print(f"\n== {name} ==", flush=True)
        command = [sys.executable, "-m", f"benchmarks.{name}", *arguments]
        started = time.monotonic()
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            failed.append(name)
        print(f"== {name}: {time.monotonic() - started:.0f} s ==", flush=True)
    if failed:
        sys.stderr.write(f"failed: {', '.join(failed)}\n")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
