"""Originals that stand word for word in a release, whatever their id and column.

Every run of eight words of the private texts is hashed, and the release is read once: each of its
columns from the first row to the last without a break, so that a record cut over several rows is
seen, and each row with all its columns. Time and memory grow with the sum of the lengths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from seethrough.engine.floors.runs import (
    Codes,
    Flags,
    Membership,
    Places,
    covered,
    hashes,
    longest,
    one_owner,
    within,
)
from seethrough.engine.floors.values import columns
from seethrough.reasons import Reason
from seethrough.text.normalised import words

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

RUN = 8
"""The shortest run, in words, that is compared: two people rarely say eight words alike."""

LONG = 20
"""A run of so many words of one person's alone counts, whatever the length of the rest."""

HALF = 0.5
"""So much of a text, in runs of `RUN` words and more of one person's alone, counts."""

SHORTEST = 5
"""A text of fewer words is nobody's own, even where it stands whole."""

LISTED = 20
"""How many people and records a reason names at the most."""

_BLOCK = 4_000
_UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class Standing:
    """A private record that is in the release.

    Attributes:
        person: Whom it is about.
        record: The private record's id.
        released: The id of the released record that holds most of its longest run.
        where: ``text``, ``id``, ``person``, the name of a column, or ``row`` where it is cut over
            several columns.
        words: The length of its longest run that no other person's record holds, in words.
        share: How much of its text is in the release, in [0, 1].
        whole: Whether all of it does.
    """

    person: str
    record: str
    released: str
    where: str
    words: int
    share: float
    whole: bool


