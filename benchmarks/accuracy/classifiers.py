"""How often is the offline classifier right about the sensitivity of a claim?

    python -m benchmarks.accuracy.classifiers [--small]

The labelled claims of ``judge_ratings.jsonl``: five folds by text, drawn with seed 1, so that no
claim is classified by weights that were fitted on another claim of its text; settings
were chosen on other folds (seed 0). ``shipped`` weights were fitted on the texts marked
``weights: true`` and the project's invented records; the others have never been fitted on. The
invented records are in every fit, and in no figure. Intervals: 95 %, by text: Wilson's with
the effective size for precision, recall and F1 (a ratio of counts, too), Student's by linearisation
for macro-F1. ``--small`` takes every sixth text and leaves out the sets that are left out.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable

import numpy as np
from classifier_training.fit import (
    LETTERS,
    Labelled,
    Read,
    fit_with_invented,
    folds,
    labelled,
    read,
    regress,
)
from scipy import sparse

from benchmarks._data import FOLDER
from seethrough.classifiers.local import Local
from seethrough.protocols import SENSITIVITIES
from seethrough.sensitivity import model
from seethrough.statistics.clusters import effective_size, ratio_residuals, t_quantile
from seethrough.statistics.intervals import wilson

FOLDS, SEED = 5, 1
REAL = ("medqa", "pupa", "patient", "reddit", "synthpai", "enron", "yelp", "mts", "court")
"""Sets of texts that people wrote or that others published; the rest was invented."""
Predict = Callable[[np.ndarray, np.ndarray], np.ndarray]


def cross_validated(data: Labelled, tests: list[np.ndarray], predict: Predict) -> np.ndarray:
    """Return (n,) classes, each predicted without the texts of its fold."""
    out = np.full(len(data.classes), -1)
    for test in tests:
        out[test] = predict(~test, test)
    return out


def ours(data: Labelled, rows: Read) -> Predict:
    """Return a function that fits on some claims and predicts others."""

    def predict(train: np.ndarray, test: np.ndarray) -> np.ndarray:
        fitted = fit_with_invented(rows.take(train), data.take(train))
        said = model.decide(model.chances(fitted, *rows.take(test)))
        return np.array([SENSITIVITIES.index(name) for name in said])

    return predict


def words_alone(data: Labelled, rows: Read) -> Predict:
    """Return the same for TF-IDF of the claim's stems and logistic regression."""

    def predict(train: np.ndarray, test: np.ndarray) -> np.ndarray:
        seen = Counter(s for i in np.flatnonzero(train) for s in set(rows.stems[i]))
        column = {stem: k for k, stem in enumerate(sorted(s for s, n in seen.items() if n > 1))}
        rarity = {s: np.log((1 + train.sum()) / (1 + seen[s])) + 1 for s in column}
        table = []
        for where in (train, test):
            out = sparse.lil_matrix((int(where.sum()), len(column)))
            for row, i in enumerate(np.flatnonzero(where)):
                found = [s for s in sorted(set(rows.stems[i])) if s in column]
                norm = np.sqrt(sum(rarity[s] ** 2 for s in found)) or 1.0
                for s in found:
                    out[row, column[s]] = rarity[s] / norm
            table.append(out.tocsr())
        weights = regress(table[0], data.classes[train], penalty=0.5)
        return np.asarray((table[1] @ weights[:-1] + weights[-1]).argmax(axis=1))

    return predict


def counts(said: np.ndarray, data: Labelled) -> np.ndarray:
    """Return (5, 3, g): right, said and true claims of each class in each text."""
    _, where = np.unique(data.texts, return_inverse=True)
    return np.array(
        [
            [
                np.bincount(where, weights=mask, minlength=where.max() + 1)
                for mask in ((said == k) & (data.classes == k), said == k, data.classes == k)
            ]
            for k in range(len(LETTERS))
        ]
    )


def macro(found: np.ndarray) -> tuple[float, float, float]:
    """Return macro-F1 over the classes that occur, with its interval."""
    occurring = [f for f in found if f[2].sum()]
    parts = [(2 * f[0], f[1] + f[2]) for f in occurring]
    value = float(np.mean([a.sum() / b.sum() for a, b in parts]))
    residuals = np.mean([ratio_residuals(a, b) for a, b in parts], axis=0)
    g = len(residuals)
    half = t_quantile(max(1, g - 1)) * np.sqrt(g / max(1, g - 1) * (residuals**2).sum())
    return value, max(0.0, value - half), min(1.0, value + half)


def show(title: str, said: np.ndarray, data: Labelled, classes: bool = True) -> None:
    """Print a table, or its last line alone."""
    found = counts(said, data)
    value, low, high = macro(found)
    right = float((said == data.classes).mean())
    print(f"{title:34} n {len(said):5}  macro-F1 {value:.3f} ({low:.3f} to {high:.3f})  "
          f"accuracy {right:.3f}")  # fmt: skip
    if not classes:
        return
    for name, (hit, given, true) in zip(SENSITIVITIES, found, strict=True):
        cells = []
        for a, b in ((hit, given), (hit, true), (2 * hit, given + true)):
            share = a.sum() / b.sum() if b.sum() else 0.0
            ends = wilson(float(share), effective_size(a, b)) if b.sum() else (0.0, 1.0)
            cells.append(f"{share:.2f} ({ends[0]:.2f} to {ends[1]:.2f})")
        print(f"  {name:12} n {int(true.sum()):5}  precision {cells[0]}  recall {cells[1]}  "
              f"F1 {cells[2]}")  # fmt: skip


def main() -> None:
    data = labelled(FOLDER / "judge_ratings.jsonl")
    small = "--small" in sys.argv
    if small:
        data = data.take(data.texts % 6 == 0)
    rows = read(data)
    tests = folds(data.texts, FOLDS, SEED)
    said = cross_validated(data, tests, ours(data, rows))
    show("cross-validated, all texts", said, data)
    show("words alone, the same folds", cross_validated(data, tests, words_alone(data, rows)), data)
    part = data.take(data.allowed)
    inside = rows.take(data.allowed)
    within = cross_validated(part, folds(part.texts, FOLDS, SEED), ours(part, inside))
    show("cross-validated, texts for weights", within, part)
    rest = data.take(~data.allowed)
    shipped = Local().classify(rest.claims, rest.records)
    show("shipped, the other texts", np.array([SENSITIVITIES.index(c) for c in shipped]), rest)
    both = np.empty(len(said), dtype=said.dtype)
    both[data.allowed] = within
    both[~data.allowed] = [SENSITIVITIES.index(c) for c in shipped]
    show("both: as the shipped weights do", both, data)
    print("\nby kind of text, cross-validated; left out: fitted without its set")
    kinds = np.where(np.isin(data.sets, REAL), data.sets, "invented")
    for kind in sorted(set(kinds.tolist())):
        here = kinds == kind
        show(f"  {kind}", said[here], data.take(here), classes=False)
        if not small:
            show("    left out", ours(data, rows)(~here, here), data.take(here), classes=False)
    speed(data)


def speed(data: Labelled) -> None:
    """Print how many claims a second are classified, records read for the first time."""
    Local().classify(data.claims[:1], data.records[:1])
    start = time.perf_counter()
    changed = [f"{record} " for record in data.records]
    Local().classify(data.claims, changed)
    print(f"\n{len(data.claims) / (time.perf_counter() - start):.0f} claims/s")


if __name__ == "__main__":
    main()
