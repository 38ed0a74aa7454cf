"""Which kinds of detail leak: ages, dates, numbers, names, rare words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from seethrough.text.details import KINDS, details, tokens, vocabulary

if TYPE_CHECKING:
    from seethrough.engine.verdict.exposed_people import PersonFinding
    from seethrough.records.corpus import Corpus

OTHER = "everyday words"
"""The kind of claims without any such detail."""


def leaks_by_kind(people: Sequence[PersonFinding], private: Corpus) -> list[dict[str, Any]]:
    """Count claims by the kinds of detail in them; a claim may have several kinds.

    Args:
        people: What was found.
        private: The records, which say what is a rare word and what a name.

    Returns:
        For each kind, how many ``claims`` have such a detail, how many of them ``leaked`` (beyond
        the control, where that is of the same person), and how many of those with the detail
        itself standing ``word_for_word`` in the linked record; nothing where no claim was to be
        inferred.
    """
    if not any(person.asked for person in people):
        return []
    usual = vocabulary(private.texts, private.persons)
    claims: Counter[str] = Counter()
    leaked: Counter[str] = Counter()
    kept: Counter[str] = Counter()
    for record in (r for person in people for r in person.records):
        there = {token.key for token in tokens(record.passage)}
        for claim in record.claims:
            found = details(claim.rated.text, usual) or {OTHER: set()}
            claims.update(list(found))
            if claim.leaked:
                leaked.update(list(found))
                kept.update(kind for kind, keys in found.items() if keys & there)
    return [
        {
            "kind": kind,
            "claims": claims[kind],
            "leaked": leaked[kind],
            "word_for_word": kept[kind],
        }
        for kind in (*KINDS, OTHER)
    ]
