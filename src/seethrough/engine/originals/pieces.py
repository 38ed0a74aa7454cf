"""Rows that are pieces of texts, such as single words, in the orders that put them together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations

MOST = 4
"""So many columns may say where a piece belongs."""

MOST_ROWS = 300_000
"""More rows are read in their own order alone."""

_DIGITS = re.compile(r"(\d{1,100})")

Key = tuple[tuple[bool, int, str], ...]


def reading_orders(
    texts: Sequence[str], columns: Sequence[Sequence[str]], shortest: int
) -> list[list[int]]:
    """Return the orders in which rows may be read whose texts are pieces of others.

    By each column, and within its values by each other one, numbers by their size. None where texts
    have ``shortest`` words and more on average, and of more than `MOST_ROWS`.

    Args:
        texts: n texts.
        columns: The ids and other columns, n values each; the first `MOST` count.
        shortest: A text of so many words is no piece.
    """
    words = sum(len(text.split()) for text in texts)
    if len(texts) > MOST_ROWS or words >= shortest * len(texts):
        return []
    keys = [[_key(value) for value in values] for values in columns[:MOST]]
    pairs = permutations(keys, 2) if len(keys) > 1 else ((key, key) for key in keys)
    orders = (sorted(range(len(texts)), key=lambda i: (a[i], b[i], i)) for a, b in pairs)
    return [list(order) for order in dict.fromkeys(map(tuple, orders))]


def _key(value: str) -> Key:
    return tuple(
        (not p.isdecimal(), int(p) if p.isdecimal() else 0, p) for p in _DIGITS.split(value)
    )
