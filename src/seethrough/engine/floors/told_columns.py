"""Whether rows tell a column of the private file, row by row, more than chance lets them (pure)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from seethrough.engine.floors.beyond_chance import beyond_chance
from seethrough.statistics.arrays import evenly

SHIFTS = 10
"""With so many other rows each value is compared."""

TOLD = 5
"""A value with so many words that the text of its row lacks may be told in another form."""

RECODED = 0.95
"""The share of rows in which each value of a column must have one of its own in another column."""


def told_by(own: Sequence[str], told: Sequence[str]) -> bool:
    """Return whether a column has the values of another one, or values of its own for them."""
    return repeats(own, told) or recodes(own, told)


def repeats(own: Sequence[str], told: Sequence[str]) -> bool:
    """Return whether two columns agree row by row more than chance lets them.

    Args:
        own: n values.
        told: n values; rows where either is empty do not count.
    """
    rows = [(a, b) for a, b in zip(own, told, strict=True) if a and b]
    if not rows:
        return False
    one, two = (Counter(side) for side in zip(*rows, strict=True))
    n = len(rows)
    chance = sum(count * two[value] for value, count in one.items()) / n**2
    return beyond_chance(sum(a == b for a, b in rows) / n, chance, n)


def recodes(own: Sequence[str], told: Sequence[str]) -> bool:
    """Return whether a column has one value for each of another one's, as yes for true.

    In nearly all rows, and more often than it would by chance, in other rows: columns whose values
    differ all go together by any order of the rows.

    Args:
        own: n values; rows where it is empty do not count.
        told: n values; an empty one is a value, as in a column of crosses.
    """
    rows = [(a, b) for a, b in zip(own, told, strict=True) if a]
    n = len(rows)
    alike = _one_to_one(rows)
    if alike < RECODED * n or n < 2:
        return False
    orders = (np.random.default_rng(seed).permutation(n) for seed in range(SHIFTS))
    turned = ([(row[0], rows[i][1]) for row, i in zip(rows, o, strict=True)] for o in orders)
    chance = sum(map(_one_to_one, turned)) / SHIFTS / n
    return beyond_chance(alike / n, chance, n)


def _one_to_one(rows: Sequence[tuple[str, str]]) -> int:
    """Return in how many rows two values are each the one that the other stands with most."""
    counts = Counter(rows)
    ranked = sorted(counts, key=counts.__getitem__)
    theirs, ours = dict(ranked), {b: a for a, b in ranked}
    return sum(number for (a, b), number in counts.items() if theirs[a] == b and ours[b] == a)


def says(own: Sequence[Sequence[str]], known: Sequence[str], said: Sequence[str]) -> bool:
    """Return whether released rows say a column's values row by row more than chance lets them.

    Chance is what other rows say, `SHIFTS` of them for each row.

    Args:
        own: n values, each in parts, as words between blanks.
        known: n private texts; parts that the text says do not count, nor do those of several that
            more than half of all rows have, such as the names of an object's fields.
        said: n released texts with their other columns.
    """
    count = Counter(part for value in own for part in {*value})
    parts = (
        [p for p in value if p not in text and (len(value) == 1 or 2 * count[p] <= len(own))]
        for value, text in zip(own, known, strict=True)
    )
    rows = [(i, held) for i, held in enumerate(parts) if held]
    n = len(rows)
    if n < 2:
        return False

    def share(shift: int) -> float:
        there = (said[rows[(row + shift) % n][0]] for row in range(n))
        pairs = zip(rows, there, strict=True)
        return sum(sum(part in text for part in held) / len(held) for (_, held), text in pairs) / n

    shifts = _shifts(n)
    chance = sum(map(share, shifts)) / len(shifts)
    return beyond_chance(share(0), chance, n)


def retells(own: Sequence[str], known: Sequence[str], said: Sequence[str]) -> bool:
    """Return whether released rows have more of a column's words row by row than chance lets them.

    A comment that was scrubbed or put in another form is still told. Chance is that its own
    released row has more of its words than each of `SHIFTS` other rows.

    Args:
        own: n values, as words between blanks; those of few words (`TOLD`) do not count.
        known: n private texts; the words that the text of a row says do not count.
        said: n released texts with their other columns.
    """
    theirs = [{*v.split()} - {*k.split()} for v, k in zip(own, known, strict=True)]
    rows = [(words_, {*s.split()}) for words_, s in zip(theirs, said, strict=True)]
    rows = [row for row in rows if len(row[0]) >= TOLD]
    n = len(rows)
    if n < 2:
        return False
    shifts = _shifts(n)
    more = [
        len(value & released) > max(len(value & rows[(i + s) % n][1]) for s in shifts)
        for i, (value, released) in enumerate(rows)
    ]
    chance = 1 / (len(shifts) + 1)
    return beyond_chance(sum(more) / n, chance, n)


def _shifts(n: int) -> list[int]:
    """Return how far down from each of n rows those lie that it is compared with; n at least 2."""
    return [1 + place for place in evenly(n - 1, SHIFTS)]
