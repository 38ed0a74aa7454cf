"""Values in one notation, to be compared: "3 May 2020" as "2020-05-03", "$23,900.00" as "23900"."""

from __future__ import annotations

import re

from seethrough.text.normalised import words

_TRUTH = {"true": "1", "false": "0"}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?P<day>\d\d?)(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:1[89]|20)\d\d)"
_ANY_YEAR = re.compile(_YEAR)
_TIME = r"(?:[t ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:?\d\d)?)?"
_DATES = tuple(
    re.compile(rf"(?<![\w/.-]){form}(?![\w/-]|\.\d)", re.IGNORECASE)
    for form in (
        rf"{_YEAR}(?P<sign>[-/.])(?P<month>\d\d?)(?P=sign)(?P<day>\d\d?){_TIME}",
        rf"(?P<day>\d\d?)[.](?P<month>\d\d?)[.]{_YEAR}",
        rf"(?P<month>\d\d?)(?P<sign>[-/])(?P<day>\d\d?)(?P=sign){_YEAR}",
        rf"{_DAY}[ -]{_MONTH},?[ -]{_YEAR}",
        rf"{_MONTH} {_DAY},? {_YEAR}",
    )
)
_AMOUNT = re.compile(
    r"(?<![\w.,])(?:[$€£] ?)?(?P<number>\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?(?![\d%]|[.,]\d)"
    r"(?: ?(?:€|£|\$|(?:usd|eur|gbp|dollars|euros|pounds)\b))?",
    re.IGNORECASE,
)


def in_one_notation(text: str) -> str:
    """Return a text whose dates and amounts are written in one way, for comparison alone.

    The month is taken to stand first in 5/3/2020, unless there is no such month. Times of day
    behind a date, currencies, and decimals of zero are dropped.
    """
    for form in _DATES if _ANY_YEAR.search(text) else ():
        text = form.sub(_date, text)
    return _AMOUNT.sub(lambda amount: amount["number"].replace(",", ""), text)


def compared(value: str) -> str:
    """Return a value as it is compared, without blanks: a number or a date however written."""
    return spelled(value).replace(" ", "")


def spelled(value: str) -> str:
    """Return the words of a value, a number, a truth value or a date in one notation."""
    bare = in_one_notation(value.strip().casefold())
    if bare in _TRUTH:
        return _TRUTH[bare]
    try:
        number = float(bare.replace(",", ""))
    except ValueError:
        return " ".join(words(bare))
    return f"{number:.15g}"


def run_of(value: str) -> str:
    """Return the words of a text with a blank before and behind each; nothing without any."""
    row = " ".join(words(in_one_notation(value)))
    return f" {row} " if row else ""


def lines_of(value: str) -> list[str]:
    """Return the words of each line of a value: the parts of a list or an object stand in lines."""
    return [run for line in value.splitlines() if (run := run_of(line))]


def _date(date: re.Match[str]) -> str:
    month, day = date["month"], int(date["day"])
    number = int(month) if month.isdecimal() else _MONTHS.index(month[:3].lower()) + 1
    number, day = (day, number) if number > len(_MONTHS) else (number, day)
    return f"{date['year']}-{number:02}-{day:02}"
