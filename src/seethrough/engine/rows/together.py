"""Which values of a record one released row says together, in a column or in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import numpy as np
import numpy.typing as npt

from seethrough.engine.rows.runs import Heads, Row, by_head, runs_in
from seethrough.text.normalised import words

BEGINNING = 16
"""A longer value is looked for by so many of its first words, and whole where these stand."""


def together(
    records: Sequence[Sequence[str]], rows: Sequence[str]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Return which values of records stand in released rows.

    Args:
        records: n records of c values each; empty ones stand nowhere.
        rows: What released rows say.

    Returns:
        (n, c) whether any row says a value, and (n, c) whether the row does that says most values
        of this record.
    """
    runs = [[tuple(words(value)) for value in record] for record in records]
    begun: dict[Row, list[Row]] = defaultdict(list)
    for run in dict.fromkeys(chain.from_iterable(runs)):
        begun[run[:BEGINNING]].append(run)
    table = by_head(begun)
    said = [{*_said(words(row), table, begun)} for row in rows]
    found: dict[Row, list[int]] = defaultdict(list)
    for place, held in enumerate(said):
        for run in held:
            found[run].append(place)
    places = {run: np.array(held) for run, held in found.items()}
    shape = len(runs), len(runs[0]) if runs else 0
    anywhere, best = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    for i, record in enumerate(runs):
        counts = np.zeros(len(rows), dtype=np.int64)
        for run in {*record} & places.keys():
            counts[places[run]] += 1
        if not counts.any():
            continue
        anywhere[i] = [run in found for run in record]
        best[i] = [run in said[int(counts.argmax())] for run in record]
    return anywhere, best


def _said(row: Sequence[str], table: Heads, begun: Mapping[Row, Sequence[Row]]) -> Iterator[Row]:
    """Yield the values that a row of words says, given what begins with each beginning."""
    line = f" {' '.join(row)} "
    for beginning in {*runs_in(row, table)}:
        for run in begun[beginning]:
            if len(run) <= BEGINNING or f" {' '.join(run)} " in line:
                yield run
