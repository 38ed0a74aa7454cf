"""Cells that say nothing without the name of their column, read as a reader of the table does."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Collection
from functools import partial

from seethrough.text.words import vocabulary

YES_AND_NO = (
    ("true", "false"), ("yes", "no"), ("y", "n"), ("t", "f"), ("1", "0"), ("1.0", "0.0"),
    ("x", "-"), ("+", "-"), ("✓", "-"), ("present", "absent"), ("pos", "neg"), ("ja", "nein"),
    ("ja", "nee"), ("ja", "nej"), ("oui", "non"), ("sí", "no"), ("si", "no"), ("sim", "não"),
    ("sì", "no"), ("tak", "nie"), ("ano", "ne"), ("да", "нет"), ("igen", "nem"), ("kyllä", "ei"),
    ("evet", "hayır"), ("có", "không"), ("是", "否"), ("有", "无"), ("はい", "いいえ"),
    ("예", "아니오"),
)  # fmt: skip
"""What says yes and what says no in a column of both."""

NOT_KNOWN = frozenset(
    (
        "", "-", "--", "---", ".", "?", "u", "unk", "unknown", "not known", "not sure", "unsure",
        "n/a", "na", "nan", "null", "missing", "not asked", "not recorded", "not stated",
        "not tested", "not answered", "not applicable", "not available", "no answer", "no data",
        "n.a.", "dk", "don't know", "prefer not to say", "declined", "refused",
        "k.a.", "k. a.", "keine angabe", "unbekannt", "weiss nicht", "onbekend", "inconnu",
        "ne sait pas", "desconocido", "no sabe",
    )
)  # fmt: skip
"""What says neither."""

MISSING = frozenset(("9", "99", "-1", "-9", "9.0", "99.0", "-1.0", "-9.0"))
"""What says neither beside one and zero."""

SIGNED = vocabulary("sentiment polarity stance attitude opinion valence trend change vote score")
"""Words in the names of columns that hold signed values."""

LESS = frozenset(("-1", "-1.0", "negative", "neg"))
"""What tells as much as 1 in a column of signed values, and denies in others."""

DENIALS = vocabulary("none never absent negative nonreactive no undetected")
ANSWERS = vocabulary(
    """
    positive detected reactive confirmed active current former past ever remission minimal mild
    moderate severe extreme low medium high normal abnormal rarely seldom sometimes occasionally
    often frequently always daily weekly monthly once twice some few many yes
    """
)
"""Words that say how much of it, or how often, and nothing without the column's name."""

_YES = frozenset(yes for yes, _ in YES_AND_NO if yes.isalpha() and yes not in "tx")

_SHORT = 4
"""A cell of so many words answers if one of them does; a longer one if it begins with a yes."""
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[ T]\d\d:\d\d.*)?")
_NO_AMOUNTS = vocabulary(
    "zip zipcode postal postalcode postcode pincode plz zcta fips code id no nr number"
)
"""Words in the names of columns whose large numbers are none of money or things."""
_LARGE = re.compile(r"([1-9]\d{4,11})(?:\.0+)?")
"""Those of four digits may be years; longer ones, and those with a zero first, are no amounts."""
_MARKS = str.maketrans("✔☑☒✅●•*✗✘❌☐○–—", "✓✓✓✓✓✓✓-------")
_WORD = re.compile(r"[^\W\d_]{3,}")
_LETTERS = re.compile(r"[^\W\d_]+")
_BREAK = re.compile(r"[\W_]+|(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])")


def is_answer(value: object) -> bool:
    """Return whether a value says yes, no, how much of it, or that nobody knows."""
    said = _plain(str(value))
    return said in ANSWERS | DENIALS | NOT_KNOWN or any(said in pair for pair in YES_AND_NO)


def reader(name: str, values: Collection[str]) -> Callable[[str], str]:
    """Return how the cells of a column are read.

    A cell of a column of yes and no (``true``, ``1``, ``x``) is the column's name where it says
    yes, and nothing where it says no or that nobody knows. One of a column of grades (``severe``,
    ``former``, ``positive``) stands behind the name, and is nothing where it denies (``never``). In
    other columns a cell without a word of three letters, such as a number, a date or a code, stands
    behind the name, and so does one that answers in a few words, or with a yes before more of them
    (``yes, since 2010``); dates and large numbers, which tables write for machines, as texts write
    them, too (``2020-05-03, 3 May 2020``). Any other cell stands by itself, but under the name
    where fewer than half of the cells are filled: that one is tells something.

    Args:
        name: The column's name, such as ``dx_syphilis``.
        values: Its cells.
    """
    filled = sum(bool(value.strip()) for value in values)
    told = _under if 2 * filled < len(values) else _behind
    return _answers(name, values) or partial(told, _label(name))


def field_reader(name: str, values: Collection[str]) -> Callable[[str], str]:
    """Return how the values of a field of objects are read.

    As the cells of a column, but words stand under the name: which fields an object has tells
    something.

    Args:
        name: The field's name, such as ``diagnoses.syphilis``.
        values: Its values.
    """
    return _answers(name, values) or partial(_under, _label(name))


def _label(name: str) -> str:
    return " ".join(_BREAK.sub(" ", name).split())


def _answers(name: str, values: Collection[str]) -> Callable[[str], str] | None:
    """Return how a column of yes and no or of grades is read; None for others."""
    said = {*map(_plain, values)} - NOT_KNOWN
    if not (said.isdisjoint(LESS) or SIGNED.isdisjoint(_label(name).lower().split())):
        return None
    flags = said - MISSING if said >= {"0", "1"} or said >= {"0.0", "1.0"} else said
    for yes, no in YES_AND_NO:
        if flags <= {yes, no} and flags != {"f"}:  # which is more often a woman than false
            return partial(_where, yes, _label(name))
    return partial(_graded, _label(name)) if said <= ANSWERS | DENIALS else None


def _where(yes: str, label: str, value: str) -> str:
    return label if _plain(value) == yes else ""


def _graded(label: str, value: str) -> str:
    return "" if _plain(value) in DENIALS | NOT_KNOWN else f"{label} {value}"


def _behind(label: str, value: str) -> str:
    if _WORD.search(value) or not value.strip():
        return f"{label} {value}" if _answers_with_words(value) else value
    said = _in_prose(value.strip(), amounts=_NO_AMOUNTS.isdisjoint(_LETTERS.findall(label.lower())))
    return f"{label} {value}, {said}" if said else f"{label} {value}"


def _answers_with_words(value: str) -> bool:
    """Return whether a cell of one line says yes, or how much of it, in words of its own."""
    if "\n" in value:
        return False
    words = re.findall(r"\w+", value.casefold())
    if len(words) > _SHORT:
        return words[0] in _YES
    return not (_YES | ANSWERS).isdisjoint(words)


def _in_prose(value: str, amounts: bool) -> str:
    """Return a date or a large number as texts write it: *3 May 2020*, *23,900*; "" for others."""
    if found := _DATE.fullmatch(value):
        try:
            day = datetime.date(*map(int, found.groups()))
        except ValueError:
            return ""
        return f"{day.day} {day:%B} {day.year}"
    found = _LARGE.fullmatch(value) if amounts else None
    return f"{int(found[1]):,}" if found else ""


def _under(label: str, value: str) -> str:
    return f"{label}\n{value}" if _WORD.search(value) else _behind(label, value)


def _plain(value: str) -> str:
    return value.strip().casefold().translate(_MARKS)
