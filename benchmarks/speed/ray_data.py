"""The same parts of work done by tasks of Ray, as the executor ``ray`` does them, and by Ray Data.

    python -m benchmarks.speed.ray_data [RECORDS]

The judge ``local`` rates the claims of RECORDS records (those of ``benchmarks.speed.audit``)
against the next record. With Ray Data the parts are first written to Parquet, from which replicas
of a worker take them in order; blocks are small. Each way runs in a process of its own, started
anew, its start included; memory is that of all its processes together, files and Ray's store left
out. The ratings must be the same.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.speed.audit import ROOT, release_of
from benchmarks.speed.scale import Peak

PROCESSES = 2
ROWS = 4
"""Parts in one file."""
BLOCK = 1 << 16
"""Bytes of a block, about as many as a file has; small, as Ray counts too little memory."""


def main() -> int:
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measured(WAYS[sys.argv[2]], int(sys.argv[3]))))
        return 0
    size = sys.argv[1] if len(sys.argv) > 1 else "300"
    print(f"{size} records, {PROCESSES} workers")
    print("| who does it | pairs | seconds | peak MiB |\n| --- | ---: | ---: | ---: |", flush=True)
    seen = set()
    for name in WAYS:
        command = [sys.executable, "-m", "benchmarks.speed.ray_data", "--one", name, size]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        found = json.loads(done.stdout.splitlines()[-1])
        seen.add(found["ratings"])
        print(
            f"| {name} | {found['pairs']:,} | {found['seconds']:.1f} | {found['peak']:,.0f} |",
            flush=True,
        )
    print("the ratings are", "the same" if len(seen) == 1 else "NOT the same")
    return len(seen) != 1


def measured(way: Callable[[], Any], size: int) -> dict[str, Any]:
    from seethrough.atomizers.clause import Clause
    from seethrough.judges.local import Local

    private, release = release_of(size)
    cut = Clause().atomize(private)
    texts = [*release.texts[1:], release.texts[0]]
    pairs = [(claim, text) for own, text in zip(cut, texts, strict=True) for claim in own]
    peak = Peak()
    peak.start()
    started = time.perf_counter()
    with way():
        ratings = Local().rate([claim for claim, _ in pairs], [text for _, text in pairs])
        peak.stop.set()
    seconds = time.perf_counter() - started
    peak.join()
    digest = hashlib.sha256(repr(ratings).encode()).hexdigest()
    return {
        "pairs": len(pairs),
        "seconds": seconds,
        "peak": peak.most / 1024,
        "ratings": digest,
    }


@contextmanager
def by_executor(named: str) -> Iterator[None]:
    import seethrough as st

    with st.working_with(named):
        yield


@contextmanager
def by_ray_data() -> Iterator[None]:
    """Let Ray Data do the parts, on a Ray that was started as the executor starts it."""
    from seethrough.executors.ray import Ray
    from seethrough.parallel.spreading import spread_over

    with Ray(processes=PROCESSES).workers(), spread_over(Pipeline()):
        yield


class Pipeline:
    """Workers that are replicas in a pipeline of Ray Data."""

    def map(self, function: Callable[[Any], Any], parts: Iterable[Any]) -> Iterator[Any]:
        import ray

        context = ray.data.DataContext.get_current()
        context.execution_options.preserve_order = True
        context.enable_progress_bars = False
        context.target_min_block_size, context.target_max_block_size = 1, BLOCK
        with tempfile.TemporaryDirectory() as folder:
            written = [pickle.dumps(part) for part in parts]
            for first in range(0, len(written), ROWS):
                table = pa.table({"part": written[first : first + ROWS]})
                pq.write_table(table, Path(folder) / f"{first:08}.parquet")
            blocks = -(-len(written) // ROWS)
            found = ray.data.read_parquet(folder, override_num_blocks=blocks).map_batches(
                Replica,
                fn_constructor_args=[pickle.dumps(function)],
                batch_size=1,
                compute=ray.data.ActorPoolStrategy(size=PROCESSES),
                num_cpus=0.5,  # with whole ones nothing is left for reading, and it waits for ever
            )
            for row in found.iter_rows():
                yield pickle.loads(row["found"])


class Replica:
    """Does parts one by one."""

    def __init__(self, function: bytes) -> None:
        from seethrough.parallel.cores import use_one_core

        use_one_core()
        self.function = pickle.loads(function)

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[bytes]]:
        return {"found": [pickle.dumps(self.function(pickle.loads(p))) for p in batch["part"]]}


WAYS: dict[str, Callable[[], Any]] = {
    "local": lambda: by_executor(f"local:processes={PROCESSES},patience=0"),
    "ray": lambda: by_executor(f"ray:processes={PROCESSES}"),
    "Ray Data": by_ray_data,
}


if __name__ == "__main__":
    sys.exit(main())
