"""From evidence to grades: a logistic model, with or without the cross-encoder's opinion."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.judges._evidence import NAMES, Evidence

FLOOR = -5.0
"""The lowest log-probability of the cross-encoder that makes a difference."""
_COLUMN = {name: place for place, name in enumerate(NAMES)}
_CHANGED = ("polarity", "name_missing", "number_missing", "number_close", "number_conflict")


class Weights(NamedTuple):
    """A multinomial logistic model of the three grades.

    Attributes:
        weights: (3, columns).
        bias: (3,).
    """

    weights: npt.NDArray[np.float64]
    bias: npt.NDArray[np.float64]


class Model(NamedTuple):
    """The fitted model.

    Attributes:
        evidence: Reads the features alone.
        both: Reads the features and then the cross-encoder's three log-probabilities.
        sure: The expected grades, by evidence alone, at and beyond which nobody else is asked.
    """

    evidence: Weights
    both: Weights
    sure: tuple[float, float]


@functools.cache
def model() -> Model:
    """Return the model beside this module, ``local_weights.json``."""
    path = Path(__file__).with_name("local_weights.json")
    stored: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
    if tuple(stored["features"]) != NAMES:
        raise ValueError(f"{path.name} was fitted for other features; run judge_training/fit.py")
    evidence, both = (
        Weights(np.array(stored[key]["weights"]), np.array(stored[key]["bias"]))
        for key in ("evidence", "both")
    )
    low, high = stored["sure"]
    return Model(evidence, both, (low, high))


def chances(table: npt.NDArray[np.float64], weights: Weights) -> npt.NDArray[np.float64]:
    """Return (n, 3) probabilities of the grades from an (n, columns) table."""
    # A sum row by row, not a matrix product: its rounding cannot depend on the other rows.
    logits = (table[:, None, :] * weights.weights[None, :, :]).sum(axis=2) + weights.bias
    logits -= logits.max(axis=1, keepdims=True)
    odds = np.exp(logits)
    out: npt.NDArray[np.float64] = odds / odds.sum(axis=1, keepdims=True)
    return out


def with_opinion(
    features: npt.NDArray[np.float64], opinion: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return the table that ``Model.both`` reads: (n, features + 3)."""
    return np.hstack([features, np.maximum(opinion, FLOOR)])


def verbatim(evidence: Evidence) -> bool:
    """Return whether all that a claim says stands in one sentence, nothing denied or changed."""
    features = evidence.features
    return bool(
        features[_COLUMN["exact"]] > 0.999
        and features[_COLUMN["soft"]] > 0.999
        and not features[_COLUMN["empty"]]
        and not any(features[_COLUMN[name]] for name in _CHANGED)
    )