def find(private: Corpus, released: Corpus) -> list[Standing]:
    """Return the private records that stand word for word in a release, in order.

    Words are compared by `seethrough.text.normalised.words`. A run of `RUN` words is a
    person's own where no other person's record holds it. A record is in the release where

    - all of its text does, of at least `SHORTEST` words, some run of it the person's own (a text
      of fewer than `RUN` words is one run; within a longer text it counts only with a word that
      no other person's record has);
    - or `LONG` words in a row do that are the person's own;
    - or at least `HALF` of its words do, in runs of `RUN` words and more that are the person's
      own. The runs need not stand together: sentences that were put in another order still do.

    So set phrases and texts that several people share are nobody's, and a release that hides
    single words and keeps the rest is found, as it should be.

    Args:
        private: The private records.
        released: The released records; their texts, other columns, ids and persons are read.
    """
    if not len(private) or not len(released):
        return []
    streams = _streams(released)
    originals = _Originals(private)
    tables = [_Runs(originals, size) for size in range(SHORTEST, RUN + 1)]
    tables = [table for table in tables if len(table.key)]
    for number, (_, values) in enumerate(streams):
        _read(tables, originals.vocabulary, values, number * len(released))
    found: dict[int, Standing] = {}
    for table in tables:
        for i, keys in table.records():
            there = table.first[keys] >= 0
            own = there & table.own[keys]
            begin, count = longest(own)
            run = count + table.size - 1
            length = int(originals.lengths[i])
            whole = bool(there.all())
            if not (whole or run >= LONG or covered(own, table.size) >= HALF * length):
                continue
            place = _commonest(table.first[keys[begin : begin + count]])
            found[i] = Standing(
                private.persons[i],
                private.ids[i],
                released.ids[place % len(released)],
                streams[place // len(released)][0],
                run,
                covered(there, table.size) / length,
                whole,
            )
    return [found[i] for i in sorted(found)]


def reasons(found: Sequence[Standing], private: Corpus) -> list[Reason]:
    """Return the reason that bars a pass where originals stand in a release, none otherwise.

    Args:
        found: What `find` returned.
        private: The private records.
    """
    if not found:
        return []
    people = list(dict.fromkeys(s.person for s in sorted(found, key=lambda s: -s.share)))
    facts = {
        "people": len(people),
        "records": len(found),
        "whole": sum(s.whole for s in found),
        "of": len(set(private.persons)),
        "private": {
            "people": people[:LISTED],
            "records": [
                {"record": s.record, "released": s.released, "where": s.where, "words": s.words}
                for s in found[:LISTED]
            ],
        },
    }
    return [Reason("verbatim", "fail", ("anonymous",), facts=facts)]


def _streams(released: Corpus) -> list[tuple[str, list[str]]]:
    """Return what a release consists of: each column's values, and the rows whole, last."""
    others = columns(released)
    streams = [("text", released.texts), *others.items(), ("id", released.ids)]
    if released.persons != released.ids:
        streams.append(("person", released.persons))
    if others:
        rows = zip(released.texts, *others.values(), strict=True)
        streams.append(("row", ["\n".join(row) for row in rows]))
    return streams


class _Originals:
    """The private texts as one row of words.

    Attributes:
        vocabulary: The number of each word.
        codes: (n,) the words of all texts.
        record: (n,) the record of each word.
        person: (n,) the person of each word.
        lengths: (m,) how many words each record has.
    """

    def __init__(self, private: Corpus) -> None:
        self.vocabulary: dict[str, int] = {}
        rows = [self._coded(text) for text in private.texts]
        people: dict[str, int] = {}
        owners = [people.setdefault(p, len(people)) for p in private.persons]
        self.lengths = np.array([len(row) for row in rows], dtype=np.int64)
        self.codes = np.fromiter((c for row in rows for c in row), np.int32)
        self.record = np.repeat(np.arange(len(rows)), self.lengths)
        self.person = np.repeat(np.array(owners, dtype=np.int64), self.lengths)

    def _coded(self, text: str) -> list[int]:
        return [self.vocabulary.setdefault(w, len(self.vocabulary)) for w in words(text)]

    def rare(self) -> Flags:
        """Return for each word whether one person's records alone hold it."""
        return one_owner(self.codes, self.person, len(self.vocabulary))


class _Runs:
    """The runs of one length that are looked for, and where the release holds them.

    Attributes:
        size: The length of a run, in words.
        record: (n,) the record of each run, in order.
        key: (n,) which of the different runs it is.
        own: (k,) whether a run is one person's own.
        first: (k,) the first place in the release that holds it; -1 where there is none.
    """

    def __init__(self, originals: _Originals, size: int) -> None:
        self.size = size
        every = hashes(originals.codes, size)
        inside = within(originals.record, size)
        lengths = originals.lengths[originals.record[: len(every)]]
        at = np.flatnonzero(inside & ((lengths >= size) if size == RUN else (lengths == size)))
        self.record = originals.record[at]
        keys, self.key = np.unique(every[at], return_inverse=True)
        self._members = Membership(keys)
        places, found = at, self.key
        if size < RUN:  # a short text may stand within another person's longer one
            every[~inside] = 0
            places, found = self._members.find(every)
        self.own = one_owner(found, originals.person[places], len(keys))
        self.first = np.full(len(keys), -1, dtype=np.int64)
        self._telling = np.ones(len(keys), dtype=np.bool_)
        if size < RUN:
            rare = originals.rare()[originals.codes]
            self._telling[self.key] = np.any([rare[at + i] for i in range(size)], axis=0)

    def read(self, codes: Codes, rows: Places, alone: Flags, offset: int) -> None:
        """Look the runs up in a part of the release.

        Args:
            codes: (n,) the words, -1 where no original has them.
            rows: (n,) the row of each.
            alone: (n,) whether the row begins at the word and has ``size`` words.
            offset: The place of row 0.
        """
        at, key = self._members.find(hashes(codes, self.size))
        fits = self._telling[key] | (alone[at] & within(rows, self.size)[at])
        at, key = at[fits], key[fits]
        new = self.first[key] < 0
        at, key = at[new][::-1], key[new][::-1]
        self.first[key] = rows[at] + offset

    def records(self) -> Iterator[tuple[int, Places]]:
        """Yield each record that a run of its own stands of, and the keys of its runs in order."""
        bounds = np.flatnonzero(np.diff(self.record, prepend=-1, append=-1))
        stands = np.add.reduceat(self._there(), bounds[:-1]) if len(self.record) else ()
        for i in np.flatnonzero(stands):
            yield int(self.record[bounds[i]]), self.key[bounds[i] : bounds[i + 1]]

    def _there(self) -> Places:
        return ((self.first >= 0) & self.own)[self.key].astype(np.int64)


def _read(
    tables: Sequence[_Runs], vocabulary: dict[str, int], values: Sequence[str], offset: int
) -> None:
    """Look up all runs in a column of the release, its rows joined."""
    codes, rows = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int64)
    for start in range(0, len(values), _BLOCK):
        block = [words(value) for value in values[start : start + _BLOCK]]
        lengths = np.array([len(row) for row in block], dtype=np.int64)
        new = np.fromiter((vocabulary.get(w, _UNKNOWN) for row in block for w in row), np.int32)
        ends = np.repeat(lengths, lengths)
        begins = np.zeros(len(new), dtype=np.bool_)
        begins[(np.cumsum(lengths) - lengths)[lengths > 0]] = True
        carried = min(len(codes), RUN - 1)
        codes = np.concatenate([codes[len(codes) - carried :], new])
        rows = np.concatenate(
            [rows[len(rows) - carried :], np.repeat(np.arange(len(block)) + start, lengths)]
        )
        for table in tables:
            alone = np.zeros(len(codes), dtype=np.bool_)
            alone[carried:] = begins & (ends == table.size)
            table.read(codes, rows, alone, offset)


def _commonest(places: Places) -> int:
    values, counts = np.unique(places, return_counts=True)
    return int(values[np.argmax(counts)])
