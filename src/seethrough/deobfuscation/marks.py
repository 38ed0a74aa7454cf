"""Combining marks that only disturb: stacked, struck through, one on each letter."""

from __future__ import annotations

import re
import unicodedata

_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_MARKED = re.compile(f"[^\\W_][{_MARKS}]+")
_MARK = re.compile(f"[{_MARKS}]+")
_LETTER = re.compile(r"[^\W\d_]")
_STACK = 3
_MANY = 0.1
"""The share of letters with a mark that no language writes there, from which on it is noise."""


def without_noise_marks(text: str) -> str:
    """Return a text without combining marks, where these are noise.

    Marks are noise where three and more stand on one letter, or where marks that do not compose
    with their letter (U+0336 strikes it through) stand on more than a tenth of the letters.
    """
    if text.isascii() or not _MARK.search(text):
        return text
    composed = unicodedata.normalize("NFC", text)
    odd = [m.group() for m in _MARKED.finditer(composed) if m.group()[0].isascii()]
    if any(len(found) > _STACK for found in odd):
        return _MARK.sub("", composed)
    if len(odd) >= 3 and len(odd) > _MANY * len(_LETTER.findall(composed)):
        return _MARK.sub("", composed)
    return text
