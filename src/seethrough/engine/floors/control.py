"""Control people must be in neither file, and there must be enough of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seethrough.engine.floors.same_people import plain_person
from seethrough.engine.originals.both_sides import find_both
from seethrough.engine.originals.matching import HALF
from seethrough.engine.originals.standing import find
from seethrough.reasons import LISTED, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from seethrough.records.corpus import Corpus

LEAST = 10
"""Of fewer control people's figures nothing follows."""


def reasons(private: Corpus, released: Corpus, control: Corpus) -> list[Reason]:
    """Return what is wrong with a control group.

    A control person is in a file where their person value, in whatever capitals and the like
    (`same_people.plain_person`), or the id of one of their records is one of that file's, or where
    at least half of a text of theirs stands there word for word
    (`seethrough.engine.originals.standing`). Ids that only count rows tell nothing, and neither do
    persons that are such ids, nor wording that several people of the two files have
    (`seethrough.engine.originals.both_sides`).

    Args:
        private: The private records.
        released: The released records.
        control: Records of people held out before the release was made.
    """
    out = []
    for kind, other in (("control_in_private", private), ("control_in_release", released)):
        facts = _shared(control, other)
        if facts is not None:
            out.append(Reason(kind, "inconclusive", facts=facts))
    people = len(set(control.persons))
    if people < LEAST:
        facts = {"people": people, "least": LEAST}
        out.append(Reason("control_too_few", "inconclusive", facts=facts))
    return out


def _shared(control: Corpus, other: Corpus) -> dict[str, object] | None:
    by_id = _ids(control) & _ids(other)
    by_person = _persons(control) & _persons(other)
    whole = (s for s in find(control, other) if s.whole)
    half = (s for s in find_both(control, other, [other])[0] if s.share >= HALF)
    standing = [*{s.record: s for s in (*half, *whole)}.values()]
    by_text = {s.record for s in standing}
    rows = zip(control.ids, control.persons, strict=True)
    people = list(
        dict.fromkeys(
            p for i, p in rows if i in by_id or plain_person(p) in by_person or i in by_text
        )
    )
    if not people:
        return None
    return {
        "people": len(people),
        "of": len(set(control.persons)),
        "by_id": len(by_id),
        "by_person": len(by_person),
        "by_text": len({s.person for s in standing}),
        "private": {"people": people[:LISTED]},
    }


def counted(values: Sequence[str]) -> bool:
    """Return whether values are row numbers, from zero or one."""
    return any([*values] == [str(i + first) for i in range(len(values))] for first in (0, 1))


def _ids(corpus: Corpus) -> set[str]:
    return set() if counted(corpus.ids) else set(corpus.ids)


def _persons(corpus: Corpus) -> set[str]:
    return set() if corpus.persons == corpus.ids else set(map(plain_person, corpus.persons))
