"""From evidence to grades: a small network, with or without the opinions of encoders."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import softmax

from seethrough.judges.offline.evidence.features import NAMES

FLOOR = -8.0
"""The lowest log-probability of an encoder that makes a difference."""
IN_ORDER = 0.9
"""The share of a claim's words, in order, from which it can stand in a passage word for word."""
OPEN = 0.03
"""How far from 0 and 1 the chance of grade 3 leaves open whether a claim is disclosed.

In cross-validation over the ratings the larger encoder would change 2 % of the other grades. To ask
it about them, too, gains 0.004 of Spearman's coefficient and 0.001 of accuracy.
"""
_COLUMN = {name: place for place, name in enumerate(NAMES)}
_CHANGED = ("polarity", "name_missing", "number_missing", "number_close", "number_conflict")

Table = npt.NDArray[np.float64]


class Network(NamedTuple):
    """A network with one hidden layer of rectified units.

    Attributes:
        hidden: (columns, units) weights of the hidden layer.
        hidden_bias: (units,).
        out: (units, 3) weights of the grades.
        out_bias: (3,).
    """

    hidden: Table
    hidden_bias: Table
    out: Table
    out_bias: Table


class Model(NamedTuple):
    """The fitted model.

    Attributes:
        networks: By depth of the judge. ``words`` reads the features alone, ``usual`` also the
            small encoder's three log-probabilities, ``full`` those of the slower one behind them.
        not_disclosed: The chance of grade 3 from which a claim counts as not disclosed.
    """

    networks: Mapping[str, Network]
    not_disclosed: float


@functools.cache
def model() -> Model:
    """Return the model next to this module, ``local_weights.json``."""
    path = Path(__file__).with_name("local_weights.json")
    stored: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
    if tuple(stored["features"]) != NAMES:
        raise ValueError(f"{path.name} was fitted for other features; run judge_training/fit.py")
    networks = {
        depth: Network(*(np.array(parts[field]) for field in Network._fields))
        for depth, parts in stored["networks"].items()
    }
    return Model(networks, stored["not_disclosed"])


def grade(chances: Table, not_disclosed: float) -> int:
    """Return 3 where its chance reaches ``not_disclosed``, else the more likely of 1 and 2.

    Args:
        chances: (3,) the chances of the grades.
        not_disclosed: See ``Model``.
    """
    return 3 if chances[2] >= not_disclosed else 1 if chances[0] >= chances[1] else 2


def is_open(chances: Table) -> npt.NDArray[np.bool_]:
    """Return (n,) whether (n, 3) chances leave open whether a claim is disclosed."""
    open_: npt.NDArray[np.bool_] = (chances[:, 2] > OPEN) & (chances[:, 2] < 1 - OPEN)
    return open_


def chances(table: Table, network: Network) -> Table:
    """Return (n, 3) probabilities of the grades from an (n, columns) table."""
    hidden = np.maximum(_weigh(table, network.hidden) + network.hidden_bias, 0.0)
    out: Table = softmax(_weigh(hidden, network.out) + network.out_bias, axis=1)
    return out


def _weigh(table: Table, weights: Table) -> Table:
    # A sum row by row, not a matrix product: its rounding cannot depend on the other rows.
    out: Table = (table[:, :, None] * weights[None, :, :]).sum(axis=1)
    return out


def with_opinions(features: Table, *opinions: Table) -> Table:
    """Return the table that a network reads: (n, features + 3 for each encoder)."""
    return np.hstack([features, *(np.maximum(opinion, FLOOR) for opinion in opinions)])


def verbatim(features: Table) -> bool:
    """Return whether a claim stands in one sentence, its words in order, nothing denied or changed.

    Without the order, a record that is allergic to sulfa drugs "but tolerates penicillin" would be
    taken for one that is allergic to penicillin.
    """
    return bool(
        features[_COLUMN["rouge"]] >= IN_ORDER
        and features[_COLUMN["exact"]] > 0.999
        and features[_COLUMN["soft"]] > 0.999
        and not features[_COLUMN["empty"]]
        and not any(features[_COLUMN[name]] for name in _CHANGED)
    )
