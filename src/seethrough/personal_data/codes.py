"""Codes of any kind: long numbers, and what a text calls a number.

Countries, firms and offices number people and their papers in more ways than a list could name:
visas, taxes, wallets, devices. Common to all of them is that nobody says such a code by chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seethrough.personal_data.numbers import is_code

_CODE = re.compile(
    r"(?<![\w@/\\.,+$€£¥%*^~-])(?:(?=(?:[A-Za-z./_-]{0,40}\d){7})|(?=[A-Za-z\d]{25}))"
    r"[A-Za-z\d](?:[./_-]?[A-Za-z\d])*(?![\w@/\\%*^-]|[.,:]\d|\()"
)
_NUMBERED = re.compile(
    r"\b(?!(?:an?|the|th[eo]se|this|that|any|some|same|total|average|and|or|of|in|is"
    r"|colou?r|catalog(?:ue)?|trial|law|act)\b)"
    r"[^\W\d_]{2,20}(?:[ \t]++\(?(?:nos?|numbers?|nr|num|id)\b\.?|[ \t]*+#)"
    r"[ \t]*+(?:is|was|:|=)?[ \t]*+#?[ \t]*+"
    r"(?P<code>(?=(?:[A-Z/.-]{0,30}\d){4})(?=(?:[/.-]?[A-Z\d]){5})"
    r"[A-Z\d](?:[A-Z\d/.-]{0,60}[A-Z\d])?)(?![\w-])",
    re.IGNORECASE,
)
"""*Prison number A4829CD*, *deal # 539126*; not *the number was 48213*."""
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
    """Yield where codes begin and end, each once: seven digits and more, and long random signs.

    Not days, times, measures, ranges and round numbers, nor those of books and of tables' columns.
    What stands behind *number* and a word that says of what may be shorter.

    Args:
        text: A text with plain hyphens and blanks, and without mail and web addresses.
    """
    yield from dict.fromkeys(_codes(text))


def _codes(text: str) -> Iterator[tuple[int, int]]:
    for match in _CODE.finditer(text):
        start, end = match.span()
        before = text[max(0, start - 20) : start]
        column = _COLUMN_BEFORE.search(before) or _COLUMN_BEHIND.match(text, end)
        public = _PUBLIC.search(before[-8:] + match.group()[:4])
        if _is_long(match.group()) and not column and not public:
            yield start, end
    for match in _NUMBERED.finditer(text):
        if is_code(match["code"]) and not _OTHER.fullmatch(match["code"]):
            yield match.span("code")


def _is_long(token: str) -> bool:
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
