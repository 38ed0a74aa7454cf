"""Telephone numbers that no country's plan confirms: found by their look and the words around."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seethrough.text.signs.typography import in_hyphens

_PHONE = re.compile(r"(?<![\w.,(-])(?:\+|\((?=[\d-]{2,7}\)))?\d(?:[\s().-]{0,3}\d){6,14}(?![\w-])")
_SLASHED_PHONE = re.compile(
    r"(?<![\w.,/(-])(?:0\d{1,5} ?/ ?(?:\d{5,9}(?:-\d{1,4})?|\d{2,4}(?:[ .-]\d{2,4}){1,3})"
    r"|[2-9]\d\d/[2-9]\d\d[.-]\d{4})(?![\w/-])"
)
"""*030/1234567*, *0171 / 123 45 67*, *713/853-3577*; never by its look alone."""
_SHORTEST_SLASHED = 8
"""Its digits at the least: *05/2020* is a month."""
_PHONE_CUE = re.compile(
    r"\b(?:call(?:ed)?|phone[ds]?|tel(?:ephone)?|mobile?|cell|fax|office|contact|reach(?:ed)?|dial|ring"
    r"|answering|text|sms|whatsapp|hotline|landline|ph|handy|portable|telefon|teléfono|tél"
    r"|(?:my|his|her|our|their) number)\b[^\d\n]{0,20}$",
    re.IGNORECASE,
)
_PHONE_CUE_BEHIND = re.compile(
    r"[ \t(-]{1,3}(?:office|fax|mobile|cell|home|phone|tel)\b", re.IGNORECASE
)
_TRUNK = re.compile(r"(?=(?:\D?\d){9,11}$)0[1-9]\d{0,3}(?:[ .-]\d{2,7}){1,4}")
"""A number with the zero of a trunk call before it: *06 12 34 56 78*, *07700 900123*."""
_WHOLE_PHONE = 9
"""Digits of a number that somebody is called by, without any space."""
_EXTENSION = re.compile(
    r"\bext(?:ension|n?\.?)[ \t]*(?:is|at|#|:)?[ \t]*(?P<number>\d(?:-?\d){4,5})(?![\w-])",
    re.IGNORECASE,
)
"""An extension of a firm's telephone, of five or six digits."""
_DAY = r"[0-3]\d([.-])(?:0\d|1[0-2])\1\d\d\b"
_SHORT = re.compile(
    r"\b(?:(?:phone|tel(?:ephone)?|tlf|telefon|teléfono|tél|mobile?|fax|landline)\b\.?"
    r"(?:[ \t]*(?:no|nr|number)\b\.?)?(?:[ \t]*:|[ \t]+is)?"
    r"|(?:call|ring|reach|text)[ \t]+(?:me|us|him|her|them)[ \t]+(?:at|on))[ \t]*"
    rf"(?!{_DAY})(?P<number>\d{{6}}|\d{{3}}[ .-]\d{{3}}|\d\d(?P<gap>[ .-])\d\d(?P=gap)\d\d)"
    r"(?![\w-]|[ .,]{1,3}\d)",
    re.IGNORECASE,
)
"""Six digits right behind a word that says what they are: *Tel. 48 29 13*; no day: *12.05.19*."""
_DATE = re.compile(r"\d{4}[-./]\d\d?[-./]\d\d?|\d\d?[-./]\d\d?[-./]\d{4}")
_NO_PHONE = re.compile(
    r"(?:^|\s)\.|\d\.\d\d\s?[-–]\s?\d{1,2}\.\d\d$|(?:19|20)\d\d\s?[-–]\s?(?:(?:19|20)\d\d|\d\d/\d{4})"
)


def telephones(text: str) -> Iterator[tuple[int, int]]:
    """Yield where telephone numbers stand in a text with plain hyphens and spaces."""
    for match in _PHONE.finditer(text):
        if _is_phone(match.group(), *_around(text, *match.span())):
            yield match.span()
    for match in _SLASHED_PHONE.finditer(text):
        digits = sum(map(str.isdigit, match.group()))
        if digits >= _SHORTEST_SLASHED and _is_told(*_around(text, *match.span())):
            yield match.span()
    for pattern in (_EXTENSION, _SHORT):
        for match in pattern.finditer(text):
            yield match.span("number")


def is_other(written: str) -> bool:
    """Return whether what looks like a telephone number is a date, a decimal or a span of them."""
    return bool(_NO_PHONE.search(written) or _DATE.search(in_hyphens(written)))


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """Return what stands close before a place of a text and close behind it."""
    return text[max(0, start - 40) : start], text[end : end + 10]


def _is_phone(number: str, before: str, behind: str) -> bool:
    """Return whether digits are a telephone number by their look or the words around them."""
    if is_other(number):
        return False
    if number[0] in "+(" or _TRUNK.fullmatch(number):
        return True
    long = len(number) >= _WHOLE_PHONE or not number.isdigit()
    return long and _is_told(before, behind)


def _is_told(before: str, behind: str) -> bool:
    """Return whether the words around digits say that they are a telephone number."""
    return bool(_PHONE_CUE.search(before) or _PHONE_CUE_BEHIND.match(behind))
