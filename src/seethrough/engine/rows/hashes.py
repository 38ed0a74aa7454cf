"""Identifiers that stand in a release as their plain hash: whoever knows one computes it again.

A hash without a secret key is no protection: names, mail addresses and telephone numbers are few
enough to hash them all. Source: Article 29 Working Party, opinion 05/2014, section 4.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from seethrough.text.normalised import words

METHODS = ("md5", "sha1", "sha256", "sha512")

SHORTEST = 12
"""The fewest hexadecimal digits of a hash that was cut; so many hardly agree by chance."""

_HASH = re.compile(rf"[0-9A-Fa-f]{{{SHORTEST},}}")


def hashed(facts: Iterable[str], values: Iterable[str]) -> dict[str, list[str]]:
    """Return the hashes of identifiers that stand in texts, each with its identifiers.

    Args:
        facts: The identifiers. They are hashed as they are written, in small and in capital
            letters, and without signs between letters and digits.
        values: The texts. A hash stands there in hexadecimal digits, whole or its beginning.
    """
    there = {found.lower() for value in values for found in _hashes_in(value)}
    lengths = {len(found) for found in there}
    made: dict[str, list[str]] = defaultdict(list)
    for fact in facts if there else ():
        for method in METHODS:
            for spelling in _spellings(fact):
                data = spelling.encode(errors="surrogatepass")
                whole = hashlib.new(method, data, usedforsecurity=False).hexdigest()
                for found in {whole[:length] for length in lengths} & there:
                    made[found].append(fact)
    return made


def _hashes_in(value: str) -> Iterator[str]:
    for match in _HASH.finditer(value):
        found, beside = match.group(), value[match.start() - 1 : match.start()]
        beside += value[match.end() : match.end() + 1]
        if not (any(map(str.isalnum, beside)) or found.isdigit() or found.isalpha()):
            yield found


def _spellings(fact: str) -> Iterator[str]:
    joined = "".join(words(fact))
    plus = [f"+{joined}"] if joined.isdigit() else []
    yield from dict.fromkeys([fact, fact.lower(), fact.upper(), joined, *plus])
