"""The judge `llm` against careful people, both of its ways.

    python -m benchmarks.llm_judge [--model NAME] [--pairs N] [--method probability|samples]
                                   [--cache FOLDER] [--threads N]

Prints Spearman and accuracy against the modal rating on `gold_ratings.jsonl`, seconds a claim, and
for probabilities the accuracy with the two thresholds fitted on the other passages (5 folds).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks._data import FOLDER, rows
from seethrough.judges.llm import Llm
from seethrough.models.resolve import usage, using
from seethrough.protocols import Rating

Array = npt.NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="local")
    parser.add_argument("--pairs", type=int, default=275)
    parser.add_argument("--method", default="probability")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--threads", type=int, default=0)
    asked = parser.parse_args()
    if not (FOLDER / "gold_ratings.jsonl").exists():
        print(f"no gold_ratings.jsonl in {FOLDER}; set SEETHROUGH_DATA")
        return
    pairs = some(rows("gold_ratings.jsonl"), asked.pairs)
    judge = Llm(asked.model, asked.method)
    began = time.perf_counter()
    with using(cache=asked.cache, threads=asked.threads):
        ratings = judge.rate([p["claim"] for p in pairs], [p["passage"] for p in pairs])
    took = time.perf_counter() - began
    report(pairs, ratings)
    print(f"{took / len(pairs):.2f} s a claim; {usage()}")


def some(pairs: list[dict[str, object]], n: int) -> list[dict[str, object]]:
    """Return the pairs of randomly chosen passages, about ``n`` of them."""
    passages = sorted({str(p["passage"]) for p in pairs})
    order = np.random.default_rng(0).permutation(len(passages))
    chosen: list[dict[str, object]] = []
    for i in order:
        if len(chosen) >= n:
            break
        chosen += [p for p in pairs if p["passage"] == passages[i]]
    return chosen


def report(pairs: list[dict[str, object]], ratings: list[Rating]) -> None:
    judged = [i for i, r in enumerate(ratings) if r.grade is not None]
    gold = np.array([float(str(pairs[i]["mode"])) for i in judged])
    finer = np.array([ratings[i].expected for i in judged])
    grades = np.array([float(ratings[i].grade or 0) for i in judged])
    print(f"{len(pairs)} pairs, {len(pairs) - len(judged)} unjudged")
    print(f"Spearman, finer rating {spearman(finer, gold):.3f}, grade {spearman(grades, gold):.3f}")
    print(f"accuracy {np.mean(grades == gold):.3f}; leaked or not {leaked(grades, gold):.3f}")
    for grade in (1, 2, 3):
        row = [int(np.sum((gold == grade) & (grades == g))) for g in (1, 2, 3)]
        print(f"  rated {grade} by people, 1 2 3 by the judge: {row}")
    groups = np.array([hash_of(str(pairs[i]["passage"])) for i in judged]) % 5
    fitted = np.zeros_like(gold)
    for fold in range(5):
        inside = groups != fold
        if inside.any():
            low, high = thresholds(finer[inside], gold[inside])
            fitted[~inside] = 1 + (finer[~inside] > low) + (finer[~inside] > high)
            print(f"  fold {fold}: finer rating cut at {low:.3f} and {high:.3f}")
    print(f"accuracy with cuts from other passages {np.mean(fitted == gold):.3f}")
    print(f"  cuts from all: {thresholds(finer, gold)}")


def thresholds(finer: Array, gold: Array) -> tuple[float, float]:
    """Return the two cuts with the highest accuracy."""
    cuts = np.unique(np.quantile(finer, np.linspace(0.02, 0.98, 49)))
    scored = [
        (float(np.mean(1 + (finer > a) + (finer > b) == gold)), float(a), float(b))
        for a in cuts
        for b in cuts
        if a < b
    ]
    return max(scored)[1:]


def leaked(grades: Array, gold: Array) -> float:
    return float(np.mean((grades < 3) == (gold < 3)))


def spearman(one: Array, other: Array) -> float:
    from scipy.stats import spearmanr

    return float(spearmanr(one, other).statistic)


def hash_of(text: str) -> int:
    import hashlib

    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


if __name__ == "__main__":
    main()
