"""The linkers beside their peers: the same figures, and how much sooner.

    python -m benchmarks.peers.linkers

Reads ``medqa_usmle.jsonl`` from the folder ``SEETHROUGH_DATA`` (``../shared/data`` unless set).
The corpus of 20,000 records for BM25 is drawn from its sentences, seven to a record. Ours is the
best of three runs, after one that imports libraries; the peer, which gains nothing from a second
run, runs once.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rank_bm25 import BM25Okapi
from rouge_score.rouge_scorer import RougeScorer

from seethrough.embeddings.minilm import MARKERS, MiniLM
from seethrough.linkers.bm25 import BM25, analyze
from seethrough.text.rouge import rouge_l, rouge_l_recall

ROOT = Path(__file__).resolve().parents[2]
RECORDS, QUERIES, PEER_QUERIES, PAIRS, DEPTH = 20_000, 200, 20, 10_000, 10


def main() -> None:
    path = Path(os.environ.get("SEETHROUGH_DATA", ROOT.parent / "shared" / "data"))
    file = path / "medqa_usmle.jsonl"
    if not file.is_file():
        sys.exit(f"{file} is not there; set SEETHROUGH_DATA to the folder that holds it")
    texts = [json.loads(line)["question"] for line in file.read_text("utf-8").splitlines()]
    rng = np.random.default_rng(0)
    print(f"{'what':46} {'figure':>14}")
    rouge(texts, rng)
    bm25(texts, rng)
    dense(texts)


def rouge(texts: list[str], rng: np.random.Generator) -> None:
    scorer = RougeScorer(["rougeL"], use_stemmer=True)
    rows, columns = rng.choice(len(texts), 100), rng.choice(len(texts), PAIRS // 100)
    queries, documents = [texts[i] for i in rows], [texts[i] for i in columns]
    peer, peer_time = timed(
        lambda: [[scorer.score(q, d)["rougeL"].recall for d in documents] for q in queries]
    )
    rouge_l_recall(texts[:1], texts[:1])
    rouge_l(texts[:1], texts[:1])
    first = timed(lambda: rouge_l_recall(queries, documents))[1]
    ours, our_time = best(lambda: rouge_l_recall(queries, documents))
    row("ROUGE-L, 100 x 100: equal scores", f"{(ours == np.array(peer)).sum()} of {PAIRS}")
    row("ROUGE-L, 100 x 100: rouge_score / ours, s", f"{peer_time:.1f} / {our_time:.4f}")
    row("ROUGE-L, 100 x 100: times as fast", f"{peer_time / our_time:.0f}")
    row("ROUGE-L, 100 x 100: the same, words never seen", f"{peer_time / first:.0f}")
    left = [texts[i] for i in rng.choice(len(texts), PAIRS)]
    right = [texts[i] for i in rng.choice(len(texts), PAIRS)]
    peer, peer_time = timed(lambda: [scorer.score(a, b)["rougeL"] for a, b in zip(left, right)])  # noqa: B905
    ours, our_time = best(lambda: rouge_l(left, right))
    expected = np.array([[s.recall, s.precision, s.fmeasure] for s in peer])
    row("ROUGE-L, 10,000 pairs: equal scores", f"{(ours == expected).all(axis=1).sum()} of {PAIRS}")
    row("ROUGE-L, 10,000 pairs: rouge_score / ours, s", f"{peer_time:.1f} / {our_time:.4f}")
    row("ROUGE-L, 10,000 pairs: times as fast", f"{peer_time / our_time:.0f}")


def bm25(texts: list[str], rng: np.random.Generator) -> None:
    sentences = [s for text in texts for s in re.split(r"(?<=[.?])\s+", text) if s]
    records = [" ".join(rng.choice(sentences, 7)) for _ in range(RECORDS)]
    queries = [" ".join(rng.choice(sentences, 3)) for _ in range(QUERIES)]
    nothing: list[list[int]] = [[] for _ in queries]
    tokens = [analyze(record) for record in records]
    peer = BM25Okapi(tokens, k1=0.9, b=0.4)
    few = queries[:PEER_QUERIES]
    _, peer_time = timed(lambda: [peer.get_scores(analyze(query)) for query in few])
    linker = BM25()
    _, cold = timed(lambda: linker.link(queries[:1], records, nothing[:1], DEPTH, rng))
    each, each_hidden = (
        min(timed(lambda unseen=unseen: linker.link(queries, records, unseen, DEPTH, rng))[1]
            for _ in range(3)) / QUERIES
        for unseen in (nothing, [[0] for _ in queries])
    )  # fmt: skip
    each_peer = peer_time / len(few)
    draw = np.random.default_rng(0)
    matrix = linker.link(few, records[:2000], [[] for _ in few], 2000, draw)
    expected = [lucene(query, tokens[:2000]) for query in few]
    error = max(
        float(np.abs(score - full[index]).max())
        for index, score, full in zip(matrix.indices, matrix.scores, expected, strict=True)
    )
    row("BM25: largest difference from Lucene's formula", f"{error:.1e}")
    row("BM25, 20,000 records: rank_bm25, ms a query", f"{1000 * each_peer:.1f}")
    row("BM25, 20,000 records: ours, ms a query", f"{1000 * each:.3f}")
    row("BM25, 20,000 records: times as fast", f"{each_peer / each:.0f}")
    row("BM25: reading and indexing 20,000 records, s", f"{cold:.1f}")
    row("BM25, 20,000 records: one hidden, ms a query", f"{1000 * each_hidden:.3f}")


def lucene(query: str, documents: list[list[str]], k1: float = 0.9, b: float = 0.4) -> Any:
    """Lucene's formula as it is written."""
    counts = [Counter(document) for document in documents]
    lengths = np.array([len(document) for document in documents])
    norm = k1 * (1 - b + b * lengths / lengths.mean())
    scores = np.zeros(len(documents))
    for term in analyze(query):
        tf = np.array([count[term] for count in counts])
        df = int((tf > 0).sum())
        scores += np.log(1 + (len(documents) - df + 0.5) / (df + 0.5)) * tf / (tf + norm)
    return scores


def dense(texts: list[str]) -> None:
    sentences = [s for text in texts for s in re.split(r"(?<=[.?])\s+", text) if s][:600]
    for threads in (1, 2):
        model = MiniLM(threads=threads)
        model.embed(sentences[:1])
        _, seconds = timed(lambda model=model: model.embed(sentences))
        tokens = sum(len(vectors) + MARKERS for vectors in model.token_vectors(sentences))
        name = f"MiniLM, {threads} thread(s): sentences/s, tokens/s"
        row(name, f"{len(sentences) / seconds:.0f}, {tokens / seconds:.0f}")


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


def best(work: Callable[[], Any]) -> tuple[Any, float]:
    return min((timed(work) for _ in range(3)), key=lambda run: run[1])


def row(what: str, figure: str) -> None:
    print(f"{what:46} {figure:>14}", flush=True)


if __name__ == "__main__":
    main()
