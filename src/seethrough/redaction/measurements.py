"""Distinguishes a measured value or its unit from a name, a place or a date."""

from __future__ import annotations

import re

_UNIT = (
    r"(?:mm\s?Hg|cm\s?H2O|[mkµμ]?mol|m?Osm|mEq|[mµμ]?IU|[mck]?m[23³²]?|[mkµμ]?g|ng|pg|lbs?|[dmfµμ]?L"
    r"|U|mV|k?cal|dB|Hz|bpm|breaths|beats|sec|min(?:ute)?|hr?|d|hpf)"
)
_UNITS = rf"(?=[^\W\d_]{{2}}|\w\s?/){_UNIT}(?:\s?(?:/|per)\s?{_UNIT}\.?){{0,2}}"
"""One letter alone is no unit: "25 m" may be a man of 25."""
_NUMBER = r"[+-]?\d{1,3}(?:[.,]\d{1,3})*"
_VALUE = rf"{_NUMBER}(?:\s?(?:/|-|–|to)\s?{_NUMBER})?"
_RATE = rf"(?:/|\sper\s)\s?{_UNIT}"

_MEASURED = re.compile(rf"{_VALUE}\s?(?:°\s?[CF]?|º\s?[CF]?|%|{_RATE}|{_UNITS})|\d\+|{_UNITS}\.?")
_FIGURE = re.compile(_VALUE)
_UNIT_NEXT = re.compile(rf"\s?(?:°|º|%|{_RATE}\b|{_UNITS}(?![\w'’-]))")


def is_measurement(text: str, start: int, end: int) -> bool:
    """Return whether ``text[start:end]`` is a measured value, a grade such as "2+", or a unit.

    "98.0°F", "mm Hg", and the "80" of "80/min" or the "120/70" of "120/70 mm Hg". A number
    without a unit is none: it may be an age, a year or a number that identifies a person.
    """
    surface = text[start:end].strip()
    if _MEASURED.fullmatch(surface):
        return True
    return bool(_FIGURE.fullmatch(surface) and _UNIT_NEXT.match(text, end))
