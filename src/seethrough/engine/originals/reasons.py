"""Reasons that speak of original wording in a release."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from seethrough.engine.originals.nearly import nearly_whole
from seethrough.engine.originals.standing import Standing, find_in
from seethrough.engine.rows.values import columns
from seethrough.reasons import LISTED, Reason
from seethrough.statistics.arrays import evenly

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

SOME, SOME_ROWS = 5_000, 20_000
"""So many private records are looked for in so many rows where words may be changed."""


def verbatim(found: Sequence[Standing], private: Corpus) -> list[Reason]:
    """Return the reason that bars a pass where originals stand in a release, none otherwise.

    Args:
        found: What `seethrough.engine.originals.standing.find` returned.
        private: The private records.
    """
    if not found:
        return []
    return [Reason("verbatim", "fail", ("anonymous",), facts=facts_of(found, private))]


def originals_behind(private: Corpus, searched: Corpus) -> list[Reason]:
    """Return the reason that bars a pass where originals are among what a service answers from.

    Whoever asks for one may get it, and questions that know nobody reach few of many records.

    Args:
        private: The private records.
        searched: The records that the service answers from; nothing but their texts is told.
    """
    from seethrough.deobfuscation.viewing import adversary_view
    from seethrough.records.corpus import Corpus

    texts = Corpus.from_texts(searched.texts, searched.ids)
    found = find_in(private, [texts, adversary_view(texts)[0]])
    if not found:
        return []
    facts = facts_of(found, private)
    return [Reason("originals_behind", "inconclusive", ("anonymous",), facts=facts)]


def nearly_verbatim(
    private: Corpus, released: Corpus, control: Corpus, whole: Collection[str]
) -> list[Reason]:
    """Return the reason why rows of nobody fail that hold originals with words changed.

    In an aligned release linkage sees them; here the mean over all people would hide a few.

    Args:
        private: The private records; `SOME` of them are looked for, evenly spaced.
        released: Released records of no particular person; `SOME_ROWS` are read, evenly spaced.
        control: Records of people held out: a run that one of them holds is nobody's own.
        whole: The ids of private records that `seethrough.engine.originals.standing.find` returned.
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
        found: What `seethrough.engine.originals.standing.find` returned.
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
