"""What a record states about its person, in the words of a population's table.

A column of the record that is about the same attribute counts first; else its text is read by
rules, which know English. They find what is said outright, not what could be inferred.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any

from seethrough.attributes.kinds import named
from seethrough.population.ages import ages_of
from seethrough.population.said_ages import COUNTED, IS, MAN, NEAR, OPENS, WOMAN, aged, said_ages
from seethrough.population.table import Column, Population, key_of, kind_of
from seethrough.records.column_names import normalized
from seethrough.text.details import in_digits
from seethrough.text.signs.typography import in_hyphens

Stated = Mapping[str, tuple[str, ...]]
"""Values by attribute; the person has one of them."""

_PLACES = frozenset(
    ("place", "birthplace", "country", "state", "county", "region", "province", "district", "town")
)
_BEFORE_PLACE = re.compile(
    r"\b(?:(?P<born>born)(?: on)?(?: [\d./]+(?:st|nd|rd|th)?,?| (?-i:[A-Z])[a-z]{2,8},?){0,3} )?"
    r"(?:in|from|near|to|at|of|outside)(?: the)?\s+"
    r"(?:[^\W\d_][\w'’-]{0,30}(?: [^\W\d_][\w'’-]{0,30})?,\s+)?$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
_SIGNS_BEFORE = re.compile(r"(?<![^\s(])[<>≤≥=]+ ?$")
_SIGNS_AFTER = re.compile(r"[+−-](?![\w+-])")

_BIRTH_COLUMNS = frozenset(
    ("dob", "date_of_birth", "birth_date", "birthdate", "birthday", "birth_year", "year_of_birth",
     "yob", "born")
)  # fmt: skip
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?=(?:\d{4})?(?!\d))")
"""A year, also of a date without signs, ``19800203``."""
_AGED = r"(?:\d{1,3}[- ]?(?:years?|yrs?)[- ]?old|\d{1,3} ?y[./]?o\.?|(?:I am|I['’]m)(?: an?)?)"
_FEMALE = rf"{WOMAN}|waitress|mother|wife|grandmother"
_MALE = rf"{MAN}|father|husband|grandfather"
_NOUN = re.compile(
    rf"\b{_AGED} (?:[a-z-]+ )?(?:(?P<female>{_FEMALE})|(?P<male>{_MALE}))\b"
    rf"|\b(?:(?P<f4>{WOMAN})|(?P<m4>{MAN}))"
    r"(?:,? aged? | of |, | \()(?:about |around |~ ?)?[1-9]\d(?:[.,;:!?)]|$| )"
    rf"|{OPENS}[1-9]\d/?(?-i:(?P<f>F)|(?P<m>M))\b{COUNTED}"
    rf"|\b(?:sex|gender){IS}(?:(?P<f3>female|woman|f)|(?P<m3>male|man|m))(?![\w-])"
    r"|(?<!\w)(?-i:(?P<f2>F)|(?P<m2>M)) ?/ ?[1-9]\d\b",
    re.IGNORECASE,
)
_SHE = re.compile(r"\b(?:she|hers?|herself)\b", re.IGNORECASE)
_HE = re.compile(r"\b(?:he|his|him|himself)\b", re.IGNORECASE)
_I = re.compile(r"\b(?:I|I['’](?:m|ve|d|ll)|[Mm]y)\b")
_OPENING = re.compile(
    r"^\W*(?:(?P<female>Mrs|Ms|Miss)|(?P<male>Mr))\b"
    rf"|^\W*(?:An?|The|This) (?:[a-z-]+ )?(?:(?P<f>{_FEMALE})|(?P<m>{_MALE}))\b"
)


def stated(fields: Mapping[str, Any], text: str, population: Population, year: int) -> Stated:
    """Return what a record states of the attributes of a table.

    Args:
        fields: Its columns besides its text; one may hold a profile.
        text: Its text.
        population: The table.
        year: The year in which the table counts, to make an age of a year of birth.

    Returns:
        Values as ``Column.said`` returns them. An attribute of which nothing is said, or nothing
        that the table has, is left out.
    """
    given: dict[str, str] = {}
    for name, value in named(fields).items():
        given.setdefault(kind_of(name), value)
    found: dict[str, tuple[str, ...]] = {}
    for kind, column in population.columns.items():
        values: tuple[str, ...] = ()
        if given.get(kind, "").strip():
            said = column.said(given[kind])
            values = () if said is None else (said,)
            if kind == "age" and not values:
                values = _read(column, f"age: {given[kind]}", year)
        if kind == "age":
            values = _within((*values, *_by_birth(fields, year)), _read(column, text, year))
        values = values or _read(column, text, year)
        if values:
            found[kind] = values
    return found


def of_its_person(said: Stated) -> Stated:
    """Return what a reader takes to be said of the person whom a record is about.

    Of several ages that is the first: it is the person's more often than not. Those within it come
    before it, the narrowest first: ``45-45``, ``40-49`` of a column with ranges and a text.
    """
    return {kind: _nested(values) if kind == "age" else values for kind, values in said.items()}


def _within(told: tuple[str, ...], read: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first age that columns tell, and the others within it; without any all read."""
    if not told:
        return read
    inside = [age for age in (*told, *read) if _holds(told[0], age)]
    return tuple(dict.fromkeys(inside))


