"""How close do the atomizers come to claims that people wrote, and how fast are they?

    python -m benchmarks.accuracy.atomizers [--data DIR] [--misses]

Predicted and gold claims of a text are matched one to one so that the sum of similarities is
largest; a pair counts as a match where its similarity is at least 0.6. Similarity is the F1 of
the two claims' sets of stemmed content words (Porter 2, function words dropped, words that deny
kept). Precision, recall and F1 are pooled over the texts; the 95 % intervals are percentile
bootstraps over texts (2,000 draws, seed 0). Texts were used to develop the rules, or held out:
not looked at until the rules were final. Coverage is the share of a text's content words that
some claim holds.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

import numpy as np
from scipy.optimize import linear_sum_assignment

from seethrough.atomizers._coverage import content_stems, uncovered
from seethrough.atomizers.clause import Clause
from seethrough.atomizers.sentence import Sentence
from seethrough.protocols import Atomizer
from seethrough.records.corpus import Corpus

THRESHOLD = 0.6
HELD_OUT = frozenset({7, 9, 11, 13, 15, 17, 19})
"""Positions of the held-out texts in gold_claims.jsonl."""


def similarity(a: set[str], b: set[str]) -> float:
    """Return the F1 of two sets of stems, in [0, 1]."""
    return 2 * len(a & b) / (len(a) + len(b)) if a and b else 0.0


def matches(predicted: list[str], gold: list[str]) -> list[tuple[int, int]]:
    """Return the matched pairs of a text."""
    stems = [content_stems(c) for c in predicted], [content_stems(c) for c in gold]
    table = np.array([[similarity(p, g) for g in stems[1]] for p in stems[0]])
    if not table.size:
        return []
    rows, columns = linear_sum_assignment(table, maximize=True)
    return [(r, c) for r, c in zip(rows, columns, strict=True) if table[r, c] >= THRESHOLD]


def scores(counts: np.ndarray) -> np.ndarray:
    """Return precision, recall and F1 from (..., 3) sums of matched, predicted and gold."""
    matched, predicted, gold = np.moveaxis(counts, -1, 0)
    return np.stack([matched / predicted, matched / gold, 2 * matched / (predicted + gold)], -1)


def report(name: str, counts: np.ndarray, covered: np.ndarray) -> str:
    rng = np.random.default_rng(0)
    n = len(counts)
    draws = scores(counts[rng.integers(0, n, size=(2000, n))].sum(axis=1))
    low, high = np.percentile(draws, [2.5, 97.5], axis=0)
    value = scores(counts.sum(axis=0))
    cells = [f"{v:.3f} [{a:.3f}, {b:.3f}]" for v, a, b in zip(value, low, high, strict=True)]
    coverage = covered[:, 0].sum() / covered[:, 1].sum()
    return f"| {name} | {n} | {' | '.join(cells)} | {coverage:.3f} | {counts[:, 1].mean():.1f} |"


def difference(name: str, first: np.ndarray, second: np.ndarray) -> str:
    """Return the paired differences with intervals from the same draws of texts."""
    rng = np.random.default_rng(0)
    n = len(first)
    drawn = rng.integers(0, n, size=(2000, n))
    draws = scores(first[drawn].sum(axis=1)) - scores(second[drawn].sum(axis=1))
    low, high = np.percentile(draws, [2.5, 97.5], axis=0)
    value = scores(first.sum(axis=0)) - scores(second.sum(axis=0))
    cells = [f"{v:+.3f} [{a:+.3f}, {b:+.3f}]" for v, a, b in zip(value, low, high, strict=True)]
    return f"| {name} | {n} | {' | '.join(cells)} | | |"


def measure(atomizer: Atomizer, rows: list[dict], show: bool) -> tuple[np.ndarray, np.ndarray]:
    corpus = Corpus.from_texts([row["text"] for row in rows])
    counts, covered = [], []
    for row, claims in zip(rows, atomizer.atomize(corpus), strict=True):
        pairs = matches(claims, row["claims"])
        counts.append((len(pairs), len(claims), len(row["claims"])))
        total = len(content_stems(row["text"]))
        covered.append((total - len(uncovered(row["text"], claims)), total))
        if show:
            print(f"\n{row['id']}")
            hit_p, hit_g = {p for p, _ in pairs}, {g for _, g in pairs}
            print("\n".join(f"  + {c}" for i, c in enumerate(claims) if i not in hit_p))
            print("\n".join(f"  - {c}" for i, c in enumerate(row["claims"]) if i not in hit_g))
    return np.array(counts), np.array(covered)


def speed(atomizer: Atomizer, texts: list[str], n: int = 1000) -> str:
    some = (texts * (n // len(texts) + 1))[:n]
    corpus = Corpus.from_texts([f"{text} ({k})" for k, text in enumerate(some)])
    words = sum(len(text.split()) for text in corpus.texts)
    atomizer.atomize(corpus.take(range(8)))
    wall, cpu = time.perf_counter(), time.process_time()
    atomizer.atomize(corpus)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return f"{n} records, {words:,} words: {wall:.1f} s wall, {cpu:.1f} s CPU"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    default = Path(os.environ.get("SEETHROUGH_DATA", Path(__file__).parents[2] / "../shared/data"))
    parser.add_argument("--data", type=Path, default=default)
    parser.add_argument("--misses", action="store_true", help="show what was not matched")
    parser.add_argument("--held-out", action="store_true", help="score the held-out texts too")
    parser.add_argument("--no-speed", action="store_true")
    args = parser.parse_args()
    with (args.data / "gold_claims.jsonl").open() as file:
        rows = [json.loads(line) for line in file]
    parts = {"development": [r for i, r in enumerate(rows) if i not in HELD_OUT]}
    if args.held_out:
        parts["held out"] = [r for i, r in enumerate(rows) if i in HELD_OUT]
        for kind in ("medqa", "wildchat"):
            parts[f"held out, {kind}"] = [r for r in parts["held out"] if r["set"] == kind]
        parts["all"] = rows
    print("| atomizer | texts | precision | recall | F1 | coverage | claims a text |")
    print("| --- | ---: | --- | --- | --- | ---: | ---: |")
    for name, part in parts.items():
        both = []
        for atomizer in (Clause(), Sentence()):
            label = f"{type(atomizer).__name__.lower()}, {name}"
            show = args.misses and isinstance(atomizer, Clause)
            counts, covered = measure(atomizer, part, show)
            print(report(label, counts, covered))
            both.append(counts)
        print(difference(f"clause minus sentence, {name}", *both))
    if not args.no_speed:
        texts = [row["text"] for row in rows if row["set"] == "medqa"]
        for atomizer in (Clause(), Sentence()):
            print(f"{type(atomizer).__name__.lower()}: {speed(atomizer, texts)}")


if __name__ == "__main__":
    main()
