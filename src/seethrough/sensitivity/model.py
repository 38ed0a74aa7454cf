"""A multinomial logistic model over the features of claims: its weights, chances and decision."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.protocols import SENSITIVITIES, Sensitivity
from seethrough.sensitivity.features import table

Table = npt.NDArray[np.float32]

CLIP = 4.0
"""How many standard deviations a feature may lie off; further says no more."""
WORDS = 2.0
"""The length of a claim's bag of words next to the other features."""
CAUTION = (0.5, 0.7, 0.5, 0.2, 0.0)
"""Added to the log-chances of `SENSITIVITIES`: to miss an identifier or a special category costs
more than to see one too many, and to call private what is not costs less than the reverse. Round
numbers, chosen on other folds than those that the figures are taken on."""
BLOCK = 512
"""How many claims' features are held at once."""
WEIGHTS = Path(__file__).with_name("weights.npz")


class Model(NamedTuple):
    """What was fitted.

    Attributes:
        vocabulary: The column of each stem that has weights of its own.
        mean: (d,) the mean of each feature.
        scale: (d,) what a feature is multiplied by: its importance over its standard deviation.
        limit: (d,) the largest absolute value of a feature after that.
        weights: (d + v + 1, 5) the weights, those of the features first, the bias last.
    """

    vocabulary: dict[str, int]
    mean: Table
    scale: Table
    limit: Table
    weights: Table


def design(model: Model, features: Table, stems: Sequence[Sequence[str]]) -> Table:
    """Return the (n, d + v) columns that the weights apply to.

    Args:
        model: Says how features are scaled and which stems count.
        features: (n, d) as ``features.table`` returns them.
        stems: The stems of each claim.
    """
    scaled = np.clip((features - model.mean) * model.scale, -model.limit, model.limit)
    bag = np.zeros((len(stems), len(model.vocabulary)), dtype=np.float32)
    for row, words in enumerate(stems):
        here = [model.vocabulary[w] for w in set(words) if w in model.vocabulary]
        if here:
            bag[row, here] = WORDS / np.sqrt(len(here))
    return np.hstack([scaled.astype(np.float32), bag])


def chances(model: Model, features: Table, stems: Sequence[Sequence[str]]) -> Table:
    """Return the (n, 5) chances of `SENSITIVITIES`."""
    from scipy.special import softmax

    logits = design(model, features, stems) @ model.weights[:-1] + model.weights[-1]
    out: Table = softmax(logits, axis=1)
    return out


def decide(found: Table) -> list[Sensitivity]:
    """Return the class of each row of chances: the most likely, with `CAUTION`."""
    weighed = np.log(np.maximum(found, 1e-12)) + np.array(CAUTION)
    return [SENSITIVITIES[column] for column in weighed.argmax(axis=1)]


def classify(model: Model, claims: Sequence[str], records: Sequence[str]) -> list[Sensitivity]:
    """Return the class of each claim, given its record."""
    out: list[Sensitivity] = []
    for start in range(0, len(claims), BLOCK):
        rows = slice(start, start + BLOCK)
        out += decide(chances(model, *table(claims[rows], records[rows])))
    return out


def save(model: Model, path: Path) -> None:
    """Write a model; the same model makes the same bytes."""
    words = "\n".join(sorted(model.vocabulary, key=model.vocabulary.__getitem__))
    np.savez_compressed(
        path,
        vocabulary=np.frombuffer(words.encode("utf-8"), dtype=np.uint8),
        **{name: getattr(model, name) for name in ("mean", "scale", "limit", "weights")},
    )


def read(path: Path) -> Model:
    """Read a model."""
    with np.load(path, allow_pickle=False) as file:
        words = file["vocabulary"].tobytes().decode("utf-8").split("\n")
        arrays = [file[name] for name in ("mean", "scale", "limit", "weights")]
    return Model({word: column for column, word in enumerate(words)}, *arrays)


@functools.cache
def shipped() -> Model:
    """Return the model next to this module."""
    return read(WEIGHTS)
