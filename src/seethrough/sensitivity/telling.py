"""The words that make a claim identifying, and whether a text still holds any of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from seethrough.protocols import Sensitivity
from seethrough.sensitivity import contacts, names
from seethrough.sensitivity.features import context
from seethrough.text.word_table import word_table

_QUASI = ("age", "year", "date", "postcode", "address")


def revealing_words(claim: str, said: Sensitivity, record: str) -> list[str]:
    """Return the words and numbers that a claim owes its class to.

    Names of people, contact data and numbers of accounts and cases of an ``identifier``; names of
    places and organisations, ages and dates of a ``quasi``. Other classes owe theirs to what the
    whole claim says, and so do claims without such words: the list is empty then.

    Args:
        claim: The claim.
        said: Its class.
        record: The text that it was cut from.
    """
    rank = word_table().rank
    if said == "identifier":
        patterns: Sequence[str] = contacts.IDENTIFIERS
        words = names.people(claim, context(record).known, rank)
    elif said == "quasi":
        patterns, words = _QUASI, names.places(claim, rank)
    else:
        return []
    found = [m.group() for name in patterns for m in contacts.PATTERNS[name].finditer(claim)]
    return list(dict.fromkeys([*words, *found]))


def stands(words: Sequence[str], passage: str) -> bool:
    """Return whether a text holds any of the words, whole and in any case."""
    low = " ".join(passage.lower().split())
    return any(
        re.search(rf"(?<!\w){re.escape(_plain(word))}(?!\w)", low) for word in words if _plain(word)
    )


def taken(claim: str, said: Sensitivity, record: str, passage: str) -> bool:
    """Return whether a text has lost all that a claim owes its class to.

    A claim such as "the user's landlord is Mr Okafor" is *similar* to a passage that speaks of a
    landlord without a name. What is similar there identifies nobody: for such a claim, a judge's
    grade 2 means that the rest is disclosed, not the name.

    Args:
        claim: The claim.
        said: Its class.
        record: The text that it was cut from.
        passage: What the adversary reads.
    """
    words = revealing_words(claim, said, record)
    return bool(words) and not stands(words, passage)


def _plain(word: str) -> str:
    return " ".join(re.sub(r"['’]s?$", "", word).lower().split())
