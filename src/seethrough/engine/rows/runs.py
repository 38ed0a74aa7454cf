"""Known runs of words, such as names, where they stand in rows of words (pure)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

Row = tuple[str, ...]
"""Words in a row, as `seethrough.text.normalised.words` gives them."""

Heads = Mapping[str, Mapping[int, Mapping[Row, int]]]
"""Runs of words by their first word and by their length, each with its place among all."""


def by_head(runs: Iterable[Row]) -> Heads:
    """Return runs of words by their first word and by their length; empty ones are left out."""
    table: dict[str, dict[int, dict[Row, int]]] = defaultdict(dict)
    for place, run in enumerate(dict.fromkeys(runs)):
        if run:
            table[run[0]].setdefault(len(run), {})[run] = place
    return dict(table)


def runs_in(row: Sequence[str], table: Heads) -> Iterator[Row]:
    """Yield the known runs that stand in a row of words, word by word, in their own order."""
    for i, word in enumerate(row):
        if word in table:
            here = ((tuple(row[i : i + size]), runs) for size, runs in table[word].items())
            found = {run: runs[run] for run, runs in here if run in runs}
            yield from sorted(found, key=found.__getitem__)
