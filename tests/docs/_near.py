"""Does a command print what a document says, give or take what a processor changes in training?"""

from __future__ import annotations

import re

_NUMBER = r"\d(?:[\d,.]*\d)?"
_PARTS = re.compile(rf"(\s*\.\.\.\s*|\s+|{_NUMBER})")


def near(wanted: str, printed: str) -> bool:
    """Return whether all words are the same and all figures near.

    Whole numbers up to 100, such as shares in percent, may lie 15 apart; other figures a third, or
    0.05. ``...`` stands for anything.
    """
    parts = _PARTS.split(wanted.strip())
    found = re.fullmatch("".join(map(_pattern, parts)), printed.strip(), re.DOTALL)
    if found is None:
        return False
    said = [part for part in parts if re.fullmatch(_NUMBER, part)]
    return all(_close(*map(_value, both)) for both in zip(said, found.groups(), strict=True))


def _pattern(part: str) -> str:
    if part.strip() == "...":
        return ".*?"
    if re.fullmatch(_NUMBER, part):
        return f"({_NUMBER})"
    return r"\s+" if part.isspace() else re.escape(part)


def _value(number: str) -> float:
    return float(number.replace(",", ""))


def _close(said: float, came: float) -> bool:
    whole = said.is_integer() and said <= 100
    return abs(said - came) <= (15 if whole else max(0.05, abs(said) / 3))
