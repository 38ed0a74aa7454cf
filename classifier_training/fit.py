# ruff: noqa: T201
"""Fit the classifier's weights on labelled claims and write them.

    python -m classifier_training.fit --data ../shared/data/judge_ratings.jsonl [--out FILE]

Only rows with ``weights: true`` are used, and the records of ``invented.txt``. The same data make
the same bytes.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.sensitivity import features
from seethrough.sensitivity.model import CLIP, WEIGHTS, Model, design, save

LETTERS = "DSQPN"
"""The labels, in the order of ``protocols.SENSITIVITIES``."""
PENALTY = 16.0
TEXTS = 4
"""In how many texts a stem must stand to have weights of its own: no word of one person alone."""
STEPS = 120
IMPORTANCE = (
    ("record vector", 0.1),
    ("source vector", 0.1),
    ("near vector", 0.1),
    ("vector", 0.2),
    ("record", 0.15),
    ("source", 0.2),
    ("near", 0.2),
    ("", 0.5),
)
"""How freely the features of each kind are weighed; the first beginning of a name that fits."""
INVENTED = Path(__file__).with_name("invented.txt")
DATA = Path(os.environ.get("SEETHROUGH_DATA", Path(__file__).parents[2] / "shared" / "data"))


class Labelled(NamedTuple):
    """Claims with their classes.

    Attributes:
        claims: n claims.
        records: The text of each.
        classes: (n,) the place of each label in `LETTERS`.
        texts: (n,) the number of each claim's text.
        sets: (n,) the name of the set that it comes from.
        allowed: (n,) whether shipped weights may be made from it.
    """

    claims: list[str]
    records: list[str]
    classes: npt.NDArray[np.int64]
    texts: npt.NDArray[np.int64]
    sets: npt.NDArray[np.str_]
    allowed: npt.NDArray[np.bool_]

    def take(self, where: npt.NDArray[np.bool_]) -> Labelled:
        """Return the claims where a mask is true."""
        kept = np.flatnonzero(where)
        return Labelled(
            [self.claims[i] for i in kept],
            [self.records[i] for i in kept],
            self.classes[where],
            self.texts[where],
            self.sets[where],
            self.allowed[where],
        )


class Read(NamedTuple):
    """The features of claims.

    Attributes:
        features: (n, d) dense features.
        stems: The stems of each claim.
    """

    features: npt.NDArray[np.float32]
    stems: list[list[str]]

    def take(self, where: npt.NDArray[np.bool_]) -> Read:
        """Return the rows where a mask is true."""
        return Read(self.features[where], [self.stems[i] for i in np.flatnonzero(where)])


def labelled(path: Path) -> Labelled:
    """Read the labelled claims of a file in the form of ``judge_ratings.jsonl``."""
    with path.open(encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if row["classes"]]
    each = [(number, row) for number, row in enumerate(rows) for _ in row["claims"]]
    return Labelled(
        [claim for row in rows for claim in row["claims"]],
        [row["text"] for _, row in each],
        np.array([LETTERS.index(letter) for row in rows for letter in row["classes"]]),
        np.array([number for number, _ in each]),
        np.array([row["set"] for _, row in each]),
        np.array([row["weights"] for _, row in each]),
    )


def invented(path: Path = INVENTED) -> Labelled:
    """Read the records invented for this project, in the form that their file explains."""
    records: list[tuple[str, str]] = []
    found: list[tuple[int, str, str]] = []
    for line in path.read_text("utf-8").splitlines():
        kind, mark, text = line.partition("> ")
        if line.startswith("#") or not line:
            continue
        if mark and kind.isalpha() and kind.islower():
            records.append((kind, text))
        else:
            found.append((len(records) - 1, line[0], line[2:]))
    return Labelled(
        [claim for _, _, claim in found],
        [records[number][1] for number, _, _ in found],
        np.array([LETTERS.index(letter) for _, letter, _ in found]),
        -1 - np.array([number for number, _, _ in found]),
        np.array([records[number][0] for number, _, _ in found]),
        np.ones(len(found), dtype=bool),
    )


def joined(first: Labelled, second: Labelled) -> Labelled:
    """Return the claims of both."""
    return Labelled(
        first.claims + second.claims,
        first.records + second.records,
        *(np.concatenate(pair) for pair in zip(first[2:], second[2:], strict=True)),
    )


def read(data: Labelled) -> Read:
    """Return the features of claims; they depend on no other claim."""
    return Read(*features.table(data.claims, data.records))


def vocabulary(stems: Sequence[Sequence[str]], texts: npt.NDArray[np.int64]) -> dict[str, int]:
    """Return the stems that stand in the claims of at least `TEXTS` texts, sorted."""
    seen = {
        (text, stem) for text, words in zip(texts.tolist(), stems, strict=True) for stem in words
    }
    count = Counter(stem for _, stem in seen)
    return {stem: i for i, stem in enumerate(sorted(s for s, n in count.items() if n >= TEXTS))}


def fit(rows: Read, classes: npt.NDArray[np.int64], texts: npt.NDArray[np.int64]) -> Model:
    """Return the model that maximises the penalised likelihood.

    Args:
        rows: The features of n claims.
        classes: (n,) their classes.
        texts: (n,) the texts that they come from.
    """
    names = features.names_of()
    importance = np.array([next(v for k, v in IMPORTANCE if n.startswith(k)) for n in names])
    spread = rows.features.std(axis=0)
    varies = spread > 1e-6
    scale = np.where(varies, importance / np.where(varies, spread, 1.0), 0.0)
    model = Model(
        vocabulary(rows.stems, texts),
        rows.features.mean(axis=0).astype(np.float32),
        scale.astype(np.float32),
        (CLIP * importance).astype(np.float32),
        np.zeros((0, len(LETTERS)), dtype=np.float32),
    )
    weights = regress(design(model, rows.features, rows.stems).astype(np.float64), classes)
    return model._replace(weights=np.round(weights, 3).astype(np.float32))


def fit_with_invented(rows: Read, data: Labelled) -> Model:
    """Return the model of labelled claims and of the invented ones.

    Args:
        rows: The features of ``data``.
        data: The labelled claims.
    """
    own = _invented()
    both = joined(data, own.data)
    table = Read(np.vstack([rows.features, own.rows.features]), rows.stems + own.rows.stems)
    return fit(table, both.classes, both.texts)


class _Own(NamedTuple):
    data: Labelled
    rows: Read


@functools.cache
def _invented() -> _Own:
    data = invented()
    return _Own(data, read(data))


def regress(
    columns: Any, classes: npt.NDArray[np.int64], penalty: float = PENALTY
) -> npt.NDArray[np.float64]:
    """Return (d + 1, 5) weights of a multinomial logistic regression with a ridge penalty.

    Args:
        columns: (n, d) columns, an array or a sparse matrix.
        classes: (n,) the classes.
        penalty: Strength of the penalty; the bias has none.
    """
    from scipy.optimize import minimize

    d = columns.shape[1]
    truth = np.eye(len(LETTERS))[classes]

    def loss(flat: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        weights = flat.reshape(d + 1, len(LETTERS))
        logits = columns @ weights[:-1] + weights[-1]
        logits -= logits.max(axis=1, keepdims=True)
        norm = np.log(np.exp(logits).sum(axis=1, keepdims=True))
        gap = np.exp(logits - norm) - truth
        value = (truth * (norm - logits)).sum() + penalty / 2 * (weights[:-1] ** 2).sum()
        slope = np.vstack([columns.T @ gap + penalty * weights[:-1], gap.sum(axis=0)])
        return float(value), slope.ravel()

    start = np.zeros((d + 1) * len(LETTERS))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    return np.asarray(found.x).reshape(d + 1, len(LETTERS))


def folds(texts: npt.NDArray[np.int64], count: int, seed: int) -> list[npt.NDArray[np.bool_]]:
    """Return masks of the claims to be tested in each fold; the claims of a text stay together."""
    order = np.random.default_rng(seed).permutation(np.unique(texts))
    return [np.isin(texts, order[i::count]) for i in range(count)]


def main() -> None:
    """Fit and write, as the module's docstring says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA / "judge_ratings.jsonl")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    asked = parser.parse_args()
    data = labelled(asked.data)
    data = data.take(data.allowed)
    save(fit_with_invented(read(data), data), asked.out)
    texts = len(np.unique(data.texts))
    print(f"{len(data.claims)} claims of {texts} texts, {len(invented().claims)} invented")


if __name__ == "__main__":
    main()
