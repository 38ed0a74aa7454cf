"""ROUGE-L of random pairs of vignettes, beside Google's ``rouge_score``."""

from __future__ import annotations

import numpy as np
from rouge_score.rouge_scorer import RougeScorer

from benchmarks._data import rows
from benchmarks.validate.comparison import Comparison
from seethrough.text.rouge import rouge_l_recall

NEEDS = ("medqa_usmle.jsonl",)
SIDE = 30


def compare() -> list[Comparison]:
    """Return how many of 900 recalls are the same."""
    texts = [row["question"] for row in rows(NEEDS[0])]
    rng = np.random.default_rng(0)
    queries, documents = ([texts[i] for i in rng.choice(len(texts), SIDE)] for _ in range(2))
    scorer = RougeScorer(["rougeL"], use_stemmer=True)
    theirs = [[scorer.score(q, d)["rougeL"].recall for d in documents] for q in queries]
    same = int(np.isclose(rouge_l_recall(queries, documents), theirs, atol=1e-9).sum())
    what = "ROUGE-L, equal recalls of random pairs"
    return [Comparison(what, "rouge_score", SIDE * SIDE, same, "equal")]
