"""What the identifiers attack looks for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from seethrough.engine.floors.naming import naming
from seethrough.engine.rows.runs import Row, by_head, runs_in
from seethrough.engine.rows.values import strings
from seethrough.personal_data.contacts import contacts
from seethrough.personal_data.identifiers import find
from seethrough.personal_data.numbers import is_code
from seethrough.records.column_names import normalized
from seethrough.text.names import is_ordinary
from seethrough.text.normalised import JOINED, words
from seethrough.text.words import vocabulary

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus, Record

FIELDS = vocabulary(
    """
    name full_name fullname first_name last_name surname given_name family_name patient_name
    client_name customer_name contact contact_name email e_mail mail email_address phone
    phone_number telephone mobile fax address street_address username user_name handle login ssn
    mrn medical_record_number account account_number iban passport passport_number
    nachname familienname vorname anschrift adresse telefon telefonnummer patientenname
    nom nom_complet prénom adresse_postale apellido apellidos nombre nombre_completo
    dirección teléfono
    """
)
"""Columns whose values are identifiers, whatever they look like, in lower case with underscores."""

_FILED = vocabulary(
    """
    account badge booking case claim client customer docket ecli employee inmate invoice licence
    license matriculation matter member passport patient personnel plate policy prisoner student
    ticket visa
    """
)
"""Columns that hold numbers of people and their papers, also with ``_no``, ``_number`` and such."""
_NUMBER = re.compile(r"_(?:no|nr|num|number|id|code)$")
_FILE = re.compile(r"(?=(?:\W*\w){5})(?=(?:[^\d\s]*\d){4})[\w./:-]{5,40}")
"""What stands there if it is no label: five signs and four digits at the least, no blank."""

LONGEST_FIELD = 100
"""Signs of a value that counts as a whole, where no contact data are found in it."""

_PLAIN_NUMBER = re.compile(r"-?\d{1,6}|-?\d*\.\d+(?:e[+-]?\d+)?")
"""A number that is no contact data: a column may hold many, as vectors and tokens."""
_SHORTEST, _SHORTEST_JOINED = 3, 2
"""Signs that an identifier has at the least, in scripts with spaces and without."""
_OF_ONE = ("part", "code")
"""Kinds that may be more than one person's: a name, the number of a machine or a law."""
_DIGITS = 5
"""Digits of a number that is hardly anything else where it is a person value, too."""


def identifiers_of(private: Corpus, region: str) -> list[tuple[str, ...]]:
    """Return the direct identifiers of each private record.

    Those that stand in its text and its columns. A name that is found in one record is looked for
    in all of them. A code, and a single given or family name, hyphenated or not, counts
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
        own.append([i.written for i in found if i.kind not in ("name", *_OF_ONE)])
        for identifier in found:
            row = tuple(words(identifier.written))
            if identifier.kind in _OF_ONE:
                parts.setdefault(row, identifier.written)
            elif identifier.kind == "name":
                names.setdefault(row, identifier.written)
                last = identifier.written.split()[-1]
                if len(last) >= _SHORTEST and not is_ordinary(last):
                    parts.setdefault(tuple(words(last)), last)
    parts = {row: part for row, part in parts.items() if len(part.split()) == 1}
    holders: dict[Row, set[str]] = defaultdict(set)
    standing: list[list[Row]] = []
    table = by_head([*names, *parts])
    for person, text in zip(private.persons, private.texts, strict=True):
        found_here = list(dict.fromkeys(runs_in(words(text), table)))
        standing.append(found_here)
        for row in found_here:
            if row in parts:
                holders[row].add(person)
    for facts, found_here in zip(own, standing, strict=True):
        facts += [names[row] for row in found_here if row in names]
        facts += [parts[row] for row in found_here if row in parts and len(holders[row]) == 1]
    for facts, more in zip(own, _beside(private, region), strict=True):
        facts += more
    return [list(dict.fromkeys(" ".join(f.split()) for f in facts if words(f))) for facts in own]


def _beside(private: Corpus, region: str) -> Iterator[list[str]]:
    """Yield the identifiers in the columns of each record.

    A person value counts where it looks like a name, and where their own text says it: names in
    other scripts and account names look like none. Contact data, numbers and full names count in
    any column, each of several in one value by itself, codes beside other words alone; other values
    do in those of `FIELDS`, and what one person alone has in those that number people.
    """
    named = private.persons != private.ids
    filed = _filed(private)
    for record in private:
        found = []
        if named and (naming(record.person) is not None or _said_of_oneself(record)):
            found.append(record.person)
        for name, value in record.fields.items():
            for told in strings(value):
                plain = _PLAIN_NUMBER.fullmatch(told)
                found_in = () if plain else contacts(told, region)
                data = [each.written for each in found_in if each.kind != "code" or " " in told]
                whole = not data and normalized(name) in FIELDS and len(told) <= LONGEST_FIELD
                whole |= not data and len(filed.get(told, ())) == 1 and _is_filed(name)
                found += [told] if whole else [*data, *_full_name(told)]
        yield [v for v in found if not is_ordinary(v) and _long_enough(v)]


def _filed(private: Corpus) -> dict[str, set[str]]:
    """Return whose records hold each number in the columns that number people and their papers."""
    holders: dict[str, set[str]] = defaultdict(set)
    names = [name for name in private.field_names if _is_filed(name)]
    for record in private if names else ():
        for told in (t for name in names for t in strings(record.fields.get(name))):
            if _FILE.fullmatch(told) and is_code(told):
                holders[told].add(record.person)
    return holders


def _is_filed(name: str) -> bool:
    return _NUMBER.sub("", normalized(name)) in _FILED


def _full_name(value: str) -> list[str]:
    """Return the full name that a value holds, if all its parts are common ones."""
    named = naming(value) if " " in value.strip() else None
    return [" ".join(named.words).title()] if named is not None and named.kind == "common" else []


def _said_of_oneself(record: Record) -> bool:
    """Return whether a person value that is no small number stands in the person's own text."""
    row = words(record.person)
    signs = "".join(row)
    if (signs.isdigit() and len(signs) < _DIGITS) or len(record.person) > LONGEST_FIELD:
        return False
    return f" {' '.join(row)} " in f" {' '.join(words(record.text))} "


def _long_enough(value: str) -> bool:
    """Return whether a value has signs enough; a name in Chinese or Japanese has two or three."""
    signs = "".join(words(value))
    return len(signs) >= (
        _SHORTEST if re.search(f"[{JOINED}]", signs) is None else _SHORTEST_JOINED
    )
