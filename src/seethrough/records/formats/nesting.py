"""How deep the values of a record may be nested."""

from __future__ import annotations

from typing import Any

DEEPEST = 100
"""So many lists and objects may stand in each other: Python calls go no deeper than 1,000."""


def too_deep(value: Any) -> bool:
    """Return whether a value has more than `DEEPEST` lists and objects in each other."""
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [
            inner
            for one in level
            if isinstance(one, list | tuple | dict)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return True
