"""Sentences that many passages share: they tell nothing of a single record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from seethrough.text.sentences import sentences

LEAST, SHARE = 3, 0.1
"""A sentence that so many passages have, and such a share of them, is boilerplate."""


def without_boilerplate(passages: Sequence[str]) -> list[str]:
    """Return passages without the sentences that many of them share, such as a letterhead.

    Copies of a passage count once. A passage of nothing else stays as it is.

    Args:
        passages: What an adversary reads of different records.
    """
    parts = {
        passage: [part for line in passage.splitlines() for part in sentences(line)]
        for passage in passages
    }
    alike = {passage: [part.casefold() for part in own] for passage, own in parts.items()}
    counts = Counter(part for own in alike.values() for part in set(own))
    many = max(LEAST, SHARE * len(parts))
    bare = {
        passage: " ".join(
            part for part, key in zip(own, alike[passage], strict=True) if counts[key] < many
        )
        for passage, own in parts.items()
    }
    return [bare[passage] or passage for passage in passages]
