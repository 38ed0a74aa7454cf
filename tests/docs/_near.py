"""Does a command print what a document says, give or take what a processor changes?"""

from __future__ import annotations

import re
from collections.abc import Callable

_NUMBER = r"\d(?:[\d,.]*\d)?"
_PARTS = re.compile(rf"(\s*\.\.\.\s*|\s+|{_NUMBER})")
_ROUNDED = re.compile(r"\d\.\d|\d+(?= %| points| to -?\d|\))")
"""How a figure begins that was rounded: a decimal, a share in percent, the end of an interval."""


def near(wanted: str, printed: str) -> bool:
    """Return whether all words are the same and all figures near, as of a trained model.

    Whole numbers up to 100, such as shares in percent, may lie 15 apart; other figures a third, or
    0.05. ``...`` stands for anything.
    """
    return _alike(wanted, printed, lambda text, place: True, _close)


def same_but_for_rounding(wanted: str, printed: str) -> bool:
    """Return whether all is the same but for two units in the last digit of rounded figures.

    Processors add in another order: of 700 claims one may be judged otherwise, which moves the
    difference of two shares by two points. Counts, names and ids must be the same. ``...`` stands
    for anything.
    """
    return _alike(wanted, printed, lambda t, at: bool(_ROUNDED.match(t, at)), _two_units_apart)


def _alike(
    wanted: str,
    printed: str,
    free: Callable[[str, int], bool],
    close: Callable[[str, str], bool],
) -> bool:
    """Return whether two texts are alike, the numbers that are free as close as asked."""
    text, pattern, said, place = wanted.strip(), "", [], 0
    for part in _PARTS.split(text):
        if re.fullmatch(_NUMBER, part) and free(text, place):
            said.append(part)
            pattern += f"({_NUMBER})"
        elif part.strip() == "...":
            pattern += ".*?"
        else:
            pattern += r"\s+" if part.isspace() else re.escape(part)
        place += len(part)
    found = re.fullmatch(pattern, printed.strip(), re.DOTALL)
    return found is not None and all(map(close, said, found.groups()))


def _close(said: str, came: str) -> bool:
    first, second = _value(said), _value(came)
    whole = first.is_integer() and first <= 100
    return abs(first - second) <= (15 if whole else max(0.05, abs(first) / 3))


def _two_units_apart(said: str, came: str) -> bool:
    places = [len(number.partition(".")[2]) for number in (said, came)]
    unit = 10.0 ** -places[0]
    return places[0] == places[1] and abs(_value(said) - _value(came)) < 2.5 * unit


def _value(number: str) -> float:
    return float(number.replace(",", ""))
