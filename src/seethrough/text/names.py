"""Names of people: common given and family names, and what looks like a full name.

A name that is not in the lists of ``names.txt``, next to this module, is recognised by its capitals
and by not being an ordinary word.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from seethrough.text.words import vocabulary, word_lists

_LISTS = word_lists(Path(__file__).with_name("names.txt"))

GIVEN = _LISTS["given"]
"""Given names, in lower case."""

FAMILY = _LISTS["family"] | _LISTS["famous"]
"""Family names, in lower case."""

_NAMES = GIVEN | FAMILY
_OF = vocabulary(
    "al am bin da das de del della den der des di do dos du el ibn la le ten ter van von"
)
_BEFORE_PLACES = vocabulary(
    "san santa santo sao los las saint st ste new port fort mount lake north south east west"
)
_AFTER_PLACES = vocabulary(
    "street st road rd avenue ave lane drive court square place way county city"
)
_ENDINGS = (("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"),
            ("ly", ""), ("er", ""), ("er", "e"))  # fmt: skip
_LEAST = 3
_OF_AND_NAME = re.compile(r"^([od])['’](?!clock)(?=[^\W\d_]{3})")


@functools.cache
def _dictionary() -> frozenset[str]:
    """Return the words that the English lemmatizer knows, and those that it leaves alone."""
    from seethrough.text.english import parser

    nlp = parser()
    index = nlp.get_pipe("lemmatizer").lookups.get_table("lemma_index")  # type: ignore[attr-defined]
    irregular = nlp.get_pipe("lemmatizer").lookups.get_table("lemma_exc")  # type: ignore[attr-defined]
    known = {word for words in (*index.values(), *irregular.values()) for word in words}
    return frozenset(
        (known | nlp.Defaults.stop_words) - _NAMES | _LISTS["words too"] | _LISTS["newer words"]
    )


@functools.lru_cache(maxsize=100_000)
def is_ordinary(word: str) -> bool:
    """Return whether an English word is used for other things than naming people.

    Names that are words, too (Rose, Baker, Mark), are ordinary.

    Args:
        word: A single word, in any case.
    """
    word = folded(word)
    if word in _dictionary():
        return True
    if word in _NAMES:
        return False
    # Four letters are enough for a plural: *says*, *guys*; not for *Dyer*.
    long = len(word) > 4
    endings = ((e, to) for e, to in _ENDINGS if word.endswith(e) and (long or e == "s"))
    stems = (word[: -len(e)] + to for e, to in endings)
    return any(stem in _dictionary() for stem in stems)


@functools.lru_cache(maxsize=100_000)
def folded(word: str) -> str:
    """Return a word in lower case without accents, as the lists hold it: O'Brien is obrien."""
    if not word.isascii():
        apart = unicodedata.normalize("NFKD", word.casefold())
        word = "".join(c for c in apart if not unicodedata.combining(c))
    return _OF_AND_NAME.sub(r"\1", word.lower())


def is_name(word: str) -> bool:
    """Return whether a word is a common given or family name and no ordinary word."""
    return folded(word) in _NAMES and not is_ordinary(word)


def full_name(parts: Sequence[str]) -> Literal["common", "perhaps", ""]:
    """Return whether the words could be a person's full name.

    Args:
        parts: Words without a title, in the case in which they are written; in any order.

    Returns:
        ``common`` where one is a common given name and another a family name, or at least no
        ordinary word (two that are both ordinary words must be capitalised: Mark Wood);
        ``perhaps`` for two or three capitalised words none of which is an ordinary one; else
        nothing.
    """
    if len(parts) < 2 or is_place(parts):
        return ""
    whole = [*parts[:-1], re.sub("['’]s?$", "", parts[-1])]
    bare = [re.sub("['’](?!s?$)", "", part) for name in whole for part in name.split("-")]
    held = [part for part in bare if folded(part) not in _OF]
    if not 2 <= len(held) <= 4 or not all(part.isalpha() for part in held):
        return ""
    capitals = all(part[:1].isupper() and part[1:].islower() for part in held if len(part) > 1)
    for i, given in enumerate(held):
        others = held[:i] + held[i + 1 :]
        if folded(given) in GIVEN and all(_fits(given, other, capitals) for other in others):
            return "common"
    if capitals and len(held) == 3 and len(held[1]) == 1 and not is_ordinary(held[0]):
        return "common"
    if not capitals or len(held) > _LEAST or min(map(len, held)) < _LEAST:
        return ""
    return "" if any(is_ordinary(part) for part in held) else "perhaps"


def has_initials(parts: Sequence[str], least: int = 2) -> bool:
    """Return whether initials stand before a family name: *T. S. Kowalczyk*.

    Args:
        parts: Words without points, in the case in which they are written.
        least: How many initials at the least, from 1 on.
    """
    *initials, family = parts or ("",)
    if len(initials) < least or not all(len(part) == 1 and part.isupper() for part in initials):
        return False
    return _is_capitalised(family) and (folded(family) in FAMILY or not is_ordinary(family))


def has_particle(parts: Sequence[str]) -> bool:
    """Return whether particles join a given name to a capitalised word, which may be any.

    The dictionary has families of the famous (*Simone de Beauvoir*) and words that are families
    (*Peter van Horn*).

    Args:
        parts: Words in the case in which they are written.
    """
    given, *particles, family = parts if len(parts) > 2 else ("", "")
    joined = bool(particles) and all(part in _OF for part in particles)
    return joined and folded(given) in GIVEN and _is_capitalised(family) and not is_place(parts)


def _is_capitalised(word: str) -> bool:
    return word[:1].isupper() and word[1:].islower()


def is_place(parts: Sequence[str]) -> bool:
    """Return whether capitalised words name a place: San Antonio, Victoria Street."""
    words = [folded(part).strip(".") for part in parts]
    return bool(words) and (words[-1] in _AFTER_PLACES or not _BEFORE_PLACES.isdisjoint(words[:-1]))


def _fits(given: str, other: str, capitals: bool) -> bool:
    """Return whether a word goes with a given name."""
    if folded(other) in _NAMES:
        return capitals or not (is_ordinary(given) and is_ordinary(other))
    if len(other) == 1:
        return other.isupper()
    return len(other) >= _LEAST and not is_ordinary(other)
