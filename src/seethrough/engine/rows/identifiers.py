"""Where identifiers stand in the rows of a corpus, however they are written."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from seethrough.engine.floors.naming import orders
from seethrough.engine.rows.hashes import hashed
from seethrough.engine.rows.runs import Heads, Row, by_head, runs_in
from seethrough.engine.rows.spellings import (
    shorter,
    spelled,
    variants,
    with_initials,
    with_said_digits,
)
from seethrough.engine.rows.values import columns
from seethrough.personal_data.misspelt import Nearest
from seethrough.text.names import GIVEN, folded, is_ordinary
from seethrough.text.normalised import in_ascii_digits, words
from seethrough.text.signs.typography import in_hyphens
from seethrough.text.words import vocabulary

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

_NUMBERS = 7
_DIGITS = re.compile(r"\d(?:(?:[\s().+/-]{0,3}|,(?=\d{3}(?!\d)))\d){6,}")
"""Also in thousands, as spreadsheets write numbers: *44,285,249*."""
_SCHEME = re.compile(r"\s*(?:(?:https?|ftp)://(?:www\.)?|www\.)(?=\S+\s*$)", re.IGNORECASE)
_APART = re.compile(r"\d+|\D+")
_LONGEST_NUMBER = 34
"""Digits of the longest number, an IBAN; what is longer is several."""
_CODE_PARTS = 4
"""The most words of a code, such as AB-1234-99."""
_STREETS = {
    "street": "st", "avenue": "ave", "road": "rd", "drive": "dr", "lane": "ln", "court": "ct",
    "boulevard": "blvd", "square": "sq", "place": "pl", "terrace": "ter", "parkway": "pkwy",
    "highway": "hwy", "apartment": "apt", "suite": "ste",
}  # fmt: skip
NEAR = 8
"""So many words at the most stand between a given name and a family name of one person."""

_LEAD = 3
"""So many words before each of them one says what it is."""

_LABELS = vocabulary(
    "given first middle family last maiden name names surname forename mr mrs ms miss dr prof"
    " nnp nnps propn redacted masked"
)
"""Words beside the parts of a name: *First name: Ann, last name: Lee*; *Lee, Mrs Ann*; *Ann/NNP
Lee/NNP*; *Ann [REDACTED] Lee*."""
_NAMING = vocabulary(
    "given first last family surname forename maiden nachname vorname prénom apellido"
)
_STREETS_LONG = {short: long for long, short in _STREETS.items()}


class Place(NamedTuple):
    """Where an identifier stands: the index of the released record, and the column."""

    record: int
    where: str


def places(released: Corpus, facts: Iterable[str], most: int) -> Mapping[str, Sequence[Place]]:
    """Return where identifiers stand in a release.

    Words are compared in the form of `seethrough.text.normalised.words`. An identifier stands also
    where it is written in another way:

    - a number of seven digits and more by its digits alone, said in words, too, with or without a
      country's code or zeros before it;
    - a name with the family name first, in the genitive, as one word, with or without initials
      between its words, with a number behind it (``annlee77``), with labels beside its parts, with
      another given name before the family name (*Ann and Tom Lee*), in two fields with others
      between (*last: Lee, born: 1980, first: Ann*), in short (*L. Jones*, *ljones*)
      if no other known name has that short form; a full name with a letter wrong, unless that is
      another known identifier;
    - a mail address with "at" and "dot", a street in short, a code without its signs;
    - any identifier as a hash without a key, with its parts in columns of their own, or with
      letters transcribed and such
      (`seethrough.engine.rows.spellings`).

    Args:
        released: The released records; their texts, other columns and persons are read. Ids are
            not: `seethrough.engine.floors.naming` looks at those.
        facts: The identifiers.
        most: How many places of one identifier are kept in each column; at least one.
    """
    known = list(dict.fromkeys(facts))
    runs, numbers = _written(known)
    named = [run for run in runs if len(run) > 1 and all(map(str.isalpha, run))]
    names = by_head(named)
    short = _in_short(known, runs)
    runs |= short
    lettered = by_head(run for run in runs if all(map(str.isalpha, run)))
    beside = columns(released)
    every = chain(released.texts, *beside.values(), released.persons)
    for hash_, held in hashed(known, every).items():
        runs[(hash_,)] += held
    table = by_head(runs)
    nearest = Nearest({word for run in named for word in run})
    found: dict[str, list[Place]] = defaultdict(list)
    streams = [("text", released.texts), *beside.items()]
    parts = {word for run in runs if len(run) > 1 for word in run}
    if parts and len(beside) > 1:
        rows = zip(*beside.values(), strict=True)
        streams.append(("row", [_side_by_side(row, parts) for row in rows]))
    if released.persons != released.ids:
        streams.append(("person", released.persons))
    for where, values in streams:
        count: Counter[str] = Counter()
        for i, value in enumerate(values):
            met = list(runs_in(words(with_initials(value)), table) if short else ())
            for said in spelled(value):
                met += runs_in(said, table)
                if any(len(word) == 1 for word in said):
                    whole = [word for word in said if len(word) > 1 or not word.isalpha()]
                    met += runs_in(whole, names)
                if not _LABELS.isdisjoint(said):
                    met += runs_in([word for word in said if word not in _LABELS], lettered)
                if "and" in said:
                    met += _of_couples(said, names)
                if any(not word.isalpha() and not word.isdigit() for word in said):
                    met += runs_in([run for word in said for run in _APART.findall(word)], lettered)
                met += _misspelt(said, names, nearest, runs)
                met += _divided(said, names)
            held = [fact for run in met for fact in runs[run]]
            held += _numbers(value, numbers) if numbers else []
            for fact in dict.fromkeys(held):
                count[fact] += 1
                if count[fact] <= most:
                    found[fact].append(Place(i, where))
    return found


def _written(
    known: Iterable[str],
) -> tuple[dict[Row, list[str]], dict[str, list[tuple[str, str]]]]:
    """Return identifiers by their words, and their numbers by the last digits."""
    runs: dict[Row, list[str]] = defaultdict(list)
    numbers: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for fact in known:
        for run in dict.fromkeys(r for other in variants(fact) for r in _forms(other)):
            runs[run].append(fact)
        digits = "".join(c for c in in_ascii_digits(fact).removesuffix(".0") if c.isdigit())
        if len(digits) >= _NUMBERS and len(digits) >= sum(c.isalpha() for c in fact):
            number = digits.lstrip("0")
            numbers[number[-_NUMBERS:]].append((number, fact))
    return runs, numbers


def _of_couples(row: Sequence[str], names: Heads) -> Iterator[Row]:
    """Yield the names that stand with another given name: *Lisa and Tom Jones*."""
    for first, joint, other, family in zip(row, row[1:], row[2:], row[3:], strict=False):
        known = joint == "and" and (first, family) in names.get(first, {}).get(2, {})
        if known and _may_be_given(first) and _may_be_given(other):
            yield first, family


def _divided(row: Sequence[str], names: Heads) -> Iterator[Row]:
    """Yield the names of two words that a form says apart: *last: Lee, born: 1980, first: Ann*."""
    for i, word in enumerate(row):
        for run in names.get(word, {}).get(2, {}):
            behind = row[i + 2 : i + 2 + NEAR]
            if run[1] in behind and not any(map(is_ordinary, run)):
                at = i + 2 + behind.index(run[1])
                if all(not _NAMING.isdisjoint(row[max(0, j - _LEAD) : j]) for j in (i, at)):
                    yield run


def _may_be_given(word: str) -> bool:
    return folded(word) in GIVEN or not (word in _LABELS or is_ordinary(word))


def _side_by_side(row: Iterable[str], parts: Container[str]) -> str:
    """Return the cells of a row that are parts of identifiers, in both orders, if several are."""
    held = [cell for cell in row if (said := words(cell)) and all(word in parts for word in said)]
    return " ".join([*held, *reversed(held)]) if len(held) > 1 else ""


def _in_short(facts: Iterable[str], known: Container[Row]) -> dict[Row, list[str]]:
    """Return the facts that are names by their shorter forms, where these are no other's."""
    held: dict[Row, list[str]] = defaultdict(list)
    for fact in facts:
        short = (form for text in variants(fact) for form in shorter(text))
        for run in dict.fromkeys(r for text in short for r in _forms(with_initials(text))):
            held[run].append(fact)
    return {
        run: names
        for run, names in held.items()
        if run not in known and len({(n.split()[0], n.split()[-1]) for n in names}) == 1
    }


