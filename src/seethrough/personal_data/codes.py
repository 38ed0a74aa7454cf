"""Codes by their look alone: long numbers that hardly stand for more than one thing.

Countries, firms and offices number people and their papers in more ways than a list could name:
visas, taxes, wallets, devices. Common to all of them is that nobody says such a code by chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_CODE = re.compile(
    r"(?<![\w@/\\.,+$€£¥%*^~-])(?:(?=(?:[A-Za-z./_-]{0,40}\d){7})|(?=[A-Za-z\d]{25}))"
    r"[A-Za-z\d](?:[./_-]?[A-Za-z\d])*(?![\w@/\\%*^-]|[.,:]\d|\()"
)
_GROUP = re.compile(r"[A-Za-z\d]+")
_TOGETHER = 5
"""Digits of one of its groups at the least: not *2004-2007* and *120-139/80-89*."""
_WALLET = 25
"""Signs of a group that has small letters, capitals and digits, however few of these."""
_DIFFERENT = 4
"""Digits that differ at the least: not *01010101*."""
_DAY = r"(?:0[1-9]|[12]\d|3[01])"
_MONTH = r"(?:0[1-9]|1[0-2])"
_OTHER = re.compile(
    rf"(?:19|20)\d\d[-./_]?{_MONTH}[-./_]?{_DAY}(?:[T_-]?\d\d(?:\D.*|\d{{2,4}}Z?)?)?"
    rf"|{_DAY}{_MONTH}(?:19|20)\d\d|\d+(?:\.\d+|(?:\.\d+)?[a-z]{{1,3}})"
    r"|\d{1,4}/\d+|.*\.[A-Za-z]{1,5}|\d+0{4}|.*(\d)\1{5}.*"
)
"""Days and times, decimals, ratios and measures, names of files and hosts, round numbers."""
_SPAN = re.compile(r"(\d+)-(\d+)")
_PUBLIC = re.compile(r"\b(?:ISBN|ISSN|OCLC|LCCN|PMID|arXiv|doi|NCT)(?=[\W\d]{0,8}$)", re.IGNORECASE)
"""Behind it stands the number of a book, a paper or a trial, or that number begins with it."""
_COLUMN_BEFORE = re.compile(r"\d{5}[\s;|]{1,12}$")
_COLUMN_BEHIND = re.compile(r"[\s;|]{1,12}\d{5}")


def codes(text: str) -> Iterator[tuple[int, int]]:
    """Yield where codes begin and end: numbers of seven digits and more, and long random signs.

    Not days, times, measures, ranges and round numbers, nor those of books and of tables' columns.

    Args:
        text: A text with plain hyphens and blanks, and without mail and web addresses.
    """
    for match in _CODE.finditer(text):
        start, end = match.span()
        before = text[max(0, start - 20) : start]
        column = _COLUMN_BEFORE.search(before) or _COLUMN_BEHIND.match(text, end)
        public = _PUBLIC.search(before[-8:] + match.group()[:4])
        if _is_code(match.group()) and not column and not public:
            yield start, end


def _is_code(token: str) -> bool:
    groups = _GROUP.findall(token)
    digits = [sum(map(str.isdigit, group)) for group in groups]
    if max(digits) < _TOGETHER and not any(map(_is_mixed, groups)):
        return False
    if len(set(filter(str.isdigit, token))) < _DIFFERENT or _OTHER.fullmatch(token):
        return False
    span = _SPAN.fullmatch(token)
    ranging = span is not None and len(span[1]) == len(span[2]) and span[1] < span[2]
    return not ranging


def _is_mixed(group: str) -> bool:
    kinds = (str.islower, str.isupper, str.isdigit)
    return len(group) >= _WALLET and all(any(map(kind, group)) for kind in kinds)
