"""Measures and writes the results page: ``python -m benchmarks.results``, or ``make results``.

    python -m benchmarks.results [--data KEY ...] [--part plain|asked ...] [--releases SPEC ...]
                                 [--records N] [--asked N] [--control N] [--seed N]
                                 [--run FOLDER] [--docs FOLDER]

Finished work is kept in the run's folder, which holds record text: a command that was stopped goes
on from there, and the same folder gives the same page. The page is written again after each part.
Another size, or other versions, need another folder.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.results import measuring, page
from seethrough.engine.compare import STAGE
from seethrough.errors import SeethroughError

ROOT = Path(__file__).parents[2]
RUN = ROOT / "seethrough-runs" / "results"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    sizes = measuring.Sizes()
    parser.add_argument("--data", nargs="+", choices=measuring.DATA, default=list(measuring.DATA))
    parser.add_argument("--part", nargs="+", choices=measuring.PARTS, default=list(measuring.PARTS))
    parser.add_argument("--releases", nargs="+", help="of each part, only these besides identity")
    for name, value in vars(sizes).items():
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--run", type=Path, default=RUN)
    parser.add_argument("--docs", type=Path, default=ROOT / "docs")
    asked = parser.parse_args(arguments)
    sizes = measuring.Sizes(asked.records, asked.asked, asked.control, asked.seed)
    kept = {"about": measuring.begun(asked.run, sizes), "parts": {}}
    for name in asked.part:
        part = measuring.PARTS[name]
        if asked.releases:
            part = replace(part, releases=(measuring.ORIGINALS, *asked.releases))
        for key in asked.data:
            file = asked.run / f"{key}-{name}.json"
            sys.stderr.write(f"{key}, {name}\n")
            try:
                found = measuring.measure(measuring.DATA[key], part, sizes, asked.run, _tell)
                measuring.adjust(found)
            except SeethroughError as error:
                found = {"error": type(error).__name__}
            kept["parts"][f"{key}-{name}"] = found
            file.write_text(json.dumps(found), "utf-8")
            page.write(kept, asked.docs)


def _tell(stage: str, done: int, total: int) -> None:
    if stage == STAGE:
        sys.stderr.write(f"\r  {done} of {total}{' ' if done < total else chr(10)}")
        sys.stderr.flush()


if __name__ == "__main__":
    main()