def _forms(fact: str) -> list[Row]:
    """Return the words in which an identifier may be written.

    A name's also with the family name first, in the genitive (``Keller's`` is ``kellers`` in
    normalized words), as one word and without initials between its words; an address's also with
    "at" and "dot"; a web address's without scheme and ``www.``; a street's also in short; a
    code's also as one word.
    """
    row = spelled(_SCHEME.sub("", fact))[0]
    if not row:  # a spelling of signs alone: *%2F%2F*
        return []
    if "@" in fact:
        local, domain = (words(part) for part in fact.split("@", 1))
        before, behind = ((part, _dotted(part)) for part in (local, domain))
        said = [(*b, "at", *d) for b in before for d in behind if local]
        return list(dict.fromkeys([row, *said]))
    if not all(map(str.isalpha, row)):
        code = "".join(row)
        short = tuple(_STREETS.get(word, word) for word in row)
        long = tuple(_STREETS_LONG.get(word, word) for word in row)
        coded = [(code,)] if len(code) >= _NUMBERS and len(row) <= _CODE_PARTS else []
        return list(dict.fromkeys([row, short, long, *coded]))
    bare = tuple(word for word in row if len(word) > 1)
    named = [*orders(row), *(orders(bare) if 1 < len(bare) < len(row) else ())]
    owned = [(*order[:-1], f"{order[-1]}s") for order in named]
    joined = [("".join(order),) for order in named if len(order) > 1]
    others = [o for o in (*owned, *joined) if len(o) > 1 or not is_ordinary(*o)]
    return list(dict.fromkeys([*named, *others]))


