"""Draws from many small distributions at once: Walker's alias method.

A distribution over k outcomes becomes k equal columns, each shared by at most two outcomes, so
that one uniform number picks column and outcome in constant time.

Source: Walker, "An efficient method for generating discrete random variables with general
distributions" (1977); the pairing of the least full column with the fullest is Robin Hood's.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seethrough.statistics.arrays import Floats, Ints


class AliasTables(NamedTuple):
    """m distributions over k outcomes.

    Attributes:
        accept: (m, k) which share of each column belongs to the column's own outcome.
        other: (m, k) the outcome that the rest of the column belongs to.
    """

    accept: Floats
    other: Ints


def alias_tables(chances: Floats) -> AliasTables:
    """Return the tables of (m, k) probabilities whose rows sum to 1."""
    m, k = chances.shape
    full = chances * k
    accept = np.ones((m, k))
    other = np.broadcast_to(np.arange(k), (m, k)).copy()
    settled = np.zeros((m, k), dtype=bool)
    rows = np.arange(m)
    for _ in range(k - 1):
        least = np.where(settled, np.inf, full).argmin(axis=1)
        most = np.where(settled, -np.inf, full).argmax(axis=1)
        accept[rows, least] = np.minimum(full[rows, least], 1.0)
        other[rows, least] = most
        full[rows, most] -= 1.0 - accept[rows, least]
        settled[rows, least] = True
    return AliasTables(accept, other)


def draw(tables: AliasTables, rows: Ints, uniforms: Floats) -> Ints:
    """Return the (n,) outcomes that the draws fall into.

    Args:
        tables: The distributions.
        rows: (n,) which distribution each draw is from.
        uniforms: (n,) draws from [0, 1).
    """
    k = tables.accept.shape[1]
    scaled = uniforms * k
    column = scaled.astype(np.int64)
    at = rows * k + column
    own = scaled - column < tables.accept.reshape(-1)[at]
    outcomes: Ints = np.where(own, column, tables.other.reshape(-1)[at])
    return outcomes
