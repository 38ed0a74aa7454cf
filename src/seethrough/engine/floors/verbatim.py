"""Originals that stand word for word in a release, whatever their id and column.

Every run of eight words of the private texts is hashed, and the release is read once: each of its
columns from the first row to the last without a break, so that a record cut over several rows is
seen, and each row with all its columns. Time grows with the sum of the lengths, memory with that of
the private texts: 13 bytes a word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from seethrough.engine.floors.short_texts import ShortTexts
from seethrough.engine.rows.near_wording import nearly_whole
from seethrough.engine.rows.pieces import reading_orders
from seethrough.engine.rows.values import columns
from seethrough.reasons import Reason
from seethrough.records.texts import Texts
from seethrough.statistics.arrays import evenly, numbered
from seethrough.storage.string_tables import string_table
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
"""So many people's records may hold `LONG` words, the half of a text: a copy, a reply quotes it."""

SHORTEST = 5
"""A text of fewer words is nobody's own, even where it stands whole."""

SOME, SOME_ROWS = 5_000, 20_000
"""So many private records are looked for in so many rows where words may be changed."""

LISTED = 20
"""How many people and records a reason names at the most."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A private record that is in the release.

    Attributes:
        person: Whom it is about.
        record: The private record's id.
        released: The id of the released record that holds most of its longest run.
        where: ``text``, ``id``, ``person``, the name of a column, or ``row`` where it is cut over
            several columns.
        words: The length of its longest run that counts, in words.
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

    One other person's records may hold the runs, too, as a copy or a reply that quotes does, where
    all of a text of `LONG` words is in the release, or half of it in so many words.

    Rows shorter than a run are pieces of texts: they are read in the order of their ids and of two
    other columns, too.

    So set phrases and texts that several people share are nobody's, and a release that hides
    single words and keeps the rest is found, as it should be.

    Args:
        private: The private records.
        released: The released records; their texts, other columns, ids and persons are read.
    """
    if not len(private) or not len(released):
        return []
    streams = _streams(released)
    orders = reading_orders(released.texts, [released.ids, *columns(released).values()], RUN)
    n, pieces = len(released), len(streams)
    streams += [("text", [released.texts[row] for row in order]) for order in orders]
    originals = _Originals(private, len(streams) * n)
    for number, (_, values) in enumerate(streams):
        originals.read(values, number * n)

    def row(place: int) -> int:
        stream, at = divmod(place, n)
        return at if stream < pieces else orders[stream - pieces][at]

    return [
        Standing(
            private.persons[held.record],
            private.ids[held.record],
            released.ids[row(held.place)],
            streams[held.place // n][0],
            held.run,
            held.share,
            held.whole,
        )
        for held in sorted(originals.standing())
    ]


def reasons(found: Sequence[Standing], private: Corpus) -> list[Reason]:
    """Return the reason that bars a pass where originals stand in a release, none otherwise.

    Args:
        found: What `find` returned.
        private: The private records.
    """
    if not found:
        return []
    return [Reason("verbatim", "fail", ("anonymous",), facts=facts_of(found, private))]


def reasons_behind(private: Corpus, searched: Corpus) -> list[Reason]:
    """Return the reason that bars a pass where originals are among what a service answers from.

    Whoever asks for one may get it, and questions that know nobody reach few of many records.

    Args:
        private: The private records.
        searched: The records that the service answers from; nothing but their texts is told.
    """
    from seethrough.deobfuscation.viewing import adversary_view
    from seethrough.records.corpus import Corpus

    texts = Corpus.from_texts(searched.texts, searched.ids)
    standing = {s.record: s for t in (adversary_view(texts)[0], texts) for s in find(private, t)}
    if not standing:
        return []
    facts = facts_of([*standing.values()], private)
    return [Reason("originals_behind", "inconclusive", ("anonymous",), facts=facts)]


def reasons_nearly(
    private: Corpus, released: Corpus, control: Corpus, whole: Collection[str]
) -> list[Reason]:
    """Return the reason why rows of nobody fail that hold originals with words changed.

    In an aligned release linkage sees them; here the mean over all people would hide a few.

    Args:
        private: The private records; `SOME` of them are looked for, evenly spaced.
        released: Released records that stand for nobody; `SOME_ROWS` are read, evenly spaced.
        control: Records of people held out: a run that one of them holds is nobody's own.
        whole: The ids of private records that `find` returned.
    """
    some, rows = evenly(len(private), SOME), evenly(len(released), SOME_ROWS)
    others = [control.texts[i] for i in evenly(len(control), SOME)]
    texts = [*(private.texts[i] for i in some), *others]
    persons = [*(f"p{private.persons[i]}" for i in some), *(f"c{i}" for i in range(len(others)))]
    told = [released.texts, released.ids, *columns(released).values()]
    said = ["\n".join(column[row] for column in told) for row in rows]
    held = [some[i] for i in nearly_whole(texts, persons, said) if i < len(some)]
    found = [i for i in held if private.ids[i] not in whole]
    if not found:
        return []
    people = list(dict.fromkeys(private.persons[i] for i in found))
    facts = {
        "people": len(people),
        "of": len({private.persons[i] for i in some}),
        "records": len(found),
        "private": {"people": people[:LISTED]},
    }
    return [Reason("nearly_verbatim", "fail", ("anonymous",), facts=facts)]


def facts_of(found: Sequence[Standing], private: Corpus) -> dict[str, Any]:
    """Return what a reason says of private records that stand somewhere.

    Args:
        found: What `find` returned.
        private: The private records.
    """
    people = list(dict.fromkeys(s.person for s in sorted(found, key=lambda s: -s.share)))
    return {
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


def _streams(released: Corpus) -> list[tuple[str, Sequence[str]]]:
    """Return what a release consists of: each column's values, and the rows whole, last."""
    others = columns(released)
    streams: list[tuple[str, Sequence[str]]] = [
        ("text", released.texts),
        *others.items(),
        ("id", released.ids),
    ]
    if released.persons != released.ids:
        streams.append(("person", released.persons))
    if others:
        rows = zip(released.texts, *others.values(), strict=True)
        whole = string_table(["row"], (("\n".join(row),) for row in rows))
        streams.append(("row", Texts(whole.column("row"))))
    return streams


class _Held(NamedTuple):
    record: int
    place: int
    run: int
    share: float
    whole: bool


class _Originals:
    """The private texts, those of `RUN` words and more by their runs, shorter ones whole."""

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
        """Look for everything in a column of the release, its rows joined."""
        self._long.read(self._watched(values, offset), offset)

    def _watched(self, values: Sequence[str], offset: int) -> Iterator[Stretch]:
        for part in stretches(values, RUN - 1):
            for table in self._short.values():
                table.read(part, offset)
            yield part

    def standing(self) -> Iterator[_Held]:
        """Yield the records that stand in what was read."""
        for size, table in self._short.items():
            records = np.flatnonzero(self._lengths == size)
            for i in np.flatnonzero((table.first != ABSENT) & table.runs.own).tolist():
                yield _Held(int(records[i]), int(table.first[i]), size, 1.0, True)
        bounds, first, holders = self._long.bounds, self._long.first, self._long.holders()
        some = np.flatnonzero(np.diff(bounds))
        if len(some):
            told = (holders > 0) & (holders <= TWO)
            for record in some[np.logical_or.reduceat(told, bounds[some])].tolist():
                span = slice(bounds[record], bounds[record + 1])
                yield from _held(record, int(self._lengths[record]), first[span], holders[span])


def _held(record: int, length: int, first: FirstPlaces, holders: Holders) -> Iterator[_Held]:
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
        yield _Held(record, _commonest(first[begin : begin + count]), run, share, whole)


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
