"""Dates, ages and spans of time rewritten into others of the same shape."""

from __future__ import annotations

import re

from seethrough.protocols import Generator

SOME_TIME = "some time ago"
"""Replaces a time named in words that are not known here (``Ramadan``)."""

_GROUPS = tuple(
    tuple(line.split())
    for line in (
        "january february march april may june july august september october november december",
        "jan feb mar apr jun jul aug sep sept oct nov dec",
        "monday tuesday wednesday thursday friday saturday sunday",
        "mon tue tues wed thu thurs fri sat sun",
        "one two three four five six seven eight nine ten eleven twelve",
        "first second third fourth fifth sixth seventh eighth ninth tenth",
        "twenty thirty forty fifty sixty seventy eighty ninety",
        "spring summer autumn fall winter",
        "springs summers autumns winters",
        "morning afternoon evening night noon midnight",
        "mornings afternoons evenings nights",
        "yesterday today tomorrow tonight",
        "hourly daily weekly monthly yearly annual",
        "minute hour day week month year",
        "minutes hours days weeks months years",
    )
)
_GROUP = {word: group for group in _GROUPS for word in group}
_KEPT_WORDS = (
    "a about ago almost an and aged am around at before between by each early earlier every few "
    "for from half in last late later least mid more nd next of old olds on once or over past "
    "pm previous rd s several since st than th that the this to until weekend"
)
_KEPT = frozenset(_KEPT_WORDS.split())
_TOKEN = re.compile(r"\d+|[^\W\d_]+|[\W_]+")
_ORDINAL = re.compile(r"(\d+)(st|nd|rd|th)\b", re.IGNORECASE)
_AGE = re.compile(r"\byears?[- ]?olds?\b|\baged?\b|\by/?o\b", re.IGNORECASE)


def another_date(surface: str, rng: Generator) -> str:
    """Return another date, age or span of time of the same shape.

    Numbers give way to numbers of the same class (1 to 12, 13 to 31, other two digits, years of
    1900 to 2099, other digits), months to months, weekdays to weekdays, units to units. The draws
    depend only on these classes, never on the number or word that they replace.

    Args:
        surface: The words found.
        rng: The source of the draws.
    """
    age = _AGE.search(surface) is not None
    tokens = _TOKEN.findall(surface)
    words = [t.lower() for t in tokens if t.isalpha()]
    known = all(w in _GROUP or w in _KEPT or (age and w in ("y", "o", "yo", "age")) for w in words)
    if not known:
        return SOME_TIME
    drawn = "".join(_another(token, age, rng) for token in tokens)
    return _ORDINAL.sub(_ordinal, drawn)


def _ordinal(match: re.Match[str]) -> str:
    """Return a number with its own ending: that of the original would tell which it was."""
    number, ending = match.groups()
    teen = number[-2:-1] == "1"
    own = "th" if teen else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th")
    return number + (own.upper() if ending.isupper() else own)


def _another(token: str, age: bool, rng: Generator) -> str:
    if token.isdecimal():
        return _number(token, rng) if token.isascii() else "1"
    group = None if age and token.lower() in ("year", "years") else _GROUP.get(token.lower())
    if group is None:
        return token
    word = group[rng.integers(len(group))]
    if token.isupper() and len(token) > 1:
        return word.upper()
    return word.capitalize() if token[0].isupper() else word


def _number(digits: str, rng: Generator) -> str:
    value, width = int(digits[:6]), len(digits)
    if width <= 2:
        low, high = (1, 12) if value <= 12 else (13, 31) if value <= 31 else (32, 98)
        return str(rng.integers(low, high + 1)).zfill(width if digits.startswith("0") else 1)
    if width == 4 and 1900 <= value < 2100:
        return str(rng.integers(1930, 2030))
    return "".join(str(rng.integers(10)) for _ in digits)
