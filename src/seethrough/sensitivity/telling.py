"""The words that make a claim identifying, and whether a text still holds any of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from seethrough.personal_data.contacts import contacts
from seethrough.protocols import Sensitivity
from seethrough.sensitivity import names
from seethrough.sensitivity.contacts import IDENTIFIERS, PATTERNS
from seethrough.sensitivity.features import context
from seethrough.text.details import tokens
from seethrough.text.names import folded
from seethrough.text.word_table import word_table

_QUASI = ("age", "year", "date", "postcode", "address")
_LONG = 4
"""Words of so many letters and more are compared with names that are longer than that."""
_COMMON = 3_000
"""A word of a better frequency rank is that word and no misspelt name: "weeks" is no Meeks."""


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
        words = names.people(claim, context(record).known, rank)
        found = [*_matched(IDENTIFIERS, claim), *(found.written for found in contacts(claim))]
    elif said == "quasi":
        words, found = names.places(claim, rank), _matched(_QUASI, claim)
    else:
        return []
    return list(dict.fromkeys([*words, *found]))


def _matched(patterns: Sequence[str], claim: str) -> list[str]:
    return [match.group() for name in patterns for match in PATTERNS[name].finditer(claim)]


def unnamed(claim: str, record: str) -> str:
    """Return a claim with *somebody* in the place of names of people, contact data and numbers.

    Args:
        claim: A claim of the class ``identifier``.
        record: The text that it was cut from.
    """
    words = sorted(revealing_words(claim, "identifier", record), key=len, reverse=True)
    if not words:
        return claim
    word = rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)"
    return re.sub(rf"{word}(?:[\s.]+{word})*", "somebody", claim)


def stands(words: Sequence[str], passage: str) -> bool:
    """Return whether a text holds any of the words, whole and in any case."""
    low = folded(" ".join(passage.split()))
    return any(
        re.search(rf"(?<!\w){re.escape(_plain(word))}(?!\w)", low) for word in words if _plain(word)
    )


def taken(claim: str, said: Sensitivity, record: str, passage: str) -> bool:
    """Return whether a text has lost all that a claim owes its class to, and the like of it.

    The like of a name is a word one letter away from it (of five letters and more, and no common
    word), and the initials of a name of several words. A nickname is not found. A claim such as
    "the user's landlord is Mr Okafor" is *similar* to a passage that speaks of a landlord without a
    name. What is similar there identifies nobody: for such a claim, a judge's grade 2 means that
    the rest is disclosed, not the name.

    Args:
        claim: The claim.
        said: Its class.
        record: The text that it was cut from.
        passage: What the adversary reads.
    """
    words = revealing_words(claim, said, record)
    return bool(words) and not _alike(words, passage)


def nameless(claim: str, said: Sensitivity, record: str, passage: str) -> bool:
    """Return whether a claim identifies by names alone, and ``taken`` says they are gone.

    A judge grades what the whole claim says, and a text that calls somebody *the patient* may say
    all but the name: without any of the names even its grade 1 tells nobody who it was. Of a number
    or an address this would be too bold, since both can be written in many ways.

    Args:
        claim: The claim.
        said: Its class.
        record: The text that it was cut from.
        passage: What the adversary reads.
    """
    if said != "identifier":
        return False
    words = revealing_words(claim, said, record)
    called = names.people(claim, context(record).known, word_table().rank)
    return words == list(dict.fromkeys(called)) and taken(claim, said, record, passage)


def spared(claim: str, said: Sensitivity, grade: int, record: str, passage: str) -> bool:
    """Return whether a text has lost what makes a claim identifying, whatever else it tells of it.

    Args:
        claim: The claim.
        said: Its class.
        grade: How far a judge finds it disclosed: 1 the same, 2 similar, 3 unsupported.
        record: The text that it was cut from.
        passage: What the adversary reads.
    """
    return (grade == 2 and taken(claim, said, record, passage)) or (
        grade == 1 and nameless(claim, said, record, passage)
    )


def _alike(called: Sequence[str], passage: str) -> bool:
    """Return whether a text holds one of the words, one like it, or the initials of the names.

    Numbers are alike however they are written: "34" and "thirty-four".
    """
    from rapidfuzz.distance import OSA

    told = _numbers(passage)
    if stands(called, passage) or any(own and own <= told for own in map(_numbers, called)):
        return True
    found = set(re.findall(r"[^\W\d_]+", passage))
    met = {_plain(word) for word in found if len(word) >= _LONG and _may_be_a_name(word)}
    for name in map(_plain, called):
        if len(name) > _LONG and any(OSA.distance(name, word, score_cutoff=1) <= 1 for word in met):
            return True
    initials = [re.escape(name[0]) for name in called if name[:1].isupper()]
    run = r"\.?\s?".join(initials)
    return len(initials) > 1 and bool(re.search(rf"(?<!\w){run}\.?(?!\w)", passage))


def _may_be_a_name(word: str) -> bool:
    """Return whether a word is unknown, or has a capital letter and is none of the commonest."""
    rank = word_table().rank.get(_plain(word))
    return rank is None or (word[0].isupper() and rank >= _COMMON)


def _numbers(text: str) -> set[str]:
    return {token.key for token in tokens(text) if token.key.isdigit()}


def _plain(word: str) -> str:
    return folded(" ".join(re.sub(r"['’]s?$", "", word).split()))
