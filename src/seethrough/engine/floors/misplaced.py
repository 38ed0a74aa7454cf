"""Records under other ids: they hold what is known of somebody, and were made from no such record.

A released record comes from the private record of its id, and says hardly more of anybody than that
does. Where the records that the adversary picked do, they stand under ids that are not theirs: no
pick can be right, and what is learned looks like what is guessed anyway.
"""

from __future__ import annotations

import re
from collections import Counter
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from seethrough.engine.verdict.limits import TOLERANCE
from seethrough.estimates.figure import Tally
from seethrough.estimates.shares import share
from seethrough.evidence.linked import LinkedRecord
from seethrough.linkers.bm25 import BM25
from seethrough.reasons import Reason
from seethrough.text.stop_words import STOP_WORDS

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Cell
    from seethrough.records.corpus import Corpus

MORE = 0.2
"""So much more of the known words a released record has than the private one of its id.

Of 556 records that BM25 picked in 11 releases (anonymized, condensed, paraphrased, scrubbed,
emptied, and with facts made false) 0.4 % reach it; of a paraphrased release whose ids were moved,
87 %.
"""

ENOUGH = 2_000
"""So many are looked at, evenly spread: they show a few per cent, however many there are."""

_WORD = re.compile(r"\w+")


def reasons(cell: Cell, private: Corpus) -> list[Reason]:
    """Return whether the records that were picked for people hold what those of their ids lack.

    Args:
        cell: What an attack found on a release that is aligned with the private records.
        private: The private records.
    """
    if not cell.paired:
        return []
    people, found = [], []
    picks = [*cell.targets.evidence(LinkedRecord)]
    for target, seen in picks[:: 1 + len(picks) // ENOUGH]:
        known = _words(*seen.known) - STOP_WORDS
        place = private.position.get(seen.linked) if seen.linked is not None else None
        if known and place is not None:
            more = len(known & _words(seen.passage)) - len(known & _words(private.texts[place]))
            people.append(target.person)
            found.append(Tally(float(more >= MORE * len(known))))
    seldom = share(found, people).low if found else None
    if seldom is None or seldom <= TOLERANCE:
        return []
    facts = {"records": int(sum(tally.value for tally in found)), "of": len(found)}
    return [Reason("ids_moved", "inconclusive", facts=facts)]


def left_out(private: Corpus, released: Corpus) -> list[Reason]:
    """Return whether released records tell of others of the same people that were not released.

    Only private records whose id is released are attacked, each by itself. Where several of a
    person were told in one, as in a summary, the others would be found by their words, more often
    than chance finds one of the person's records.

    Args:
        private: The private records.
        released: The records of a release that stand for the private ones of the same id.
    """
    owner = dict(zip(private.ids, private.persons, strict=True))
    owners = [owner.get(id_) for id_ in released.ids]
    number = Counter(owners)
    rows = zip(private.ids, private.persons, private.texts, strict=True)
    left = [
        (person, text)
        for id_, person, text in rows
        if number[person] and text.strip() and id_ not in released.position
    ]
    left = left[:: 1 + len(left) // ENOUGH]
    if not left:
        return []
    people, texts = zip(*left, strict=True)
    links = BM25().link(texts, released.texts, [()] * len(left), 1, np.random.default_rng(0))
    hits = [owners[i] == p for i, p in zip(links.indices[:, 0].tolist(), people, strict=True)]
    seldom = share([Tally(float(hit)) for hit in hits], people).low
    chance = fmean(number[person] / len(released) for person in people)
    if seldom is None or seldom - chance <= TOLERANCE:
        return []
    return [Reason("left_out_told", "inconclusive", facts={"records": sum(hits), "of": len(left)})]


def _words(*texts: str) -> set[str]:
    return {word for text in texts for word in _WORD.findall(text.casefold())}
