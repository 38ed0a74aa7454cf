"""Names in other scripts within English text, where the words before say that they are names.

Elsewhere words in another script are mostly no names: quotations, formulas, what is to be
translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seethrough.text.names import full_name
from seethrough.text.normalised import JOINED

_LETTER = (
    r"(?:[^\W\d_\u0000-\u036f\u1d00-\u1eff\u2100-\u214f\U0001d400-\U0001d7ff]|[\u0900-\u0dff])"
)
"""A letter that is neither Latin nor a sign of a formula; with the vowels of Indic scripts."""
_NAME = rf"(?P<name>{_LETTER}{{2,20}}(?:[ ·・]{_LETTER}{{1,20}}){{0,3}})(?![^\W\d_]| {_LETTER})"
_TOLD = re.compile(
    r"(?:\b(?i:name(?: is|['’]s| ?:)|named|(?:is|was|am) called|call me|mrs?|ms|dr|prof|dear|hi"
    r"|hello|regards,?|sincerely,?|signed,?|from:|to:)\.?\s+"
    r"|(?P<latin>\b[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){1,2}),? ?[(（](?:[A-Z][a-z]+: ?)?)"
    rf"{_NAME}"
)
"""*My name is 王小明*, *Dr. Иванова*, *Yuji Unozawa (宇野沢 祐次)*."""
_TITLE = re.compile("(?:さん|さま|様|先生|女士|씨|님)$")
_SHORTEST = 3


def names_in_other_scripts(text: str) -> Iterator[str]:
    """Yield the names in other scripts, as they are written; see the module."""
    for match in () if text.isascii() else _TOLD.finditer(text):
        name = _TITLE.sub("", match["name"])
        long = len(name) >= _SHORTEST or re.search(f"[{JOINED}]", name) is not None
        if long and (match["latin"] is None or full_name(match["latin"].split())):
            yield name
