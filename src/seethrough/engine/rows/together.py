"""Which values of a record one released row says together, in a column or in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set

import numpy as np
import numpy.typing as npt

from seethrough.text.normalised import words

Run = tuple[str, ...]


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
    found = _places({run for record in runs for run in record if run}, rows)
    places = {run: np.array(held) for run, held in found.items()}
    shape = len(runs), len(runs[0]) if runs else 0
    anywhere, best = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.bool_)
    for i, record in enumerate(runs):
        counts = np.zeros(len(rows), dtype=np.int64)
        for run in {*record} & places.keys():
            counts[places[run]] += 1
        if not counts.any():
            continue
        row = int(counts.argmax())
        for j, run in enumerate(record):
            if run in places:
                anywhere[i, j] = True
                at = np.searchsorted(places[run], row)
                best[i, j] = at < len(places[run]) and places[run][at] == row
    return anywhere, best


def _places(runs: Set[Run], rows: Sequence[str]) -> Mapping[Run, Sequence[int]]:
    """Return the rows that each run of words stands in, in order."""
    lengths: dict[str, set[int]] = defaultdict(set)
    for run in runs:
        lengths[run[0]].add(len(run))
    found: dict[Run, list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        said = words(row)
        starts = ((i, n) for i, word in enumerate(said) for n in lengths.get(word, ()))
        for run in runs & {tuple(said[i : i + n]) for i, n in starts}:
            found[run].append(place)
    return found
