"""Known runs of words, such as names, where they stand in rows of words (pure)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

Row = tuple[str, ...]
"""Words in a row, as `seethrough.text.normalised.words` gives them."""

Heads = Mapping[str, Mapping[int, Mapping[Row, None]]]
"""Runs of words by their first word and by their length."""


def by_head(runs: Iterable[Row]) -> Heads:
    """Return runs of words by their first word and by their length; empty ones are left out."""
    table: dict[str, dict[int, dict[Row, None]]] = defaultdict(dict)
    for run in runs:
        if run:
            table[run[0]].setdefault(len(run), {})[run] = None
    return dict(table)


def runs_in(row: Sequence[str], table: Heads) -> Iterator[Row]:
    """Yield the runs of the table that stand in a row of words, at each place where they do."""
    for i, word in enumerate(row):
        for size, runs in table.get(word, {}).items():
            if (run := tuple(row[i : i + size])) in runs:
                yield run
