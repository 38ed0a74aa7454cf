"""Dashes, quotation marks and blanks as keyboards have them, each in the place of one sign.

Word processors and language models write ``650‑253‑0000`` and ``O’Brien``, and no-break spaces in
names and numbers; what is searched for is often written otherwise.
"""

from __future__ import annotations

import re

_WITHIN = re.compile(
    "(?<=[\\w)])[\u2010-\u2012\u2212\ufe63\uff0d](?=\\w)|(?<=[A-Z\\d)])\u2013(?=\\d)"
    "|(?<=\\w)\u2013(?=(?:year|month|week|day|yr)s?\\b|old\\b)"
)
"""Hyphens, and dashes that join: not those that part, as in ``call 650-253-0000—she is in``."""
_BLANKS = str.maketrans(dict.fromkeys("\u00a0\u2007\u2009\u202f", " "))
_SIGNS = str.maketrans(
    "\u2018\u2019\u201a\u201b\u02bc\u2032\u201c\u201d\u201e\u201f\u2033"
    "\u2010\u2011\u2012\u2013\u2014\u2015\u2212",
    "'" * 6 + '"' * 5 + "-" * 7,
)


def in_hyphens(text: str) -> str:
    """Return a text of the same length whose dashes that join words and numbers are hyphens."""
    return text if text.isascii() else _WITHIN.sub("-", text)


def in_plain_blanks(text: str) -> str:
    """Return a text of the same length whose no-break, figure and thin spaces are plain ones."""
    return text if text.isascii() else text.translate(_BLANKS)


def in_plain_signs(text: str) -> str:
    """Return a text of the same length whose quotation marks and dashes are those of a keyboard."""
    return text if text.isascii() else text.translate(_SIGNS)
