"""Time and memory of an audit against the number of records, 100 words each.

    python -m benchmarks.speed.scale [RECORDS ...] [--targets N]

Records are made of sentences of ``medqa_usmle.jsonl`` with digits drawn anew, so that no two are
the same. Of the release every hundredth is left as it is; in the others numbers are hidden, and of
every seven words one. BM25 links, the offline judge judges, all cores work. Each size runs in a
process of its own; the peak is that of its memory and its workers', shared pages counted once, and
those of files, which the system drops where memory is short, not at all. Files are written before
the clock starts, and deleted.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks._data import rows

ROOT = Path(__file__).resolve().parents[2]
SIZES = (1_000, 10_000, 100_000)
WORDS = 100
ATTACKS = ("linkage:linker=bm25", "inference:linker=bm25")
STAGES = ("read", "undo disguises", "search originals", "link", "judge", "curves", "self-tests")
"""What the time goes to, in order; each ends where the next begins."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=int, nargs="*", default=SIZES)
    parser.add_argument("--targets", type=int, default=2_000)
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(measured(asked.one, asked.targets)))
        return 0
    head = ["records", *STAGES, "seconds", "ms a record", "peak MiB"]
    print(f"| {' | '.join(head)} |\n|{' ---: |' * len(head)}", flush=True)
    for size in asked.records:
        with tempfile.TemporaryDirectory() as folder:
            write(size, Path(folder))
            command = [sys.executable, "-m", "benchmarks.speed.scale", "--one", folder]
            command += ["--targets", str(asked.targets)]
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        found = json.loads(done.stdout.splitlines()[-1])
        spent = sum(found["stages"])
        cells = [f"{seconds:.1f}" for seconds in found["stages"]]
        cells += [f"{spent:.0f}", f"{1000 * spent / size:.2f}", f"{found['peak']:,.0f}"]
        print(f"| {size:,} | {' | '.join(cells)} |", flush=True)
    return 0


def write(size: int, folder: Path) -> None:
    """Write the private records and the release."""
    ids = [f"r{i}" for i in range(size)]
    private = [*texts(size)]
    released = [text if i % 100 == 0 else hidden(text) for i, text in enumerate(private)]
    for name, column in (("private", private), ("release", released)):
        pq.write_table(pa.table({"id": ids, "text": column}), folder / f"{name}.parquet")


def texts(size: int) -> Iterator[str]:
    """Yield texts of sentences whose digits are drawn anew."""
    told = (re.split(r"(?<=[.])\s+", row["question"])[:-1] for row in rows("medqa_usmle.jsonl"))
    sentences = [sentence for each in told for sentence in each if len(sentence) > 20]
    pieces = [re.split(r"\d", sentence) for sentence in sentences]
    lengths = [len(sentence.split()) for sentence in sentences]
    rng = np.random.default_rng(0)
    for _ in range(size):
        text, words = [], 0
        while words < WORDS:
            drawn = int(rng.integers(len(pieces)))
            digits = [*map(str, rng.integers(1, 10, len(pieces[drawn]) - 1)), ""]
            text.append("".join(a + b for a, b in zip(pieces[drawn], digits, strict=True)))
            words += lengths[drawn]
        yield " ".join(text)


def hidden(text: str) -> str:
    words = re.sub(r"\d+", "*", text).split(" ")
    return " ".join("*" if i % 7 == 3 else word for i, word in enumerate(words))


def measured(folder: Path, targets: int) -> dict[str, Any]:
    import seethrough as st

    peak = Peak()
    peak.start()
    marks = [time.perf_counter()]

    def tell(stage: str, done: int, total: int) -> None:
        # The steps of an audit: the originals, its two attacks, the curves, the self-tests.
        if stage == "audit" and len(marks) < done + 3 and done < total:
            marks.append(time.perf_counter())

    with st.working_with("local", scratch=folder):
        private, release = (st.read(folder / f"{name}.parquet") for name in ("private", "release"))
        marks.append(time.perf_counter())
        st.audit(private, release, attacks=ATTACKS, targets=targets, progress=tell)
        marks.append(time.perf_counter())
        peak.stop.set()
    peak.join()
    assert len(marks) == len(STAGES) + 1
    return {"stages": np.diff(marks).tolist(), "peak": peak.most / 1024}


class Peak(threading.Thread):
    """Watches the memory of a process and those that it started, by Linux' ``smaps_rollup``.

    Args:
        process: The number of the process; this one unless given.
    """

    def __init__(self, process: str = "self") -> None:
        super().__init__(daemon=True)
        self.process = process
        self.stop, self.most = threading.Event(), 0

    def run(self) -> None:
        while not self.stop.wait(1):
            self.most = max(self.most, sum(map(held, family(self.process))))


def family(process: str) -> Iterator[str]:
    yield process
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # a thread that has ended
            for child in file.read_text().split():
                yield from family(child)


def held(process: str) -> int:
    """Return the memory of a process, files left out, in KiB; none where it has ended."""
    try:
        status = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    found = re.search(r"^Pss_Anon: +(\d+)", status, re.M)
    return int(found[1]) if found else 0


if __name__ == "__main__":
    sys.exit(main())
