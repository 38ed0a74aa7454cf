"""An index of many documents: built, saved, loaded memory-mapped, asked.

    python -m benchmarks.speed.index [VECTORS] [CHUNKS]

Embedding is timed on CHUNKS real chunks of wikitext2 and enron_aeslc only. The vectors of the large
index are random unit vectors of the same length: a flat index compares a query with every vector,
whatever they say, so its time and memory are those of real ones. The query's own embedding counts
in the end-to-end figure. Memory is the resident set of a fresh process that only loads and asks.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks._data import rows
from seethrough.retrieval.chunking import split
from seethrough.retrieval.embedders import resolve_embedder
from seethrough.retrieval.index import VectorIndex

DIMENSIONS = 384
QUERIES = 200
ALLOWED_MS = 50.0

ASKING = """
import json, resource, sys, time
from pathlib import Path
import numpy as np
from seethrough.retrieval.embedders import resolve_embedder
from seethrough.retrieval.index import VectorIndex

def resident():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20

path, mapped, count = Path(sys.argv[1]), sys.argv[2] == "mapped", int(sys.argv[3])
rng = np.random.default_rng(1)
queries = rng.standard_normal((count, 384)).astype(np.float32)
queries /= np.linalg.norm(queries, axis=1, keepdims=True)
empty = VectorIndex(queries[:1]).search(queries[:1], 1)
before = resident()
began = time.perf_counter()
index = VectorIndex.load(path, mapped)
loaded, after_load = time.perf_counter() - began, resident()
times = []
for row in queries:
    began = time.perf_counter()
    index.search(row[None], 5)
    times.append(1000 * (time.perf_counter() - began))
after = resident()
embedder = resolve_embedder("minilm")
embedder.embed(["warm"])
whole = []
for i in range(50):
    began = time.perf_counter()
    index.search(embedder.embed([f"I want information about migraine number {i}."]), 5)
    whole.append(1000 * (time.perf_counter() - began))
print(json.dumps({
    "load_ms": 1000 * loaded, "median_ms": float(np.median(times)),
    "p95_ms": float(np.quantile(times, 0.95)), "first_ms": times[0],
    "with_embedding_ms": float(np.median(whole)),
    "loaded_mib": after_load - before, "asked_mib": after - before,
}))
"""


def main() -> int:
    given = [int(argument) for argument in sys.argv[1:]]
    vectors, chunks = given + [200_000, 200][len(given) :]
    texts = [row["text"] for row in rows("wikitext2.jsonl")]
    texts += [row["body"] for row in rows("enron_aeslc.jsonl")]
    pieces = [piece for text in texts for piece in split(text)][:chunks]
    embedder = resolve_embedder("minilm")
    embedder.embed(pieces[:2])
    began = time.perf_counter()
    embedder.embed(pieces)
    took = time.perf_counter() - began
    rate = len(pieces) / took
    print(
        f"embedding {len(pieces)} real chunks (mean {np.mean([len(p) for p in pieces]):.0f}"
        f" characters): {rate:.1f} a second, so {vectors / rate / 3600:.1f} h for {vectors:,}"
    )
    rng = np.random.default_rng(0)
    rows_ = rng.standard_normal((vectors, DIMENSIONS), dtype=np.float32)
    rows_ /= np.linalg.norm(rows_, axis=1, keepdims=True)
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for metric in ("l2", "cosine"):
            path = Path(folder) / f"{metric}.faiss"
            began = time.perf_counter()
            index = VectorIndex(rows_, metric)
            built = time.perf_counter() - began
            began = time.perf_counter()
            index.save(path)
            saved = time.perf_counter() - began
            size = path.stat().st_size / 2**20
            print(
                f"\n{metric}: {vectors:,} random vectors of {DIMENSIONS}: built {built:.2f} s,"
                f" saved {saved:.2f} s, {size:.0f} MiB on disk"
            )
            nearest = index.search(rows_[:QUERIES], 1)[:, 0]
            again = VectorIndex.load(path).search(rows_[:QUERIES], 1)[:, 0]
            good &= bool((nearest == np.arange(QUERIES)).all() and (again == nearest).all())
            del index
            for how in ("mapped", "read"):
                command = [sys.executable, "-c", ASKING, str(path), how, str(QUERIES)]
                done = subprocess.run(command, check=True, capture_output=True, text=True)
                told = json.loads(done.stdout)
                print(
                    f"  {how:6} loaded {told['load_ms']:.0f} ms; query (k = 5) median"
                    f" {told['median_ms']:.1f} ms, 95 % below {told['p95_ms']:.1f}, first"
                    f" {told['first_ms']:.1f}; with the question's embedding"
                    f" {told['with_embedding_ms']:.1f}; memory +{told['loaded_mib']:.0f} MiB"
                    f" loaded, +{told['asked_mib']:.0f} asked"
                )
                if how == "mapped":
                    good &= told["with_embedding_ms"] < ALLOWED_MS
    print(
        f"\nevery vector found itself, median below {ALLOWED_MS:.0f} ms: {'yes' if good else 'NO'}"
    )
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
