"""Distinguishes how long or how often something happened from when."""

from __future__ import annotations

import re

_SPANS = frozenset(
    word
    for line in (
        "second seconds minute minutes hour hours day days night nights week weeks weekend",
        "weekends month months year years decade decades hourly daily nightly weekly biweekly",
        "monthly yearly annual annually morning mornings afternoon afternoons evening",
        "evenings today tonight yesterday tomorrow",
    )
    for word in line.split()
)
"""Words for a length of time, a rhythm, or a time that only the speaker can place."""

_AROUND = frozenset(
    word
    for line in (
        "a about after ago all almost an and another any approximately around at before",
        "between both by couple during each earlier early either end entire every few first",
        "following for former from full half in last late later least less many mid middle",
        "more most much multiple nearly next of on once one or other over past per previous",
        "previously prior recent same several since some than that the then these this those",
        "through throughout to twice until up very whole within zero two three four five six",
        "seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen",
        "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred",
        "third long times time",
    )
    for word in line.split()
)
_TOKEN = re.compile(r"\d+|[^\W\d_]+|[^\w\s]|_")
_FIGURES = (
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirty|forty|fifty)"
)
_CLOCK = re.compile(
    rf"\b{_FIGURES}\.?\s+(?:in|at|this|today|tonight|yesterday|tomorrow)\b"
    rf"|\bat\s+(?:about\s+|around\s+)?(?:\d+\.)?{_FIGURES}$",
    re.IGNORECASE,
)
"""A number of which no length of time is said: *8 in the evening*, *tomorrow at 9.30*."""
_AGE = re.compile(r"\bolds?\b|\baged?\b|\by/?o\b", re.IGNORECASE)


def is_duration(surface: str) -> bool:
    """Return whether words found as a date or time name neither: "3 days", "daily", "last week".

    They say how long, how often, or when as seen from the day of writing, and place no person in a
    calendar. Dates, years, months, weekdays, clock times, decades and ages are no durations, and
    neither is anything with a word that is not known here.
    """
    tokens = _TOKEN.findall(surface.lower())
    if _AGE.search(surface) or _CLOCK.search(surface):
        return False
    if not any(token in _SPANS for token in tokens):
        return False
    return all(_plain(token) for token in tokens)


def _plain(token: str) -> bool:
    if token.isdecimal():
        return len(token) <= 3
    return token in _SPANS or token in _AROUND or token in "-–—,.~½¼"
