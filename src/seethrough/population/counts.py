"""How many people a row of a table counts, as spreadsheets of several countries write it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

_GROUPED = re.compile(r"\d{1,3}(?:[ '’\u00a0\u2009\u202f]\d{3})+")
_POINTED = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+")
_BETWEEN = re.compile(r"[ '’\u00a0\u2009\u202f]")


def count_of(value: Any) -> float | None:
    """Return a count, also of ``12 345`` and ``12'345``; None for what is no number."""
    if isinstance(value, str) and _GROUPED.fullmatch(value.strip()):
        value = _BETWEEN.sub("", value.strip())
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None


def may_be_thousands(values: Sequence[Any]) -> str | None:
    """Return the first count with a point where all that have one may be thousands: ``12.345``.

    None where one of them shows that the point is a decimal one, such as ``0.5``.

    Args:
        values: All counts of a table, as its file has them.
    """
    pointed = [value.strip() for value in values if isinstance(value, str) and "." in value]
    return pointed[0] if pointed and all(map(_POINTED.fullmatch, pointed)) else None
