"""All linkers side by side on 25 actors whose abstracts were sanitized in eight ways.

    python -m benchmarks.papers.wikiactors [LINKER ...]

Reads ``wikiactors_eval.jsonl`` and ``wikiactors_pool.jsonl`` from the folder ``SEETHROUGH_DATA``
(``../shared/data`` unless set). Two directions, the share of actors found first with its 95 %
Wilson interval:

- *to the person*: an abstract is linked to the public knowledge about 518 actors, 25 of them the
  subjects and 493 others;
- *to the abstract*: the public knowledge about each of the 25 is linked to their 25 abstracts.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import numpy as np

from seethrough import spec
from seethrough.protocols import Linker
from seethrough.statistics.intervals import wilson

ROOT = Path(__file__).resolve().parents[2]
LINKERS = [
    "bm25",
    "rouge",
    "dense",
    "hybrid",
    "combsum",
    "assignment",
    "assignment:linker=hybrid",
    "assignment:linker=combsum",
]


def main() -> None:
    folder = Path(os.environ.get("SEETHROUGH_DATA", ROOT.parent / "shared" / "data"))
    actors, others = (read(folder / f"wikiactors_{part}.jsonl") for part in ("eval", "pool"))
    versions = [name for name in actors[0] if name.endswith("_abstract")]
    public = [actor["public_knowledge"] for actor in actors]
    people = [*public, *(other["public_knowledge"] for other in others)]
    linkers = {name: spec.parse("linkers", name) for name in sys.argv[1:] or LINKERS}
    for direction in ("to the person", "to the abstract"):
        print(f"\n{direction}\n{'abstract':24}" + "".join(f"{name:>26}" for name in linkers))
        spent = dict.fromkeys(linkers, 0.0)
        total = dict.fromkeys(linkers, 0)
        for version in versions:
            abstracts = [actor[version] for actor in actors]
            cells = []
            for name, linker in linkers.items():
                start = time.perf_counter()
                forward = direction == "to the person"
                found = (
                    hits(linker, abstracts, people) if forward else hits(linker, public, abstracts)
                )
                spent[name] += time.perf_counter() - start
                total[name] += found if version != "original_abstract" else 0
                cells.append(rate(found, len(actors)))
            print(f"{version:24}" + "".join(f"{cell:>26}" for cell in cells), flush=True)
        trials = len(actors) * (len(versions) - 1)
        print(
            f"{'sanitized, all eight':24}"
            + "".join(f"{f'{n} of {trials}':>26}" for n in total.values())
        )
        print(f"{'seconds':24}" + "".join(f"{s:26.1f}" for s in spent.values()))


def hits(linker: Linker, queries: list[str], documents: list[str]) -> int:
    """Return how many queries find the document of the same position first."""
    nothing: list[list[int]] = [[] for _ in queries]
    links = linker.link(queries, documents, nothing, 1, np.random.default_rng(0))
    return int((links.indices[:, 0] == np.arange(len(queries))).sum())


def rate(found: int, n: int) -> str:
    low, high = wilson(found / n, n)
    return f"{found / n:.2f} [{low:.2f}, {high:.2f}]"


def read(path: Path) -> list[dict[str, str]]:
    if not path.is_file():
        sys.exit(f"{path} is not there; set SEETHROUGH_DATA to the folder that holds it")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    main()
