"""Columns of the private file that stand in the release, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from seethrough.engine.floors.told_columns import retells, says, told_by
from seethrough.engine.rows.notations import compared, lines_of, run_of
from seethrough.engine.rows.values import columns
from seethrough.reasons import Reason
from seethrough.statistics.arrays import evenly

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

ROWS = 2_000
"""At most so many rows are compared, evenly spaced."""


def reasons(private: Corpus, released: Corpus) -> list[Reason]:
    """Return which columns of the private file a release repeats, as columns or within its rows.

    Known and judged are the facts of the texts. What stands in another column of the private file
    is private, too, and nobody judges what it tells, so it bars a pass. Where the private text says
    the value as well, it is one of these facts.

    Args:
        private: The private records.
        released: The released records, which stand for the private ones of the same id.
    """
    if not private.field_names:
        return []
    both = [i for i, id_ in enumerate(private.ids) if id_ in released.position]
    both = [both[i] for i in evenly(len(both), ROWS)]
    theirs = [released.position[private.ids[i]] for i in both]
    own, told = (
        {name: [values[row] for row in rows] for name, values in found.items()}
        for found, rows in ((columns(private), both), (columns(released), theirs))
    )
    cells = [[*map(compared, values)] for values in told.values()]
    known = [run_of(private.texts[row]) for row in both]
    rows = zip([released.texts[row] for row in theirs], *told.values(), strict=True)
    said = [run_of(" | ".join(row)) for row in rows]
    names = [
        name
        for name, values in own.items()
        if any(told_by([*map(compared, values)], cell) for cell in cells)
        or says([*map(lines_of, values)], known, said)
        or retells([*map(run_of, values)], known, said)
    ]
    return columns_repeated(names)


def columns_repeated(names: Sequence[str]) -> list[Reason]:
    """Return the reason that names such columns; none without any."""
    if not names:
        return []
    facts = {"columns": len(names), "private": {"columns": [*names]}}
    return [Reason("columns_repeated", "inconclusive", ("sensitive", "anonymous"), facts=facts)]
