"""Ages in years as ranges, as tables and columns write them."""

from __future__ import annotations

import re
from typing import NamedTuple

OLDEST = 125
"""The last year of a range without an end; nobody is known to have lived longer."""

ROUNDED = 2
"""How many years an age that is said to be about right may be off: it is rounded to five years."""

_RANGE = re.compile(r"(\d{1,3})\s*(?:-|–|—|to|and)\s*(?:under\s*)?(\d{1,3})")
_INTERVAL = re.compile(r"([\[(])(\d{1,3})(?:\.0)?,\s*(\d{1,3})(?:\.0)?([\])])")
_DECADE = re.compile(r"([1-9]0)['’]?s")
_OPEN = re.compile(r"(\d{1,3})\s*(?:\+|(?:years\s*)?(?:and|or)\s*(?:over|older|above|more))")
_OVER = re.compile(r"(?:over|above|>)\s*(\d{1,3})")
_UNDER = re.compile(r"(?:under|below|<)\s*(\d{1,3})")
_FROM = re.compile(r"(?:≥|>=)\s*(\d{1,3})")
_ABOUT = re.compile(r"~ ?(\d{1,3})")
_ONE = re.compile(r"(\d{1,3})(?:\.\d+)?")
_TAIL = re.compile(r"\s*(?:years?(?: of age| old)?|yrs?|y/?o)?\.?")


class Ages(NamedTuple):
    """Ages in completed years, both ends included.

    Attributes:
        low: The first.
        high: The last.
    """

    low: int
    high: int

    def shared(self, other: Ages) -> int:
        """Return how many years both hold."""
        return max(0, min(self.high, other.high) - max(self.low, other.low) + 1)


def ages_of(text: str) -> Ages | None:
    """Return the ages that a value such as ``43``, ``40-44``, ``100+``, ``under 5`` says.

    Also ``~45``, which is 43 to 47, ``40s`` and, as tables are cut into ranges, ``[40, 50)`` and
    ``(39, 49]``.

    None for a value that is no age, or a range that ends before it begins.
    """
    text = _INTERVAL.sub(_as_range, text.strip().lower())
    for pattern, made in _FORMS:
        match = re.fullmatch(f"(?:{pattern.pattern}){_TAIL.pattern}", text)
        if match is not None:
            found = made(*(int(group) for group in match.groups()))
            return found if found.low <= found.high <= OLDEST else None
    return None


def _as_range(interval: re.Match[str]) -> str:
    opens, low, high, closes = interval.groups()
    return f"{int(low) + (opens == '(')}-{int(high) - (closes == ')')}"


_FORMS = (
    (_RANGE, Ages),
    (_DECADE, lambda low: Ages(low, low + 9)),
    (_OPEN, lambda low: Ages(low, OLDEST)),
    (_OVER, lambda low: Ages(low + 1, OLDEST)),
    (_UNDER, lambda high: Ages(0, high - 1)),
    (_FROM, lambda low: Ages(low, OLDEST)),
    (_ABOUT, lambda age: Ages(max(0, age - ROUNDED), age + ROUNDED)),
    (_ONE, lambda age: Ages(age, age)),
)
