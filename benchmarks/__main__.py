"""Runs the smallest form of every benchmark, one after the other: ``python -m benchmarks``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks._data import FOLDER

ROOT = Path(__file__).parent.parent
SMALLEST = {
    "linkers": [],
    "wikiactors": [],
    "atomizers": [],
    "judge": [],
    "scrub": [],
    "reading": [],
    "audit": ["200"],
}


def main() -> int:
    if not FOLDER.is_dir():
        sys.stderr.write(f"no data sets in {FOLDER}; set SEETHROUGH_DATA to the folder\n")
        return 1
    failed = []
    for name, arguments in SMALLEST.items():
        print(f"\n== {name} ==", flush=True)
        command = [sys.executable, "-m", f"benchmarks.{name}", *arguments]
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            failed.append(name)
    if failed:
        sys.stderr.write(f"failed: {', '.join(failed)}\n")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
