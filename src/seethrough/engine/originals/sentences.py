"""Single sentences on sensitive matters that stand word for word in a release.

A mean over many facts hides one sentence on somebody's illness; so does the share of a record's
words. It is said who is concerned, and it bars a pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from seethrough.classifiers.local import Local
from seethrough.engine.floors.beyond_chance import apart
from seethrough.engine.originals.matching import RUN, SHORTEST
from seethrough.engine.originals.short_texts import ShortTexts
from seethrough.engine.originals.standing import find
from seethrough.engine.rows.whole_row import whole_rows
from seethrough.parallel.parts import parts_of
from seethrough.parallel.spreading import spread
from seethrough.reasons import LISTED, Reason
from seethrough.records.corpus import Corpus
from seethrough.statistics.arrays import numbered
from seethrough.text.normalised import words
from seethrough.text.sentences import units
from seethrough.word_runs.flags import Flags
from seethrough.word_runs.own_runs import OwnRuns, learn_owners
from seethrough.word_runs.word_hashes import whole

PART = 500
"""How many records are compared at once."""

MOST = 20_000
"""Of more sentences that stand in their released records, so many are looked at, evenly spread."""

_SENSITIVE = ("identifier", "special")


class Sentence(NamedTuple):
    """A sentence of a private record that stands in a released one.

    Attributes:
        record: The position of the private record.
        text: The sentence.
        alone: Whether it is a whole line there.
    """

    record: int
    text: str
    alone: bool


def reasons(private: Corpus, readings: Sequence[Corpus]) -> list[Reason]:
    """Return whose sensitive sentences stand whole in their own released record, if anybody's do.

    A sentence counts as `seethrough.engine.originals.standing.find` counts a text that stands
    whole: it has five words at the least, and is nobody's where several people say the same. In the
    records of others set phrases recur, so only the released record of the same id is looked at.
    What a sentence is about is an estimate (`seethrough.classifiers.local`), and without the rest
    of the record it may tell little: this is a doubt and no failure. Of more than `MOST` sentences
    that stand, so many are looked at, and those found are the least there are.

    Args:
        private: The private records.
        readings: The released records, which stand for the private ones of the same id, in one or
            several readings.
    """
    standing = [*_standing(private, readings)]
    looked_at = _some(standing)
    own = [s for s, yes in zip(looked_at, _own(looked_at, private), strict=True) if yes]
    counts = {"looked_at": len(looked_at), "standing": len(standing)}
    return _reasons(private, _sensitive(own, private), counts)


def reasons_anywhere(private: Corpus, readings: Sequence[Corpus], control: Corpus) -> list[Reason]:
    """Return whose sensitive sentences stand whole in rows of nobody, beyond chance.

    Only sentences of `RUN` words and more count, and where as many of people held out stand there,
    too, they are set phrases.

    Args:
        private: The private records.
        readings: The released records, in one or several readings.
        control: Records of people held out.
    """
    sides = _standing_anywhere((private, control), readings)
    own, others = (
        _sensitive(_some(standing), corpus)
        for standing, corpus in zip(sides, (private, control), strict=True)
    )
    mine, theirs = (
        np.array([person in told for person in {*corpus.persons}])
        for told, corpus in (({*own}, private), ({*others}, control))
    )
    if theirs.any() and not apart(mine, theirs):
        return []
    standing = len(sides[0])
    counts = {"looked_at": min(standing, MOST), "standing": standing, "anywhere": True}
    return _reasons(private, own, counts)


def _some(standing: Sequence[Sentence]) -> Sequence[Sentence]:
    """Return at most `MOST` sentences, evenly spread."""
    most = min(MOST, len(standing))
    return [standing[i * len(standing) // most] for i in range(most)]


def _sensitive(own: Sequence[Sentence], private: Corpus) -> list[str]:
    """Return whose sentences are on sensitive matters, one person for each of them."""
    classes = Local().classify([s.text for s in own], [private.texts[s.record] for s in own])
    return [
        private.persons[s.record]
        for s, said in zip(own, classes, strict=True)
        if said in _SENSITIVE
    ]


def _reasons(private: Corpus, owners: Sequence[str], counts: Mapping[str, int]) -> list[Reason]:
    """Return the reason that names whose sensitive sentences stand, if there are any."""
    if not owners:
        return []
    people = list(dict.fromkeys(owners))
    facts = {
        "people": len(people),
        "of": len(set(private.persons)),
        "sentences": len(owners),
        **counts,
        "private": {"people": people[:LISTED]},
    }
    return [Reason("sentences_standing", "inconclusive", ("sensitive", "anonymous"), facts=facts)]


def _standing_anywhere(sides: Sequence[Corpus], readings: Sequence[Corpus]) -> list[list[Sentence]]:
    """Return which sentences of each side stand whole anywhere, those that one person alone says.

    Args:
        sides: Records of different people.
        readings: The released records.
    """
    said = [
        (side, Sentence(record, text, False))
        for side, corpus in enumerate(sides)
        for record, row in enumerate(
            chain.from_iterable(spread(_long_units, parts_of(corpus.texts, PART)))
        )
        for text in row
    ]
    sentences = Corpus.from_texts(
        [sentence.text for _, sentence in said],
        persons=[f"{side}{sides[side].persons[sentence.record]}" for side, sentence in said],
    )
    found = {int(s.record) for reading in readings for s in find(sentences, reading) if s.whole}
    standing: list[list[Sentence]] = [[] for _ in sides]
    for place in sorted(found):
        side, sentence = said[place]
        standing[side].append(sentence)
    return standing


def _long_units(texts: Sequence[str]) -> list[list[str]]:
    """Return the sentences of each text that have `RUN` words and more."""
    return [[u.text for u in units(text) if len(words(u.text)) >= RUN] for text in texts]


def _standing(private: Corpus, readings: Sequence[Corpus]) -> Iterator[Sentence]:
    """Yield the sentences that stand whole in their own released record, in any reading."""
    rows = [whole_rows(r).corpus if r.field_names else r for r in readings]
    pairs = (
        (text, [row.texts[row.position[id_]] for row in rows if id_ in row.position])
        for id_, text in zip(private.ids, private.texts, strict=True)
    )
    found = chain.from_iterable(spread(_shared, parts_of(pairs, PART)))
    for record, sentences in enumerate(found):
        yield from (Sentence(record, text, alone) for text, alone in sentences)


def _shared(pairs: Sequence[tuple[str, Sequence[str]]]) -> list[list[tuple[str, bool]]]:
    """Return the sentences of each text that stand in one of the others, typography aside."""
    return [_shared_with(text, dict.fromkeys(others)) for text, others in pairs]


def _shared_with(text: str, others: Iterable[str]) -> list[tuple[str, bool]]:
    lines = [[words(line) for line in other.splitlines()] for other in others]
    alone = {tuple(line) for each in lines for line in each}
    joined = [_spaced(chain.from_iterable(each)) for each in lines]
    if max(map(len, joined), default=0) < 2 * SHORTEST:
        return []
    found = []
    for unit in units(text):
        row = words(unit.text)
        if len(row) >= SHORTEST and any(_spaced(row) in other for other in joined):
            found.append((unit.text, tuple(row) in alone))
    return found


def _spaced(row: Iterable[str]) -> str:
    return f" {' '.join(row)} "


def _own(sentences: Sequence[Sentence], private: Corpus) -> Flags:
    """Return whether each sentence is nobody else's: by its runs of words, as texts are."""
    own = np.zeros(len(sentences), dtype=np.bool_)
    if not sentences:
        return own
    texts = [s.text for s in sentences]
    alone = np.array([s.alone for s in sentences])
    lengths = whole(texts).lengths
    short = {
        size: ShortTexts(size, whole(t for t, n in zip(texts, lengths, strict=True) if n == size))
        for size in range(SHORTEST, RUN)
    }
    long = OwnRuns(RUN, whole(texts))
    learn_owners([long, *short.values()], private.texts, numbered(private.persons))
    for size, table in short.items():
        own[lengths == size] = table.runs.own & (table.telling | alone[lengths == size])
    some = np.flatnonzero(lengths >= RUN)
    if len(some):
        own[some] = np.logical_or.reduceat(long.own, long.bounds[some])
    return own