def _nested(values: tuple[str, ...]) -> tuple[str, ...]:
    inside = [value for value in values if _holds(values[0], value)]
    return tuple(sorted(inside, key=_years))


def _holds(outer: str, inner: str) -> bool:
    """Return whether a range of ages holds all of another one."""
    first, second = ages_of(outer), ages_of(inner)
    return first is not None and second is not None and first.shared(second) == _years(inner)


def _years(value: str) -> int:
    ages = ages_of(value)
    return 0 if ages is None else ages.shared(ages)


def _by_birth(fields: Mapping[str, Any], year: int) -> tuple[str, ...]:
    """Return the ages that a column with the date or the year of birth says; none without one."""
    for name, value in fields.items():
        born = _YEAR.search(str(value)) if normalized(name) in _BIRTH_COLUMNS else None
        ages = None if born is None else aged(int(born[0]), year)
        if ages is not None:
            return (f"{ages.low}-{ages.high}",)
    return ()


@functools.lru_cache(maxsize=32_768)  # an audit asks of an original at each of its steps
def _read(column: Column, text: str, year: int) -> tuple[str, ...]:
    text = in_hyphens(text)
    if column.kind == "age":
        return tuple(dict.fromkeys(f"{ages.low}-{ages.high}" for ages in said_ages(text, year)))
    if column.kind == "sex":
        sex = _sex(text)
        said = None if sex is None else column.said(sex)
        return () if said is None else (said,)
    return tuple(dict.fromkeys(_categories(column, text)))


def _sex(text: str) -> str | None:
    """Return the sex that a text says outright, by noun or title, or else by its pronouns.

    Pronouns say nothing in a text by its own person, or where both kinds occur.
    """
    for pattern, said in ((_NOUN, in_digits(text)), (_OPENING, text)):
        match = pattern.search(said)
        if match is not None:
            female = any(v for k, v in match.groupdict().items() if k[0] == "f")
            return "female" if female else "male"
    she, he = _SHE.search(text), _HE.search(text)
    if _I.search(text) or (she is None) == (he is None):
        return None
    return "female" if he is None else "male"


def _categories(column: Column, text: str) -> Iterator[str]:
    """Yield the categories that a text names, longer names before shorter ones within them.

    A name with a capital letter in the table must have one in the text. A place must follow a word
    such as "in", and one of birth the word "born".
    """
    found = list(_WORD.finditer(text))
    at = 0
    while at < len(found):
        if found[at][0].casefold() not in column.firsts:
            at += 1
            continue
        for end in range(min(at + column.longest, len(found)), at, -1):
            start = found[at].start()
            key = key_of(_with_signs(text, start, found[end - 1].end()))
            place = column.by_name.get(key)
            if place is None or (key in column.capital and not text[start].isupper()):
                continue
            if column.kind in _PLACES and not _stands_for_place(column.kind, text[:start]):
                continue
            yield column.names[place][0]
            at = end - 1
            break
        at += 1


def _with_signs(text: str, start: int, end: int) -> str:
    """Return a part of a text with the signs that touch it, such as ``>50K`` or ``A+``."""
    before, after = _SIGNS_BEFORE.search(text[:start]), _SIGNS_AFTER.match(text, end)
    return f"{before[0] if before else ''}{text[start:end]}{after[0] if after else ''}"


def _stands_for_place(kind: str, before: str) -> bool:
    match = _BEFORE_PLACE.search(before[-NEAR:])
    if match is None:
        return False
    born = match["born"] is not None
    return born if kind == "birthplace" else not born
