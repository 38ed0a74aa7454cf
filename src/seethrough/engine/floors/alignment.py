"""Released text that stands for no private text: of unknown ids, or of records without text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seethrough.reasons import LISTED, Reason

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

SHARE = 0.05
"""From this share of the private ids on, missing ones count."""

COUNT = 3
"""From so many on, missing ids count whatever their share."""

UNKNOWN = 0.5
"""From so many unknown ids for each missing one on, records seem to stand under other ids."""


def reasons(private: Corpus, released: Corpus) -> list[Reason]:
    """Return whether an aligned release seems to hold private records under other ids.

    Records that are attacked one by one are those whose id both files hold. Where many private
    ids are missing (at least `SHARE` of them, or `COUNT`) and the release holds at least half as
    many ids that the private file does not have, what was attacked is not what was released.
    Records that were left out or held out leave no unknown ids, and are no finding.

    A released record with text under an unknown id is about nobody whom the control could hide,
    so that what it tells looks like what is guessed anyway: one such record bars a pass. So does
    one whose private record has no text: no attack knows what it must not tell.

    Args:
        private: The private records.
        released: The records of a release that stand for the private ones of the same id.
    """
    told = [i for i, text in zip(released.ids, released.texts, strict=True) if text.strip()]
    empty = {i for i, text in zip(private.ids, private.texts, strict=True) if not text.strip()}
    unattacked = {
        "records_of_nobody": [id_ for id_ in told if id_ not in private.position],
        "private_texts_missing": [id_ for id_ in told if id_ in empty],
    }
    out = [
        Reason(
            kind,
            "inconclusive",
            facts={"records": len(ids), "of": len(released), "private": {"ids": ids[:LISTED]}},
        )
        for kind, ids in unattacked.items()
        if ids
    ]
    missing = sum(id_ not in released.position for id_ in private.ids)
    unknown = sum(id_ not in private.position for id_ in released.ids)
    many = missing >= COUNT or (missing > 0 and missing >= SHARE * len(private))
    if not many or unknown < UNKNOWN * missing:
        return out
    facts = {"missing": missing, "unknown": unknown, "attacked": len(private) - missing}
    return [Reason("ids_renamed", "inconclusive", facts=facts), *out]
