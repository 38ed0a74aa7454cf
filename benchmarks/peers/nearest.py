"""Linking by meaning: an exact search of all vectors beside an approximate index, in one run.

    python -m benchmarks.peers.nearest [DOCUMENTS [QUERIES]]

Documents are different sentences of the data sets; queries are others. All are embedded as the
linker ``dense`` does, then each query's ten nearest documents are searched for: by ``dense``, which
compares all, and by HNSW (faiss, 32 links, 64 and 256 candidates). Recall is the share of the exact
ten that the index finds. What is embedded is kept by neither; both use all cores.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import faiss
import numpy as np

from benchmarks._data import FOLDER, rows
from seethrough.embeddings.minilm import MiniLM
from seethrough.linkers._ranking import rank
from seethrough.linkers.dense import _blocks
from seethrough.parallel.cores import cores

DEPTH = 10


def main() -> None:
    documents = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    queries = int(sys.argv[2]) if len(sys.argv) > 2 else 2_000
    found = [*dict.fromkeys(sentences())]
    np.random.default_rng(0).shuffle(found)
    if len(found) < documents + queries:
        sys.exit(f"the data sets have {len(found):,} sentences; ask for fewer")
    model = MiniLM(threads=cores())
    offered, seconds = timed(lambda: model.embed(found[:documents]))
    print(f"{documents:,} documents: embedding them takes {seconds:.0f} s")
    asked, seconds = timed(lambda: model.embed(found[documents : documents + queries]))
    print(f"{queries:,} queries: embedding them takes {seconds:.0f} s")
    print("| search | index, s | queries, ms each | recall at 1 | recall at 10 |")
    print("| --- | ---: | ---: | ---: | ---: |")
    exact, seconds = timed(lambda: exactly(asked, offered))
    print(f"| exact | - | {1000 * seconds / queries:.2f} | 1 | 1 |")
    index = faiss.IndexHNSWFlat(offered.shape[1], 32, faiss.METRIC_INNER_PRODUCT)
    faiss.omp_set_num_threads(cores())
    _, building = timed(lambda: index.add(offered))
    for candidates in (64, 256):
        index.hnsw.efSearch = candidates
        (_, near), seconds = timed(lambda: index.search(asked, DEPTH))
        first = (near[:, :1] == exact[:, :1]).mean()
        ten = np.mean([np.isin(a, b).mean() for a, b in zip(exact, near, strict=True)])
        print(
            f"| HNSW, {candidates} candidates | {building:.0f} | {1000 * seconds / queries:.2f} |"
            f" {first:.3f} | {ten:.3f} |"
        )


def sentences() -> Iterator[str]:
    for file in sorted(FOLDER.glob("*.jsonl")):
        texts = (value for row in rows(file.name) for value in row.values())
        for text in (value for value in texts if isinstance(value, str)):
            found = re.split(r"(?<=[.?!])\s+|\n", text)
            yield from (sentence for sentence in found if 20 < len(sentence) < 400)


def exactly(asked: np.ndarray, offered: np.ndarray) -> np.ndarray:
    bounds = np.arange(len(asked) + 1), np.arange(len(offered) + 1)
    blocks = _blocks(asked, bounds[0], offered, bounds[1])
    return rank(blocks, [()] * len(asked), DEPTH, np.random.default_rng(0)).indices


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    return work(), time.perf_counter() - start


if __name__ == "__main__":
    main()
