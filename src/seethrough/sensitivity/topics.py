"""What a text speaks of: a hand-written lexicon of topics, matched by stems."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.text.stemmer import english_stem
from seethrough.text.words import vocabulary

WORD = re.compile(r"\d+(?:[.,:/]\d+)*|[^\W\d_]+(?:['’-][^\W\d_]+)*")


class Topics(NamedTuple):
    """Phrases, as stems, and the topics they belong to.

    Attributes:
        names: The topics, in the order of the file.
        phrases: The columns of a phrase.
        longest: For each first stem, the longest phrase that begins with it, in words.
    """

    names: tuple[str, ...]
    phrases: dict[tuple[str, ...], tuple[int, ...]]
    longest: dict[str, int]


def tokens(text: str) -> list[str]:
    """Return the words and numbers of a text as they are written."""
    return WORD.findall(text)


def stems(words: Iterable[str]) -> list[str]:
    """Return the stems of words."""
    return [english_stem(word.lower().replace("’", "'")) for word in words]


@functools.cache
def topics() -> Topics:
    """Return the lexicon next to this module."""
    path = Path(__file__).with_name("lexicon.txt")
    return read(path.read_text("utf-8").splitlines())


def read(lines: Iterable[str]) -> Topics:
    """Return the topics that lines describe: ``[topic]``, then phrases that commas part."""
    names: list[str] = []
    found: dict[tuple[str, ...], set[int]] = {}
    for line in lines:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            names.append(line.strip("[]"))
            continue
        for phrase in line.split(","):
            key = tuple(stems(tokens(phrase)))
            if key:
                found.setdefault(key, set()).add(len(names) - 1)
    longest: dict[str, int] = {}
    for key in found:
        longest[key[0]] = max(longest.get(key[0], 0), len(key))
    return Topics(tuple(names), {k: tuple(sorted(v)) for k, v in found.items()}, longest)


def spoken_of(words: Sequence[str], lexicon: Topics) -> list[tuple[int, int]]:
    """Return (place, topic) of every phrase of the lexicon in a text; longer phrases hide shorter.

    Args:
        words: The text as stems.
        lexicon: The topics.
    """
    out = []
    place = 0
    while place < len(words):
        step = 1
        for length in range(lexicon.longest.get(words[place], 0), 0, -1):
            columns = lexicon.phrases.get(tuple(words[place : place + length]))
            if columns and place + length <= len(words):
                out += [(place, column) for column in columns]
                step = length
                break
        place += step
    return out


GROUPS: dict[str, frozenset[str]] = {
    "health": vocabulary("condition symptom body drug care measure mental reproduction substance"),
    "beliefs": vocabulary("sexlife religion politics union origin genetics crime"),
    "singling out": vocabulary("kin marital work occupation school place housing time age"),
    "matters": vocabulary("money conflict feeling plan secret habit"),
    "nobody's": vocabulary("courtesy task business leisure chatter"),
}
"""Topics that belong together; each group is counted as a topic of its own."""


@functools.cache
def subjects() -> tuple[str, ...]:
    """Return what `counted` counts, in order: every topic, then every group."""
    return (*topics().names, *GROUPS)


def counted(words: Sequence[str], lexicon: Topics) -> npt.NDArray[np.float32]:
    """Return (t,) how often a text, as stems, speaks of each of `subjects`."""
    count = np.zeros(len(lexicon.names), dtype=np.float32)
    for _, column in spoken_of(words, lexicon):
        count[column] += 1
    return np.concatenate([count, count @ _grouping()])


@functools.cache
def _grouping() -> npt.NDArray[np.float32]:
    rows = [[name in group for group in GROUPS.values()] for name in topics().names]
    return np.array(rows, dtype=np.float32)
