"""Originals that stand word for word in a release, whatever their id and column.

The release is read once: each of its columns from the first row to the last without a break, so
that a record cut over several rows is seen, and each row with all its columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seethrough.engine.originals.matching import LONG, RUN, Originals
from seethrough.engine.originals.pieces import reading_orders
from seethrough.engine.rows.values import columns
from seethrough.records.texts import Texts
from seethrough.storage.string_tables import string_table

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


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
        whole: Whether all of it is.
    """

    person: str
    record: str
    released: str
    where: str
    words: int
    share: float
    whole: bool

    @property
    def in_pieces(self) -> bool:
        """Whether it stands in short runs alone."""
        return not self.whole and self.words < LONG


def find(private: Corpus, released: Corpus) -> list[Standing]:
    """Return the private records that stand word for word in a release, in order.

    Words are compared by `seethrough.text.normalised.words`. A run of `RUN` words (how many that
    are, and the like, says `seethrough.engine.originals.matching`) is a person's own where no other
    person's record holds it. A record stands in the release where

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
    others = columns(released)
    streams = _streams(released, others)
    orders = reading_orders(released.texts, [released.ids, *others.values()], RUN)
    n, pieces = len(released), len(streams)
    streams += [("text", [released.texts[row] for row in order]) for order in orders]
    originals = Originals(private, len(streams) * n)
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


def find_in(private: Corpus, readings: Sequence[Corpus]) -> list[Standing]:
    """Return the private records that stand in any reading of a release, as `find` does.

    Args:
        private: The private records.
        readings: The same released records, read in one or several ways. Where a record stands in
            several, the first tells where.
    """
    found = {s.record: s for reading in reversed(readings) for s in find(private, reading)}
    return [*found.values()]


def _streams(
    released: Corpus, others: Mapping[str, Sequence[str]]
) -> list[tuple[str, Sequence[str]]]:
    """Return what a release consists of: each column's values, and the rows whole, last."""
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
