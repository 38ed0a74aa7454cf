"""Canaries: made-up people with a secret; a coin decides which join the private records.

What a release discloses about the planted ones beyond those left out comes from the release:
the secrets occur nowhere else.

Source: Carlini et al., "The secret sharer" (2019), section 4; Steinke, Nasr and Jagielski (2023)
for the coins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough.errors import InputError, UsageError
from seethrough.records.marked import spans_in
from seethrough.statistics.arrays import Generator
from seethrough.text.details import in_digits
from seethrough.text.normalised import words

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus, Record

DIGITS = 6

MOST_TIMES = 1_000
"""How many records a canary may have."""

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
    a private record drawn at random, so that control codes can be made of it; a column that says
    what is private in a text says it of the canary's own: its name and its secret.

    Args:
        private: The private records, at least one.
        count: How many canaries, planted and left out.
        times: How many records each has, in turn, at most 1,000.
        rng: Tosses the coins and draws the secrets.

    Raises:
        UsageError: There are no records or no canaries, there are canaries already, or a number of
            times is out of range.
    """
    from seethrough.records.corpus import Corpus

    if not len(private) or count < 2:
        raise UsageError("at least one private record and two canaries are needed")
    if not times or min(times) < 1 or max(times) > MOST_TIMES:
        raise UsageError(f"a canary can be planted 1 to {MOST_TIMES:,} times (--times)")
    if _with_secrets(private):
        raise UsageError(
            f"{private.name}: the column {SECRET!r} is not empty, as in records that have"
            " canaries; plant canaries into records without any"
        )
    texts, ids, persons = list(private.texts), list(private.ids), list(private.persons)
    fields = [dict(record.fields) for record in private]
    out: tuple[list[str], list[str], list[str], list[dict[str, object]]] = ([], [], [], [])
    marked = _columns_of_spans(private)
    names: set[str] = set()
    for number in range(count):
        while (name := f"{_word(rng)} {_word(rng)}") in names:
            pass
        names.add(name)
        secret, often = secret_of(rng), times[number % len(times)]
        text = sentence(name, secret)
        spans = [_span(text, name, "name"), _span(text, secret, "number")]
        drawn = fields[int(rng.integers(len(private)))]
        own = {**drawn, **dict.fromkeys(marked, spans), SECRET: secret, TIMES: often}
        planted = bool(rng.integers(2))
        rows = (texts, ids, persons, fields) if planted else out
        for copy in range(often if planted else 1):
            rows[0].append(text)
            rows[1].append(f"canary-{number}-{copy}")
            rows[2].append(f"canary-{number}")
            rows[3].append(own)
    return Planted(
        Corpus.from_texts(texts, ids, persons, fields, private.name),
        Corpus.from_texts(*out, f"{private.name} (canaries left out)"),
    )


def canaries(corpus: Corpus) -> list[Record]:
    """Return the first record of each canary.

    Raises:
        InputError: One does not say how many records were planted.
    """
    found = _with_secrets(corpus)
    if not all(map(times_of, found)):
        raise InputError(
            f"{corpus.name}: not every record with a secret ({SECRET!r}) says how often it was"
            f" planted ({TIMES!r}); give the two files that seethrough plant wrote, as they are"
        )
    return found


def times_of(canary: Record) -> int:
    """Return how many records of a canary were planted, or would have been; 0 for not known."""
    try:
        times = float(canary.fields.get(TIMES, 0))
    except (TypeError, ValueError):
        return 0
    return int(times) if times.is_integer() else 0


def _with_secrets(corpus: Corpus) -> list[Record]:
    """Return the first record of each person who has a secret.

    In a file with columns those of everybody else have an empty one.
    """
    found: dict[str, Record] = {}
    for record in corpus:
        secret = record.fields.get(SECRET)
        if isinstance(secret, str) and secret:
            found.setdefault(record.person, record)
    return list(found.values())


def _columns_of_spans(private: Corpus) -> list[str]:
    """Return the columns that hold spans of their record's text, and nothing else."""
    found: dict[str, list[bool | None]] = {}
    for record in private:
        for name, value in record.fields.items():
            spans = spans_in(value) if isinstance(value, list) else None
            end = len(record.text)
            inside = spans is not None and all(0 <= a < b <= end for a, b, _ in spans)
            # Nothing is said where there is no span.
            found.setdefault(name, []).append(inside if value else None)
    return [name for name, said in found.items() if any(said) and False not in said]


def _span(text: str, part: str, kind: str) -> list[Any]:
    start = text.index(part)
    return [start, start + len(part), kind]


def sentence(name: str, secret: str) -> str:
    """Return the text of a canary's record."""
    return f"The case number of {name} is {secret}."


def secret_of(rng: Generator) -> str:
    """Return six random digits, apart, so that each is a word of its own."""
    return " ".join(str(d) for d in rng.integers(10, size=DIGITS))


def words_of(text: str) -> list[str]:
    """Return the words of a text, each digit of a number for itself, as those of a secret are.

    Whoever writes the secret again may write it as one number, in groups, or in words.
    """
    return [
        part for word in words(in_digits(text)) for part in (word if word.isdigit() else (word,))
    ]


def _word(rng: Generator) -> str:
    parts = [
        _CONSONANTS[int(rng.integers(len(_CONSONANTS)))] + _VOWELS[int(rng.integers(5))]
        for _ in range(3)
    ]
    return "".join(parts).capitalize()
