"""What the identifiers attack looks for, and where it finds it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from seethrough.engine.floors.naming import naming, orders
from seethrough.engine.rows.values import columns, strings
from seethrough.personal_data.identifiers import find
from seethrough.personal_data.misspelt import Nearest
from seethrough.records.columns import normalized
from seethrough.text.names import is_ordinary
from seethrough.text.normalised import words
from seethrough.text.words import vocabulary

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

FIELDS = vocabulary(
    """
    name full_name fullname first_name last_name surname given_name family_name patient_name
    client_name customer_name contact contact_name email e_mail mail email_address phone
    phone_number telephone mobile fax address street_address username user_name handle login ssn
    mrn medical_record_number account account_number iban passport passport_number
    """
)
"""Columns of the private records whose values are identifiers, in lower case with underscores."""

LONGEST_FIELD = 100
_NUMBERS = 7
_DIGITS = re.compile(r"\d(?:[\s().+/-]{0,3}\d){6,}")
_LONGEST_NUMBER = 34
"""Digits of the longest number, an IBAN; what is longer is several."""
_CODE_PARTS = 4
"""The most words of a code, such as AB-1234-99."""
_SHORTEST = 3
_STREETS = {
    "street": "st", "avenue": "ave", "road": "rd", "drive": "dr", "lane": "ln", "court": "ct",
    "boulevard": "blvd", "square": "sq", "place": "pl", "terrace": "ter", "parkway": "pkwy",
    "highway": "hwy", "apartment": "apt", "suite": "ste",
}  # fmt: skip
_STREETS_LONG = {short: long for long, short in _STREETS.items()}

Row = tuple[str, ...]


def identifiers_of(private: Corpus, region: str) -> list[tuple[str, ...]]:
    """Return the direct identifiers of each private record.

    Those that stand in its text, and its person and contact columns. A name that is found in one
    record is looked for in all of them. A single given or family name, hyphenated or not, counts
    only where one person's records alone hold it and it is no ordinary word; with a full name, the
    family name is looked for by itself, too.

    Args:
        private: The private records; what is found is kept with them.
        region: Where a telephone number without a country code is dialled.
    """
    key = f"identifiers/{private.hash[:16]}-{region}"
    kept = private.derived.get(key)
    if kept is None:
        kept = _identifiers(private, region)
        private.derived.put(key, kept)
    return [tuple(row) for row in kept]


def _identifiers(private: Corpus, region: str) -> list[list[str]]:
    own: list[list[str]] = []
    names: dict[Row, str] = {}
    parts: dict[Row, str] = {}
    for found in find(private.texts, region):
        own.append([i.written for i in found if i.kind not in ("name", "part")])
        for identifier in found:
            row = tuple(words(identifier.written))
            if identifier.kind == "part":
                parts.setdefault(row, identifier.written)
            elif identifier.kind == "name":
                names.setdefault(row, identifier.written)
                last = identifier.written.split()[-1]
                if len(last) >= _SHORTEST and not is_ordinary(last):
                    parts.setdefault(tuple(words(last)), last)
    parts = {row: part for row, part in parts.items() if len(part.split()) == 1}
    holders: dict[Row, set[str]] = defaultdict(set)
    standing: list[list[Row]] = []
    table = _heads([*names, *parts])
    for person, text in zip(private.persons, private.texts, strict=True):
        found_here = list(dict.fromkeys(_runs(words(text), table)))
        standing.append(found_here)
        for row in found_here:
            if row in parts:
                holders[row].add(person)
    for facts, found_here in zip(own, standing, strict=True):
        facts += [names[row] for row in found_here if row in names]
        facts += [parts[row] for row in found_here if row in parts and len(holders[row]) == 1]
    for facts, more in zip(own, _beside(private), strict=True):
        facts += more
    return [list(dict.fromkeys(" ".join(f.split()) for f in facts if words(f))) for facts in own]


def _beside(private: Corpus) -> Iterator[list[str]]:
    """Yield the identifiers in the person and contact columns of each record."""
    named = private.persons != private.ids
    for record in private:
        found = []
        if named and naming(record.person) is not None:
            found.append(record.person)
        for name, value in record.fields.items():
            if normalized(name) in FIELDS:
                found += [v for v in strings(value) if 0 < len(v) <= LONGEST_FIELD]
        yield [v for v in found if not is_ordinary(v) and len("".join(words(v))) >= _SHORTEST]


class Place(NamedTuple):
    """Where an identifier stands: the index of the released record, and the column."""

    record: int
    where: str


def places(released: Corpus, facts: Iterable[str], most: int) -> Mapping[str, Sequence[Place]]:
    """Return where identifiers stand in a release.

    Words are compared in the form of `seethrough.text.normalised.words`; numbers of seven
    digits and more digit by digit, with or without a country's code before them; a name also with
    the family name first, in the genitive and as one word, with or without initials between its
    words, and a full one with a letter wrong in its words, unless that is another known identifier;
    an address also with "at" and "dot"; a street also in short; a code also without its signs.

    Args:
        released: The released records; their texts, other columns and persons are read. Ids are
            not: `seethrough.engine.floors.naming` looks at those.
        facts: The identifiers.
        most: How many places of one identifier are kept in each column; at least one.
    """
    runs: dict[Row, list[str]] = defaultdict(list)
    numbers: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for fact in dict.fromkeys(facts):
        for run in _forms(fact):
            runs[run].append(fact)
        digits = "".join(c for c in fact.removesuffix(".0") if c.isdigit())
        if len(digits) >= _NUMBERS and len(digits) >= sum(c.isalpha() for c in fact):
            numbers[digits[-_NUMBERS:]].append((digits.lstrip("0"), fact))
    table = _heads(runs)
    names = _heads(run for run in runs if len(run) > 1 and all(map(str.isalpha, run)))
    nearest = Nearest({word for held in names.values() for run in held for word in run})
    found: dict[str, list[Place]] = defaultdict(list)
    streams = [("text", released.texts), *columns(released).items()]
    if released.persons != released.ids:
        streams.append(("person", released.persons))
    for where, values in streams:
        count: Counter[str] = Counter()
        for i, value in enumerate(values):
            said = words(value)
            held = [fact for run in _runs(said, table) for fact in runs[run]]
            if any(len(word) == 1 for word in said):
                whole = [word for word in said if len(word) > 1 or not word.isalpha()]
                held += [fact for run in _runs(whole, names) for fact in runs[run]]
            held += [fact for run in _misspelt(said, names, nearest, runs) for fact in runs[run]]
            if numbers:
                held += _numbers(value, numbers)
            for fact in dict.fromkeys(held):
                count[fact] += 1
                if count[fact] <= most:
                    found[fact].append(Place(i, where))
    return found


def _forms(fact: str) -> list[Row]:
    """Return the words in which an identifier may be written.

    A name's also with the family name first, in the genitive (``Keller's`` is ``kellers`` in
    normalised words), as one word and without initials between its words; an address's also with
    "at" and "dot"; a street's also in short; a code's also as one word.
    """
    row = tuple(words(fact))
    if "@" in fact:
        local, domain = (words(part) for part in fact.split("@", 1))
        before, behind = ((part, _dotted(part)) for part in (local, domain))
        spelled = [(*b, "at", *d) for b in before for d in behind if local]
        return list(dict.fromkeys([row, *spelled]))
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
    for match in _DIGITS.finditer(value):
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
        for group in groups[first:]:
            digits += group
            if len(digits) > _LONGEST_NUMBER:
                break
            if len(digits) >= _NUMBERS:
                yield digits.lstrip("0")


def _heads(runs: Iterable[Row]) -> dict[str, dict[Row, None]]:
    """Return runs of words by their first word."""
    table: dict[str, dict[Row, None]] = defaultdict(dict)
    for run in runs:
        if run:
            table[run[0]][run] = None
    return dict(table)


def _runs(row: Sequence[str], table: Mapping[str, Mapping[Row, None]]) -> Iterator[Row]:
    """Yield the runs of the table that stand in a row of words."""
    for i, word in enumerate(row):
        for run in table.get(word, ()):
            if len(run) == 1 or tuple(row[i : i + len(run)]) == run:
                yield run


def _misspelt(
    row: Sequence[str],
    table: Mapping[str, Mapping[Row, None]],
    nearest: Nearest,
    known: Container[Row],
) -> Iterator[Row]:
    """Yield the runs of the table that stand in a row of words with a letter wrong."""
    for i, word in enumerate(row):
        for head in nearest[word]:
            for run in table.get(head, ()):
                there = tuple(row[i : i + len(run)])
                near = len(there) == len(run) and there not in known
                if near and all(w in nearest[t] for w, t in zip(run, there, strict=True)):
                    yield run
