"""Single sentences on sensitive matters that stand word for word in a release.

A mean over many facts hides one sentence on somebody's illness; so does the share of a record's
words. It is said who is concerned, and it bars a pass.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from seethrough.classifiers.local import Local
from seethrough.engine.floors import verbatim
from seethrough.engine.floors.whole_row import whole_rows
from seethrough.parallel.parts import parts_of
from seethrough.parallel.spreading import spread
from seethrough.reasons import Reason
from seethrough.text.normalised import words
from seethrough.text.sentences import units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from seethrough.records.corpus import Corpus

PART = 500
"""How many texts are cut into sentences at once."""

_SENSITIVE = ("identifier", "special")


def reasons(private: Corpus, readings: Sequence[Corpus]) -> list[Reason]:
    """Return whose sensitive sentences stand whole in their own released record, if anybody's do.

    A sentence counts as `seethrough.engine.floors.verbatim.find` counts a text that stands
    whole: it has five words at the least, and is nobody's where several people say the same. In the
    records of others set phrases recur, so only the released record of the same id is looked at.
    What a sentence is about is an estimate (`seethrough.classifiers.local`), and without the rest
    of the record it may tell little: this is a doubt and no failure.

    Args:
        private: The private records.
        readings: The released records, which stand for the private ones of the same id, in one or
            several readings.
    """
    from seethrough.records.corpus import Corpus

    cut = chain.from_iterable(spread(_cut, parts_of(private.texts, PART)))
    rows = [(i, sentence) for i, found in enumerate(cut) for sentence in found]
    sentences = Corpus.from_texts(
        [text for _, text in rows], persons=[private.persons[i] for i, _ in rows]
    )
    standing: set[int] = set()
    for reading in readings:
        whole = [int(s.record) for s in verbatim.find(sentences, reading) if s.whole]
        released = whole_rows(reading).corpus if whole else reading
        standing |= {n for n in whole if _holds(released, private.ids[rows[n][0]], rows[n][1])}
    there = [rows[n] for n in sorted(standing)]
    classes = Local().classify([text for _, text in there], [private.texts[i] for i, _ in there])
    owners = [
        private.persons[i]
        for (i, _), said in zip(there, classes, strict=True)
        if said in _SENSITIVE
    ]
    if not owners:
        return []
    people = list(dict.fromkeys(owners))
    facts = {
        "people": len(people),
        "of": len(set(private.persons)),
        "sentences": len(owners),
        "private": {"people": people[: verbatim.LISTED]},
    }
    return [Reason("sentences_standing", "inconclusive", ("sensitive", "anonymous"), facts=facts)]


def _cut(texts: Sequence[str]) -> list[list[str]]:
    return [[unit.text for unit in units(text)] for text in texts]


def _holds(released: Corpus, record: str, sentence: str) -> bool:
    """Return whether the released record of an id holds a sentence, typography aside."""
    if record not in released.position:
        return False
    text = released.texts[released.position[record]]
    return f" {' '.join(words(sentence))} " in f" {' '.join(words(text))} "
