"""Texts most of whose wording one released row has, with words changed here and there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from seethrough.text.normalised import words

RUN = 4
"""The shortest run, in words, that counts: where one word in six is changed, such runs are left."""

SHORTEST = 20
"""A text of fewer words may be like somebody else's by chance."""

HALF = 0.5
"""So much of a text, in runs of `RUN` words and more of one person's alone, stands in one row."""


def nearly_whole(texts: Sequence[str], persons: Sequence[str], rows: Sequence[str]) -> list[int]:
    """Return which texts stand nearly whole in a single row, in order.

    A run of words is a person's own where no other person's text holds it.

    Args:
        texts: n texts.
        persons: Whose they are.
        rows: The released rows.
    """
    own = _own(texts, persons)
    found: set[int] = set()
    for row in rows:
        covered: dict[int, set[int]] = defaultdict(set)
        for run in {*_runs(row)}:
            if place := own.get(run):
                text, start = place
                covered[text].update(range(start, start + RUN))
        for text, told in covered.items():
            if len(told) >= SHORTEST * HALF and text not in found:
                length = len(words(texts[text]))
                if length >= SHORTEST and len(told) >= HALF * length:
                    found.add(text)
    return sorted(found)


def _own(texts: Sequence[str], persons: Sequence[str]) -> Mapping[int, tuple[int, int] | None]:
    """Return where each run first stands: text and word; None where several people have it."""
    found: dict[int, tuple[int, int] | None] = {}
    for text, said in enumerate(texts):
        for start, run in enumerate(_runs(said)):
            first = found.setdefault(run, (text, start))
            if first and persons[first[0]] != persons[text]:
                found[run] = None
    return found


def _runs(text: str) -> Iterator[int]:
    """Yield the hash of each run of words."""
    said = words(text)
    return (hash(tuple(said[i : i + RUN])) for i in range(len(said) - RUN + 1))