def _dotted(parts: Sequence[str]) -> list[str]:
    return [word for part in parts for word in ("dot", part)][1:]


def _numbers(value: str, numbers: Mapping[str, Sequence[tuple[str, str]]]) -> list[str]:
    held = []
    for match in _DIGITS.finditer(with_said_digits(in_hyphens(in_ascii_digits(value)))):
        for digits in _together(re.findall(r"\d+", match.group())):
            for wanted, fact in numbers.get(digits[-_NUMBERS:], ()):
                if digits.endswith(wanted) or wanted.endswith(digits):
                    held.append(fact)
    return held


def _together(groups: Sequence[str]) -> Iterator[str]:
    """Yield the numbers that neighbouring groups of digits may make, without zeros before them.

    What stands before or behind a number, such as an age or a year, is another one.
    """
    for first in range(len(groups)):
        digits = ""
        for group in groups[first : first + _LONGEST_NUMBER]:
            digits += group
            if len(digits) > _LONGEST_NUMBER:
                break
            if len(digits) >= _NUMBERS:
                yield digits.lstrip("0")


def _misspelt(
    row: Sequence[str],
    table: Heads,
    nearest: Nearest,
    known: Container[Row],
) -> Iterator[Row]:
    """Yield the runs of the table that stand in a row of words with a letter wrong."""
    for i, word in enumerate(row):
        for head in nearest[word]:
            for size, runs in table.get(head, {}).items():
                there = tuple(row[i : i + size])
                if len(there) < size or there in known:
                    continue
                for run in runs:
                    if all(w in nearest[t] for w, t in zip(run, there, strict=True)):
                        yield run
