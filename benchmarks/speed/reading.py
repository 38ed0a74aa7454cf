"""How long reading takes and how much memory it needs at its peak, format by format.

    python -m benchmarks.speed.reading                     200,000 records of 100 words
    python -m benchmarks.speed.reading --records 1000000

Every format is read in a process of its own, so that peaks do not add up.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

READ = """
import json, resource, sys, time
from seethrough.records.reading import read_corpus
start = time.perf_counter()
corpus = read_corpus(sys.argv[1])
seconds = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"records": len(corpus), "seconds": seconds, "peak": peak}))
"""
UNIT = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss, in bytes
FORMATS = ("jsonl", "jsonl.gz", "json", "csv", "parquet")


def generate(path: Path, records: int, words: int) -> None:
    """Write seeded records with an id, a person (four records each), a text and two fields."""
    rng = random.Random(20)
    vocabulary = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(2, 9)))
                  for _ in range(20_000)]  # fmt: skip
    with path.open("w", encoding="utf-8") as file:
        for number in range(records):
            record = {
                "id": f"record-{number:07d}",
                "person": f"person-{number // 4:06d}",
                "text": " ".join(rng.choices(vocabulary, k=words)),
                "age": rng.randint(18, 99),
                "ward": rng.choice(["north", "south", "café"]),
            }
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def convert(source: Path, target: Path) -> None:
    """Write the records of ``source`` in the format of ``target``."""
    if target.suffix == ".json":
        with source.open(encoding="utf-8") as lines, target.open("w", encoding="utf-8") as file:
            file.write("[")
            for number, line in enumerate(lines):
                file.write((", " if number else "") + line.rstrip("\n"))
            file.write("]")
        return
    script = (
        "import sys; from seethrough.records.reading import read_corpus;"
        "from seethrough.records.writing import write_corpus;"
        "write_corpus(read_corpus(sys.argv[1]), sys.argv[2])"
    )
    subprocess.run([sys.executable, "-c", script, str(source), str(target)], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=200_000)
    parser.add_argument("--words", type=int, default=100, help="words in a record")
    options = parser.parse_args()
    print(f"{options.records:,} records of {options.words} words")
    print(f"{'format':<10}{'MiB on disk':>12}{'read (s)':>10}{'peak (MiB)':>12}{'write (s)':>11}")
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder) / "records.jsonl"
        generate(lines, options.records, options.words)
        for extension in FORMATS:
            path = Path(folder) / f"records.{extension}"
            start = time.perf_counter()
            if path != lines:
                convert(lines, path)
            written = time.perf_counter() - start
            done = subprocess.run(
                [sys.executable, "-c", READ, str(path)], check=True, capture_output=True, text=True
            )
            figures = json.loads(done.stdout)
            if figures["records"] != options.records:
                raise SystemExit(f"{extension}: {figures['records']} records")
            print(
                f"{extension:<10}{path.stat().st_size / 2**20:>12.0f}{figures['seconds']:>10.1f}"
                f"{figures['peak'] * UNIT / 2**20:>12.0f}"
                + (f"{written:>11.1f}" if path != lines else f"{'':>11}")
            )
            if path != lines:
                path.unlink()
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * UNIT / 2**20
    print(f"the largest process, reading and writing: {children:.0f} MiB")


if __name__ == "__main__":
    main()
