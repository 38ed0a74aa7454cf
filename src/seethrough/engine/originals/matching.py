"""Which private texts hold enough of their own words in what is read of a release.

Every run of eight words of the private texts is hashed. Time grows with the sum of the lengths of
texts and release, memory with that of the texts: 13 bytes a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from seethrough.engine.originals.short_texts import ShortTexts
from seethrough.statistics.arrays import numbered
from seethrough.word_runs.flags import covered, longest
from seethrough.word_runs.hashing import Places
from seethrough.word_runs.long_runs import ABSENT, FirstPlaces, Holders, LongRuns
from seethrough.word_runs.own_runs import learn_owners
from seethrough.word_runs.word_hashes import Hashed, Stretch, hashed, stretches, whole

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

RUN = 8
"""The shortest run, in words, that is compared: two people rarely say eight words alike."""

LONG = 20
"""A run of so many words of one person's alone counts, whatever the length of the rest."""

HALF = 0.5
"""So much of a text, in runs of `RUN` words and more of one person's alone, counts."""

TWO = 2
"""Runs that so many people's records hold count, too, where much of a text stands.

That is all of one of `LONG` words, or half of it and as many words: the other record is then a
copy, or a reply that quotes.
"""

SHORTEST = 5
"""A text of fewer words is nobody's own, even where it stands whole."""


class Held(NamedTuple):
    """A private text that is in what was read.

    Attributes:
        record: Its place among the private ones.
        place: The place in what was read that holds most of its longest run.
        run: The length of its longest run that counts, in words.
        share: How much of it was read, in [0, 1].
        whole: Whether all of it was.
    """

    record: int
    place: int
    run: int
    share: float
    whole: bool


class Originals:
    """The private texts, those of `RUN` words and more by their runs, shorter ones whole.

    Args:
        private: The private records.
        places: How many places there are in all that will be read.
    """

    def __init__(self, private: Corpus, places: int) -> None:
        persons = numbered(private.persons)
        lengths: list[Places] = []
        self._long = LongRuns(RUN, _noted(hashed(private.texts), lengths), persons, places)
        self._lengths = np.concatenate(lengths)
        self._short = {
            size: ShortTexts(size, whole(private.texts[i] for i in np.flatnonzero(at).tolist()))
            for size in range(SHORTEST, RUN)
            if (at := self._lengths == size).any()
        }
        if self._short:
            learn_owners([*self._short.values()], private.texts, persons)

    def read(self, values: Sequence[str], offset: int) -> None:
        """Look for everything in a column of the release, its rows joined.

        Args:
            values: The column.
            offset: The place of its first row.
        """
        self._long.read(self._watched(values, offset), offset)

    def _watched(self, values: Sequence[str], offset: int) -> Iterator[Stretch]:
        for part in stretches(values, RUN - 1):
            for table in self._short.values():
                table.read(part, offset)
            yield part

    def standing(self) -> Iterator[Held]:
        """Yield the records that stand in what was read."""
        for size, table in self._short.items():
            records = np.flatnonzero(self._lengths == size)
            for i in np.flatnonzero((table.first != ABSENT) & table.runs.own).tolist():
                yield Held(int(records[i]), int(table.first[i]), size, 1.0, True)
        bounds, first, holders = self._long.bounds, self._long.first, self._long.holders()
        some = np.flatnonzero(np.diff(bounds))
        if len(some):
            told = (holders > 0) & (holders <= TWO)
            for record in some[np.logical_or.reduceat(told, bounds[some])].tolist():
                span = slice(bounds[record], bounds[record + 1])
                yield from _held(record, int(self._lengths[record]), first[span], holders[span])


def _held(record: int, length: int, first: FirstPlaces, holders: Holders) -> Iterator[Held]:
    """Yield a record if enough of its runs are in the release and its own."""
    there = first != ABSENT
    whole = bool(there.all())
    own, quoted = there & (holders == 1), there & (holders <= TWO)
    if covered(quoted, RUN) >= max(LONG, HALF * length) or (whole and length >= LONG):
        own = quoted
    if not own.any():
        return
    begin, count = (0, len(own)) if own.all() else longest(own)
    run = count + RUN - 1
    if whole or run >= LONG or covered(own, RUN) >= HALF * length:
        share = 1.0 if whole else covered(there, RUN) / length
        yield Held(record, _commonest(first[begin : begin + count]), run, share, whole)


def _noted(parts: Iterable[Hashed], lengths: list[Places]) -> Iterator[Hashed]:
    """Yield parts, their texts' lengths being noted."""
    for part in parts:
        lengths.append(part.lengths)
        yield part


def _commonest(places: FirstPlaces) -> int:
    if (places == places[0]).all():
        return int(places[0])
    values, counts = np.unique(places, return_counts=True)
    return int(values[np.argmax(counts)])
