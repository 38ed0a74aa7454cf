"""Measures and writes the results page: ``python -m benchmarks.results``, or ``make results``.

    python -m benchmarks.results [--data KEY ...] [--part plain|asked ...] [--run FOLDER]
                                 [--records N] [--asked N] [--control N] [--seed N] [--docs FOLDER]

Finished work is kept in the run's folder, which holds record text: a command that was stopped goes
on from there, and the same folder gives the same page. The page is written again after each part,
and keeps those that are not measured. Another size, or other versions, need another folder.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.results import measuring, page
from seethrough.engine.comparing.grid import STAGE
from seethrough.errors import SeethroughError

ROOT = Path(__file__).parents[2]
RUN = ROOT / "seethrough-runs" / "results"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what is not measured yet, and write the page."""
    data, parts = measuring.DATA, measuring.PARTS
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", nargs="+", choices=data, default=list(data))
    parser.add_argument("--part", nargs="+", choices=parts, default=list(parts))
    for name, value in vars(measuring.Sizes()).items():
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--run", type=Path, default=RUN)
    parser.add_argument("--docs", type=Path, default=ROOT / "docs")
    asked = parser.parse_args(arguments)
    missing = measuring.missing(asked.part)
    if missing:
        parser.error(f"{' and '.join(missing)} not installed, so all would fail: use make results")
    sizes = measuring.Sizes(asked.records, asked.asked, asked.control, asked.seed)
    about = measuring.begun(asked.run, sizes)
    for part in asked.part:
        for key in asked.data:
            sys.stderr.write(f"{key}, {part}\n")
            try:
                found = measuring.measure(data[key], parts[part], sizes, asked.run, _tell)
            except SeethroughError as error:
                found = {"error": type(error).__name__}
            (asked.run / f"{key}-{part}.json").write_text(
                json.dumps({"about": about, **found}), "utf-8"
            )
            page.write(_kept(asked.docs) | _measured(asked.run), asked.docs)


def _kept(docs: Path) -> dict[str, Any]:
    """Return the figures that the page shows so far: of what is not measured again, they stay."""
    file = docs / "results" / "figures.json"
    return dict(json.loads(file.read_text("utf-8"))) if file.exists() else {}


def _measured(run: Path) -> dict[str, Any]:
    """Return the figures of each part that a run's folder holds, with what each was made with."""
    names = [f"{key}-{part}" for key in measuring.DATA for part in measuring.PARTS]
    files = {name: run / f"{name}.json" for name in names}
    return {name: json.loads(f.read_text("utf-8")) for name, f in files.items() if f.exists()}


def _tell(stage: str, done: int, total: int) -> None:
    if stage == STAGE:
        sys.stderr.write(f"\r  {done} of {total}" + "\n" * (done == total))
        sys.stderr.flush()


if __name__ == "__main__":
    main()
