"""People of whom nothing is told that others do not have word for word, as in unanswered forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from seethrough.engine.coverage.missing import LEAST_ATTACKED
from seethrough.reasons import LISTED, Reason
from seethrough.statistics.arrays import numbered

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


def reasons(private: Corpus) -> list[Reason]:
    """Return how many people have only texts that others have as well, if more than one in ten.

    "No comment", a filler for what is missing, an empty form: no attack can find such people, so
    each makes every share of people smaller. Capitals and spaces make no difference.

    Args:
        private: The private records; those without text do not count.
    """
    people = numbered(private.persons)
    texts = np.fromiter(
        (hash(plain) if (plain := _plain(text)) else 0 for text in private.texts),
        dtype=np.int64,
        count=len(private),
    )
    written = texts != 0
    pairs = np.unique(np.column_stack([texts[written], people[written]]), axis=0)
    _, which, owners = np.unique(pairs[:, 0], return_inverse=True, return_counts=True)
    own = np.zeros(people.max(initial=-1) + 1, dtype=np.bool_)
    own[pairs[owners[which] == 1, 1]] = True
    everybody = np.unique(pairs[:, 1])
    alike = everybody[~own[everybody]]
    if len(everybody) - len(alike) >= LEAST_ATTACKED * len(everybody):
        return []
    rows = np.flatnonzero(written & np.isin(people, alike))[:LISTED]
    told = {"ids": [private.ids[row] for row in rows.tolist()]}
    facts = {"people": len(alike), "of": len(everybody), "private": told}
    return [Reason("texts_alike", "inconclusive", facts=facts)]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
