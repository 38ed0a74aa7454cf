"""The judge `llm` against careful people, both of its ways.

    python -m benchmarks.llm_judge [--model NAME] [--claims N] [--method probability|samples]
                                   [--cache FOLDER] [--threads N]

Prints what `seethrough agree` prints of it on `gold_ratings.jsonl` (all claims of randomly chosen
passages, about N in all), seconds a claim, and for probabilities the accuracy with the two cuts
fitted on the other passages (5 folds). The cuts that `llm` has by default were chosen on the same
claims, by hand from a flat optimum, so the accuracy of the folds is the honest one.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks._data import FOLDER
from seethrough.agree import measure_agreement
from seethrough.judges.llm import Llm
from seethrough.models.resolve import usage, using
from seethrough.protocols import Rating
from seethrough.ratings import RatedClaims, read_ratings
from seethrough.report.agreement import agreement_lines

Array = npt.NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="local")
    parser.add_argument("--claims", type=int, default=275)
    parser.add_argument("--method", default="probability")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--threads", type=int, default=0)
    asked = parser.parse_args()
    if not (FOLDER / "gold_ratings.jsonl").exists():
        print(f"no gold_ratings.jsonl in {FOLDER}; set SEETHROUGH_DATA")
        return
    rated = some(read_ratings(FOLDER / "gold_ratings.jsonl"), asked.claims)
    judge = Llm(asked.model, asked.method)
    began = time.perf_counter()
    with using(cache=asked.cache, threads=asked.threads):
        ratings = judge.rate(rated.claims, rated.passages)
        took = time.perf_counter() - began
        measured = measure_agreement(judge, rated, 0)
    print("\n".join(agreement_lines([measured])))
    if asked.method == "probability":
        folds(rated, ratings)
    print(f"{took / len(rated):.2f} s a claim; {usage()}")


def some(rated: RatedClaims, n: int) -> RatedClaims:
    """Return all claims of randomly chosen passages, about ``n`` of them."""
    passages = sorted(set(rated.passages))
    chosen: list[int] = []
    for i in np.random.default_rng(0).permutation(len(passages)):
        if len(chosen) >= n:
            break
        chosen += [k for k, p in enumerate(rated.passages) if p == passages[i]]
    return rated.take(chosen)


def folds(rated: RatedClaims, ratings: list[Rating]) -> None:
    """Print the accuracy where the two cuts come from other passages."""
    finer = np.array([r.expected for r in ratings])
    gold = rated.modes.astype(np.float64)
    where = np.array([int(hashlib.sha256(p.encode()).hexdigest(), 16) % 5 for p in rated.passages])
    fitted = np.zeros_like(gold)
    for fold in range(5):
        inside = where != fold
        if inside.any():
            low, high = cuts(finer[inside], gold[inside])
            fitted[~inside] = 1 + (finer[~inside] > low) + (finer[~inside] > high)
            print(f"fold {fold}: finer rating cut at {low:.3f} and {high:.3f}")
    print(f"accuracy with cuts from other passages {np.mean(fitted == gold):.3f}")


def cuts(finer: Array, gold: Array) -> tuple[float, float]:
    """Return the two cuts of the finer rating with the highest accuracy."""
    tried = np.unique(np.nanquantile(finer, np.linspace(0.02, 0.98, 49)))
    scored = [
        (float(np.mean(1 + (finer > a) + (finer > b) == gold)), float(a), float(b))
        for a in tried
        for b in tried
        if a < b
    ]
    return max(scored)[1:]


if __name__ == "__main__":
    main()
