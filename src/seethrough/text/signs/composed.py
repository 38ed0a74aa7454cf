"""A text in composed form (NFC), and where its characters stand in the text as it was written."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_CLUSTER = re.compile("(?s:.)[\u0300-\u036f\u1160-\u11ff\u3099\u309a]*")
"""A character with the marks, or the parts of a Korean syllable, that may be composed with it."""


class Composed(NamedTuple):
    """A text in composed form.

    Attributes:
        text: The text.
        starts: Where what each of its characters was made of begins; empty where nothing changed.
        ends: Where that ends.
    """

    text: str
    starts: list[int]
    ends: list[int]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where a part of the composed text, not empty, stands in the text as written."""
        return (self.starts[start], self.ends[end - 1]) if self.starts else (start, end)


def composed(text: str) -> Composed:
    """Return a text in composed form: ``é`` is one character, however it was written."""
    if unicodedata.is_normalized("NFC", text):
        return Composed(text, [], [])
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for match in _CLUSTER.finditer(text):
        part = unicodedata.normalize("NFC", match[0])
        parts.append(part)
        starts += [match.start()] * len(part)
        ends += [match.end()] * len(part)
    return Composed("".join(parts), starts, ends)
