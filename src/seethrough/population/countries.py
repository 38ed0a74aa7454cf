"""Countries by their codes, as tables write them: ``PL`` and ``POL`` for Poland."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Mapping

_FILE = os.path.join(os.path.dirname(__file__), "countries.txt")
"""ISO 3166-1, of each country or area its two codes and its names, but ``NA``: that is a missing
value more often than Namibia."""
_CODE = re.compile("[a-z]{2,3}", re.IGNORECASE)


def names_of(code: str) -> tuple[str, ...]:
    """Return the names in English of the country that a code of two or three letters stands for.

    Empty for what is no code. A text has words that look like one (``in``, ``no``): ask only about
    the value of a column.
    """
    return _names().get(code.upper(), ()) if _CODE.fullmatch(code) else ()


@functools.cache
def _names() -> Mapping[str, tuple[str, ...]]:
    with open(_FILE, encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("|") for line in file]
    rows = [[part for part in line if not (len(part) < 4 and part.isupper())] for line in lines]
    return {
        code: tuple(names)
        for line, names in zip(lines, rows, strict=True)
        for code in line
        if code not in names
    }
