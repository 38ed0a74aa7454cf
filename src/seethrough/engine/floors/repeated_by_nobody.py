"""Columns of the private file in released rows of no particular person, in any order and form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from seethrough.engine.floors.beyond_chance import apart, beyond_chance, beyond_others
from seethrough.engine.floors.control import counted
from seethrough.engine.floors.repeated import ROWS, columns_repeated
from seethrough.engine.rows.notations import compared, in_one_notation, run_of, spelled
from seethrough.engine.rows.together import together
from seethrough.engine.rows.values import columns
from seethrough.engine.rows.whole_row import whole_rows
from seethrough.reasons import Reason
from seethrough.statistics.arrays import evenly

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

MOST_ROWS = 20_000
"""At most so many rows are searched, evenly spaced."""


def reasons(private: Corpus, released: Corpus, control: Corpus) -> list[Reason]:
    """Return which columns of the private file are repeated by rows of no particular person.

    Chance is how often the release has the values of people who were held out: each by itself, in a
    column or in words, and several of one record together in one row; of a column that they lack,
    how often private rows have the values of other people. What a record's own text says, too, is
    looked for in columns alone.

    Args:
        private: The private records.
        released: The released records.
        control: Records of people held out. A column that they lack is looked at only where most of
            its values are those of one row.
    """
    if not private.field_names:
        return []
    own, others, told = (
        {name: [*map(compared, values)] for name, values in columns(corpus).items()}
        for corpus in (private, control, released)
    )
    told = {name: values for name, values in told.items() if not counted(values)}
    names = [
        name
        for name, values in own.items()
        if (place := _place(name, values, told))
        and _more_often(values, others.get(name), told[place], private.persons)
    ]
    both = [name for name in own if name in others and not counted(own[name])]
    return columns_repeated(names or _said_together(both, private, control, released))


def _said_together(
    names: Sequence[str], private: Corpus, control: Corpus, released: Corpus
) -> list[str]:
    """Return the columns whose values released rows say beyond chance, alone or several together.

    Args:
        names: Columns of both the private records and those of people held out.
        private: The private records.
        control: Records of people held out.
        released: The released records; `MOST_ROWS` of them are read, evenly spaced.
    """
    if not names:
        return []
    some = evenly(len(released), MOST_ROWS)
    cells = [*columns(released).values()]
    rows = whole_rows(released).corpus.texts
    ids = ["" if counted(released.ids) else id_ for id_ in released.ids]
    said = [
        in_one_notation(" | ".join([rows[i], ids[i], *(spelled(c[i]) for c in cells)]))
        for i in some
    ]
    sides = [together(_untold(names, corpus), said) for corpus in (private, control)]
    (anywhere, best), (theirs, others) = sides
    found = np.array([apart(*both) for both in zip(anywhere.T, theirs.T, strict=True)])
    for least in range(len(names), 1, -1):
        held, chance = (side.sum(axis=1) >= least for side in (best, others))
        whole = least == len(names) and beyond_others(held, chance)
        if whole or apart(held, chance):
            found |= best[held].mean(axis=0) > 1 / 2
            break
    return [name for name, yes in zip(names, found, strict=True) if yes]


def _untold(names: Sequence[str], corpus: Corpus) -> list[list[str]]:
    """Return the values of some columns, as `spelled`, without those that the own text says.

    Of `ROWS` records, evenly spaced.
    """
    told = columns(corpus)
    found = []
    for row in evenly(len(corpus), ROWS):
        text = run_of(corpus.texts[row])
        values = [spelled(told[name][row]) for name in names]
        found.append(["" if run_of(value) and run_of(value) in text else value for value in values])
    return found


def _place(name: str, own: Sequence[str], told: Mapping[str, Sequence[str]]) -> str:
    """Return the released column that has most of a column's values; "" where none has any.

    Numbers of rows are among any numbers, such as ages; only a column of the same name has them.
    """
    if counted(own):
        told = {other: cells for other, cells in told.items() if other == name}
    shared = {other: len({*own} & {*cells} - {""}) for other, cells in told.items()}
    ranked = sorted(shared, key=lambda other: (shared[other], other == name))
    return ranked[-1] if ranked and shared[ranked[-1]] else ""


def _tells_apart(values: Sequence[str]) -> bool:
    """Return whether most values are those of one row."""
    counts = Counter(value for value in values if value)
    return 2 * sum(count == 1 for count in counts.values()) > counts.total()


def _drawn(values: Sequence[str], persons: Sequence[str], told: Sequence[str]) -> float:
    """Return how often released values that are drawn anew are those of a column, 0 to 1.

    So often do private rows have a value that other people have, too, such as a family its number;
    less often where fewer rows were released, and no more often where more were.
    """
    rows = [(value, person) for value, person in zip(values, persons, strict=True) if value]
    people = Counter(value for value, _ in {*rows})
    shared = sum(people[value] > 1 for value, _ in rows) / len(rows)
    return float(1 - (1 - shared) ** min(1.0, sum(map(bool, told)) / len(rows)))


def _more_often(
    own: Sequence[str], others: Sequence[str] | None, told: Sequence[str], persons: Sequence[str]
) -> bool:
    """Return whether a released column has the values of a column beyond chance.

    Empty values do not count. Where the others lack the column (None), most values must be those of
    one row, and chance is `_drawn`.
    """
    held = {*told}
    mine, theirs = ([value in held for value in side if value] for side in (own, others or ()))
    if theirs:
        return beyond_others(np.array(mine), np.array(theirs))
    if others is None and not _tells_apart(own):
        return False
    chance = _drawn(own, persons, told) if others is None else 0.0
    return beyond_chance(sum(mine) / len(mine), chance, len(mine))
