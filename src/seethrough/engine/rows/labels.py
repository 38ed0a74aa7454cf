"""Cells that say nothing without the name of their column, read as a reader of the table does."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial

YES_AND_NO = (
    ("true", "false"), ("yes", "no"), ("y", "n"), ("t", "f"), ("1", "0"), ("1.0", "0.0"),
    ("x", "-"), ("+", "-"), ("✓", "-"),
)  # fmt: skip
"""What says yes and what says no in a column of both; an empty cell says no, too."""

_WORD = re.compile(r"[^\W\d_]{3,}")
_BREAK = re.compile(r"[\W_]+|(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])")


def reader(name: str, values: Collection[str]) -> Callable[[str], str]:
    """Return how the cells of a column are read.

    A cell of a column of yes and no (``true``, ``1``, ``x``) is the column's name where it says
    yes, and nothing where it says no. A cell without a word of three letters, such as a number, a
    date or a code, stands behind the name. Any other cell stands by itself.

    Args:
        name: The column's name, such as ``dx_syphilis``.
        values: Its cells.
    """
    label = " ".join(_BREAK.sub(" ", name).split())
    for yes, no in YES_AND_NO:
        if all(_plain(value) in (yes, no, "") for value in values):
            return partial(_where, yes, label)
    return partial(_behind, label)


def _where(yes: str, label: str, value: str) -> str:
    return label if _plain(value) == yes else ""


def _behind(label: str, value: str) -> str:
    return f"{label} {value}" if value.strip() and not _WORD.search(value) else value


def _plain(value: str) -> str:
    return value.strip().casefold()
