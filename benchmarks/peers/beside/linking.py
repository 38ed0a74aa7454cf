"""Ranking and wording: ``rank_bm25`` and ``rouge_score``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rank_bm25 import BM25Okapi
from rouge_score.rouge_scorer import RougeScorer

from benchmarks._data import rows
from benchmarks.peers.beside.pair import Agreement, Pair
from seethrough.linkers import bm25
from seethrough.text import rouge

RECORDS, QUERIES, WORDS, PAIRS = 600, 60, 25, 60


def ranking() -> Iterator[Pair]:
    """Both index the same words, cut by our analyzer, as ``rank_bm25`` brings none."""
    records = [row["question"] for row in rows("medqa_usmle.jsonl")[:RECORDS]]
    rng = np.random.default_rng(0)
    chosen = rng.choice(len(records), QUERIES, replace=False)
    queries = [" ".join(rng.permutation(records[i].split())[:WORDS]) for i in chosen]
    nothing: list[list[int]] = [[] for _ in queries]

    def index() -> BM25Okapi:
        return BM25Okapi([bm25.analyze(record) for record in records], k1=0.9, b=0.4)

    def ours() -> list[int]:
        found = bm25.BM25().link(queries, records, nothing, 1, np.random.default_rng(0))
        return [int(row[0]) for row in found.indices]

    def theirs(made: BM25Okapi) -> list[int]:
        return [int(made.get_scores(bm25.analyze(query)).argmax()) for query in queries]

    def agreement(mine: list[int], other: list[int]) -> Agreement:
        same = sum(a == b for a, b in zip(mine, other, strict=True))
        said = f"{same} of {QUERIES} find the same record first (their IDF is another)"
        return Agreement(said, same >= 0.95 * QUERIES)

    what = f"{QUERIES} queries, {len(records)} records"
    yield Pair("linker `bm25`", "rank_bm25", what, ours, lambda: theirs(index()), agreement,
               _forget)  # fmt: skip
    made = index()
    yield Pair("linker `bm25`, already indexed", "rank_bm25", what, ours, lambda: theirs(made),
               agreement)  # fmt: skip


def _forget() -> None:
    bm25._postings.cache_clear()
    bm25._known.cache_clear()


def wording() -> Iterator[Pair]:
    texts = [row["question"] for row in rows("medqa_usmle.jsonl")]
    rng = np.random.default_rng(0)
    left, right = ([texts[i] for i in rng.choice(len(texts), PAIRS)] for _ in range(2))
    scorer = RougeScorer(["rougeL"], use_stemmer=True)

    def theirs() -> list[list[float]]:
        scores = [scorer.score(a, b)["rougeL"] for a, b in zip(left, right, strict=True)]
        return [[s.recall, s.precision, s.fmeasure] for s in scores]

    def agreement(mine: np.ndarray, other: list[list[float]]) -> Agreement:
        same = int((mine == np.array(other)).all(axis=1).sum())
        return Agreement(f"{same} of {PAIRS} pairs have equal scores", same == PAIRS)

    yield Pair(
        "ROUGE-L", "rouge_score", f"{PAIRS} pairs", lambda: rouge.rouge_l(left, right), theirs,
        agreement, rouge._stem.cache_clear,
    )  # fmt: skip


MAKERS = (ranking, wording)
