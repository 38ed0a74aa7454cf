"""Text reversed by direction marks: what the reader sees, not what is stored."""

from __future__ import annotations

import re

_CONTROLS = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")
_OPENS = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068"
_CLOSES = "\u202c\u2069"
_OVERRIDE = "\u202e"
_DEEPEST = 125
"""So many marks may be open at once; what is displayed passes over more of them (annex 9, BD2)."""


def as_displayed(text: str) -> str:
    """Return a text with right-to-left overrides applied, as it is displayed.

    Source: Unicode annex 9; Boucher and Anderson, "Trojan Source" (2021). Marks of direction go
    where the text has no right-to-left letters, and stay where it has some and no override.
    """
    if text.isascii() or not _CONTROLS.search(text):
        return text
    if _OVERRIDE not in text:
        return text if _RIGHT_TO_LEFT.search(text) else _CONTROLS.sub("", text)
    return "".join(_line(line) for line in re.split("(\n|\u2029)", text))


def _line(line: str) -> str:
    """Return one paragraph; an override ends with it."""
    open_: list[tuple[str, list[str]]] = [("", [])]
    passed = 0

    def close() -> None:
        mark, inside = open_.pop()
        open_[-1][1].append("".join(inside)[:: -1 if mark == _OVERRIDE else 1])

    for char in line:
        if char in _OPENS and len(open_) > _DEEPEST:
            passed += 1
        elif char in _OPENS:
            open_.append((char, []))
        elif char in _CLOSES and passed:
            passed -= 1
        elif char in _CLOSES:
            if len(open_) > 1:
                close()
        elif not _CONTROLS.match(char):
            open_[-1][1].append(char)
    while len(open_) > 1:
        close()
    return "".join(open_[0][1])
