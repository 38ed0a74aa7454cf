"""Whether decoded bytes are text."""

from __future__ import annotations

import re

_TEXT = re.compile(r"[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*")
_PLAIN = re.compile(r"[^\W_]|[ \t\n\r.,;:'\"!?()-]")
LETTERS = 0.7
"""The share of letters, digits and ordinary punctuation from which bytes are taken for text."""
LONG = 16
"""Bytes that are text by chance less than once in a million times."""


def as_text(data: bytes) -> str:
    """Return bytes as text, nothing if they are something else.

    UTF-8, or UTF-16 where nearly every second byte is zero; no control characters; at least 0.7
    letters, digits, spaces and ordinary punctuation, unless it is one long printable run, which may
    be a further code.
    """
    found = printable(data)
    if not found:
        return ""
    plain = sum(1 for _ in _PLAIN.finditer(found))
    if plain >= LETTERS * len(found) and any(c.isalpha() for c in found):
        return found
    return found if len(found) >= LONG and found.isascii() and found.isprintable() else ""


def printable(data: bytes) -> str:
    """Return bytes as characters that a text has, nothing if they are something else."""
    found = _decoded(data)
    return found if _TEXT.fullmatch(found) and "\ufffd" not in found else ""


def _decoded(data: bytes) -> str:
    encodings = ["utf-8"]
    if len(data) >= 4 and len(data) % 2 == 0:
        if data[1::2].count(0) >= 0.8 * len(data) / 2:
            encodings = ["utf-16-le"]
        elif data[::2].count(0) >= 0.8 * len(data) / 2:
            encodings = ["utf-16-be"]
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return ""
