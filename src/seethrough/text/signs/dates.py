"""Days in one notation: who knows of *3 March 2021* reads *2021-03-03* and *03.03.21*, too."""

from __future__ import annotations

import re

from seethrough.text.normalised import ascii_runs, ascii_table

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_NUMBER = {name[:3].lower(): number for number, name in enumerate(MONTHS, start=1)}
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth", "twentieth", "twenty-first", "twenty-second", "twenty-third",
    "twenty-fourth", "twenty-fifth", "twenty-sixth", "twenty-seventh", "twenty-eighth",
    "twenty-ninth", "thirtieth", "thirty-first",
)  # fmt: skip
_SAID = {word: day for day, word in enumerate(_ORDINALS, start=1)}
_YEAR = r"(?:18|19|20)\d\d"
_END = r"(?![\w/-]|\.\d)"
_YEAR_FIRST = re.compile(rf"(?<![\w./-])({_YEAR})([-./])(\d\d?)\2(\d\d?)(?:T(?=\d\d:)|{_END})")
_YEAR_LAST = re.compile(rf"(?<![\w./-])(\d\d?)([-./])(\d\d?)\2({_YEAR}|\d\d){_END}")
_SHORT = "|".join(name[:3] for name in MONTHS)
_MONTH = rf"(?P<month>(?:{'|'.join(MONTHS)})|(?:{_SHORT}|Sept)\b\.?)(?!\w)"
_DAY = rf"(?P<day>\d\d?(?:st|nd|rd|th)?|{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})\b"
_IN_WORDS = (
    re.compile(rf"\b{_DAY} (?:of )?{_MONTH}", re.IGNORECASE),
    re.compile(rf"\b{_MONTH} (?:the )?{_DAY}", re.IGNORECASE),
)
_MAY = re.compile(r"\d[-./]\d\d?[-./]\d")
_MONTHS_SAID = frozenset(
    form
    for name in MONTHS
    for said in (name, name[:3], name[:4])
    for form in (said, said.upper(), *((said.lower(),) if name[:3] not in ("Mar", "May") else ()))
)
"""Not *march* and *may*, which are mostly other words."""
_LETTERS = ascii_table(lambda char: char if char.isalpha() else " ")
_CENTURY = 30
"""Of two digits, from this on, the year is of the last century."""


def days_in_words(text: str) -> str:
    """Return a text whose days are in digits and their months in words: ``3 March 2021``.

    What has the month's name already keeps its order: ``Mar. 3rd`` is ``March 3``. Where a slash or
    hyphen leaves open which number is the month, it is the first, as in the United States; where a
    point does, it is the second. What is no day stays.
    """
    if _MAY.search(text):
        text = _YEAR_FIRST.sub(lambda m: _written(m, m[1], m[3], m[4]), text)
        text = _YEAR_LAST.sub(_year_last, text)
    if not _MONTHS_SAID.isdisjoint(ascii_runs(text, _LETTERS)):
        for pattern in _IN_WORDS:
            text = pattern.sub(_said, text)
    return text


def days_of(text: str) -> set[tuple[int, str]]:
    """Return the days of the year, such as ``(3, "march")``, that a text names in words."""
    found = (match for pattern in _IN_WORDS for match in pattern.finditer(text))
    return {(int(m["day"]), m["month"].lower()) for m in found if m["day"].isdigit()}


def _year_last(match: re.Match[str]) -> str:
    first, sign, second, year = match.groups()
    if len(year) == 2:
        year = f"{19 if int(year) >= _CENTURY else 20}{year}"
    first_is_day = int(first) > 12 or (sign == "." and int(second) <= 12)
    month, day = (second, first) if first_is_day else (first, second)
    return _written(match, year, month, day)


def _written(match: re.Match[str], year: str, month: str, day: str) -> str:
    if not (1 <= int(month) <= 12 and 1 <= int(day) <= 31):
        return match[0]
    blank = " " if match[0].endswith("T") else ""
    return f"{int(day)} {MONTHS[int(month) - 1]} {year}{blank}"


def _said(match: re.Match[str]) -> str:
    if match["month"] in ("may", "march", "mar"):  # words, too
        return match[0]
    day = _SAID.get(match["day"].lower()) or int(match["day"].rstrip("stndrhSTNDRH"))
    month = MONTHS[_NUMBER[match["month"][:3].lower()] - 1]
    if not 1 <= day <= 31:
        return match[0]
    return f"{day} {month}" if match.start("day") < match.start("month") else f"{month} {day}"
