"""The default audit by one core, by all cores of this machine, and by Ray, in one run.

    python -m benchmarks.speed.cores [RECORDS]

The records are those of ``benchmarks.speed.audit``. Each executor runs in a process of its own,
started anew, its start included. The reports must be the same to the last byte.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import subprocess
import sys
import time
from typing import Any

from benchmarks.speed.audit import ROOT, release_of

EXECUTORS = {"one core": "local:processes=1", "all cores": "local", "ray": "ray"}


def main() -> int:
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measure(sys.argv[2], int(sys.argv[3]))))
        return 0
    size = sys.argv[1] if len(sys.argv) > 1 else "300"
    print(f"{size} records, {len(os.sched_getaffinity(0))} cores")
    print(f"{'':>10} {'seconds':>8} {'of one core':>12} {'peak MiB, each process':>24}")
    told = {}
    for name, executor in EXECUTORS.items():
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.speed.cores", "--one", executor, size],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            preexec_fn=_on_one_core if name == "one core" else None,
        )
        told[name] = json.loads(done.stdout.splitlines()[-1])
        ratio = told["one core"]["seconds"] / told[name]["seconds"]
        peaks = ", ".join(f"{peak:,.0f}" for peak in told[name]["peaks"] if peak)
        print(f"{name:>10} {told[name]['seconds']:>8.1f} {ratio:>11.2f}x {peaks:>24}")
    same = len({one["report"] for one in told.values()}) == 1
    print("the reports are", "the same to the last byte" if same else "NOT the same")
    return not same


def measure(executor: str, size: int) -> dict[str, Any]:
    import seethrough as st

    private, release = release_of(size)
    started = time.perf_counter()
    with st.working_with(executor):
        found = st.audit(private, release)
    seconds = time.perf_counter() - started
    report = json.dumps(st.to_json(found, text=True), sort_keys=True)
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    peaks = [resource.getrusage(one).ru_maxrss / 1024 for one in who]
    digest = hashlib.sha256(report.encode()).hexdigest()
    return {"seconds": seconds, "peaks": peaks, "report": digest}


def _on_one_core() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


if __name__ == "__main__":
    sys.exit(main())
