"""Canaries: made-up people with a secret; a coin decides which join the private records.

What a release discloses about the planted ones beyond those left out comes from the release:
the secrets occur nowhere else.

Source: Carlini et al., "The secret sharer" (2019), section 4; Steinke, Nasr and Jagielski (2023)
for the coins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from seethrough.errors import UsageError
from seethrough.statistics.arrays import Generator

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

DIGITS = 6
SECRET = "canary"
"""The column of a canary's record that holds its secret."""

TIMES = "canary_times"
"""The column that says how many records of the canary were planted, or would have been."""

_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeiou"


class Planted(NamedTuple):
    """Private records with canaries, and the canaries that were left out.

    Attributes:
        private: What a release is to be made from.
        control: Those left out: the audit's control.
    """

    private: Corpus
    control: Corpus


def plant(private: Corpus, count: int, times: Sequence[int], rng: Generator) -> Planted:
    """Plant each of ``count`` canaries with chance one half.

    A canary is a person with one record, or several that say the same. It has the other columns of
    a private record drawn by lot, so that control codes can be made of it.

    Args:
        private: The private records, at least one.
        count: How many canaries, planted and left out.
        times: How many records each has, in turn.
        rng: Tosses the coins and draws the secrets.

    Raises:
        UsageError: There are no records or no canaries.
    """
    from seethrough.records.corpus import Corpus

    if not len(private) or count < 2 or not times or min(times) < 1:
        raise UsageError("at least one private record, two canaries and times from 1 are needed")
    texts, ids, persons = list(private.texts), list(private.ids), list(private.persons)
    fields = [dict(record.fields) for record in private]
    out: tuple[list[str], list[str], list[str], list[dict[str, object]]] = ([], [], [], [])
    names: set[str] = set()
    for number in range(count):
        while (name := f"{_word(rng)} {_word(rng)}") in names:
            pass
        names.add(name)
        secret, often = secret_of(rng), times[number % len(times)]
        own = {**fields[int(rng.integers(len(private)))], SECRET: secret, TIMES: often}
        planted = bool(rng.integers(2))
        rows = (texts, ids, persons, fields) if planted else out
        for copy in range(often if planted else 1):
            rows[0].append(sentence(name, secret))
            rows[1].append(f"canary-{number}-{copy}")
            rows[2].append(f"canary-{number}")
            rows[3].append(own)
    return Planted(
        Corpus.from_texts(texts, ids, persons, fields, private.name),
        Corpus.from_texts(*out, f"{private.name} (canaries left out)"),
    )


def sentence(name: str, secret: str) -> str:
    """Return the text of a canary's record."""
    return f"The case number of {name} is {secret}."


def secret_of(rng: Generator) -> str:
    """Return six random digits, apart, so that each is a word of its own."""
    return " ".join(str(d) for d in rng.integers(10, size=DIGITS))


def _word(rng: Generator) -> str:
    parts = [
        _CONSONANTS[int(rng.integers(len(_CONSONANTS)))] + _VOWELS[int(rng.integers(5))]
        for _ in range(3)
    ]
    return "".join(parts).capitalize()
