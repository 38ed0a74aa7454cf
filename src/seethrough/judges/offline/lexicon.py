"""Which words and phrases mean the same, which are broader, and how much a word weighs.

``lexicon.txt`` next to this module was written by hand.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from seethrough.text.stemmer import english_stem

Stems = tuple[str, ...]
NOTHING: frozenset[int] = frozenset()

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[+%]")


class Lexicon(NamedTuple):
    """Phrases, as stems, and the concepts they name.

    Attributes:
        concepts: The concepts that a phrase can name.
        broader: The concepts that say a concept in a more general way.
        longest: For each first stem, the longest phrase that begins with it, in words.
    """

    concepts: dict[Stems, frozenset[int]]
    broader: dict[int, frozenset[int]]
    longest: dict[str, int]


def phrase(text: str) -> Stems:
    """Return a phrase as stems: ``"knee replacement"`` -> ``("knee", "replac")``."""
    return tuple(english_stem(word) for word in _WORD.findall(text.lower()))


@functools.cache
def lexicon() -> Lexicon:
    """Return the lexicon next to this module."""
    lines = Path(__file__).with_name("lexicon.txt").read_text(encoding="utf-8").splitlines()
    return build(line for line in lines if line.strip() and not line.startswith("#"))


def build(lines: Iterable[str]) -> Lexicon:
    """Return the lexicon that lines such as ``a = b`` and ``a, b < c = d`` describe."""
    named: dict[Stems, set[int]] = {}
    narrow: list[tuple[list[Stems], list[Stems]]] = []
    number = 0
    for line in lines:
        left, _, right = line.partition("<")
        if right:
            narrow.append(
                ([phrase(p) for p in left.split(",")], [phrase(p) for p in right.split("=")])
            )
            continue
        for part in left.split("="):
            named.setdefault(phrase(part), set()).add(number)
        number += 1
    for lower, upper in narrow:
        for key in lower + upper:
            if key not in named:
                named[key] = {number}
                number += 1
    broader: dict[int, set[int]] = {}
    for lower, upper in narrow:
        above = set().union(*(named[key] for key in upper))
        for key in lower:
            for concept in named[key]:
                broader.setdefault(concept, set()).update(above - named[key])
    longest: dict[str, int] = {}
    for key in named:
        longest[key[0]] = max(longest.get(key[0], 0), len(key))
    return Lexicon(
        {key: frozenset(value) for key, value in named.items()},
        {key: frozenset(value) for key, value in broader.items()},
        longest,
    )


def spans(stems: Sequence[str], lexicon: Lexicon) -> list[tuple[int, int, frozenset[int]]]:
    """Return every phrase of the lexicon in a text as (first, after last, concepts)."""
    found = []
    for first, head in enumerate(stems):
        for length in range(lexicon.longest.get(head, 0), 0, -1):
            concepts = lexicon.concepts.get(tuple(stems[first : first + length]))
            if concepts and first + length <= len(stems):
                found.append((first, first + length, concepts))
    return found
