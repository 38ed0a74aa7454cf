"""Time and memory of word-level sanitizing against the number of records, 100 words each.

    python -m benchmarks.speed.sanitizing [RECORDS ...]

The command ``seethrough sanitize`` reads the records of ``benchmarks.speed.scale`` from Parquet and
writes the release to Parquet with its sidecar, by all cores. The peak is that of all its processes,
shared pages counted once and files left out. Tokens are those that the sidecar counts.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.speed.scale import Peak, write

SIZES = (1_000, 10_000)
SANITIZERS = ("custext:epsilon=1", "santext:epsilon=1")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=int, nargs="*", default=SIZES)
    print("| sanitizer | records | tokens | seconds | tokens a second | peak MiB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for size in parser.parse_args().records:
        with tempfile.TemporaryDirectory() as folder:
            write(size, Path(folder))
            for sanitizer in SANITIZERS:
                print(row(sanitizer, size, Path(folder)), flush=True)
    return 0


def row(sanitizer: str, size: int, folder: Path) -> str:
    """Sanitize the records of a folder; return a row of the table."""
    out = folder / "sanitized.parquet"
    command = [sys.executable, "-m", "seethrough", "sanitize", str(folder / "private.parquet")]
    command += ["--with", sanitizer, "--out", str(out), "--force"]
    begin = time.perf_counter()
    sanitizing = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    peak = Peak(str(sanitizing.pid))
    peak.start()
    if sanitizing.wait():
        sys.exit(f"{sanitizer} of {size:,} records ended with {sanitizing.returncode}")
    seconds = time.perf_counter() - begin
    peak.stop.set()
    peak.join()
    tokens = json.loads(Path(f"{out}.release.json").read_text())["ledger"]["tokens"]
    speed, memory = tokens / seconds, peak.most / 1024
    return f"| {sanitizer} | {size:,} | {tokens:,} | {seconds:.0f} | {speed:,.0f} | {memory:,.0f} |"


if __name__ == "__main__":
    sys.exit(main())
