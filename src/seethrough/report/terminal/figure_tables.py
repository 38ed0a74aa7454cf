"""Tables of figures for a terminal: each beside its control and baseline, as room allows."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from seethrough.report.labels import wording
from seethrough.report.labels.apart import Settings
from seethrough.report.terminal.tables import table
from seethrough.text.visible import visible

Report = Mapping[str, Any]

WIDTH = 88
"""Characters of a line, at the most."""

_SHORT = ("control", "empty")
"""Heads of the columns of control and baseline where there is little room."""

_CONTROLS = {"own_record_left_out": "own record left out", "held_out": "people held out"}


def figures_table(
    report: Report,
    estimates: Sequence[Mapping[str, Any]],
    *,
    head: str = "",
    n: bool = False,
) -> list[str]:
    """Return figures beside their control and baseline, each by its title and in its unit.

    Where there is no room, heads are short, then control and baseline go without intervals.

    Args:
        report: The machine form.
        estimates: The figures; nothing for none.
        head: What stands above the titles.
        n: Whether to say how many targets a figure rests on.
    """
    if not estimates:
        return []
    control = next((_CONTROLS[a["control"]] for a in report["attacks"] if a["control"]), "control")
    heads = (control, report["release"]["described"]["empty"].lower())
    lines: list[str] = []
    settings = Settings(report["estimates"])
    for arm, names in ((spread, heads), (spread, _SHORT), (_value, heads), (_value, _SHORT)):
        rows = [(head, "this release", *names, *(["n"] if n else []))]
        for e in estimates:
            arms = [arm(e["control"], e), arm(e["baseline"], e)]
            title = settings.called(e["title"], e)
            rows.append((title, spread(e, e), *arms, *([str(e["n"])] if n else [])))
        lines = indented(rows)
        if max(map(len, lines)) <= WIDTH:
            break
    return lines


def spread(interval: Mapping[str, Any] | None, of: Mapping[str, Any]) -> str:
    """Return a value with its interval, in the unit of a figure."""
    return wording.with_spread(interval, of["unit"] == "share").replace("\u00a0", " ")


def _value(interval: Mapping[str, Any] | None, of: Mapping[str, Any]) -> str:
    return wording.value(interval, of["unit"] == "share").replace("\u00a0", " ")


def indented(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table, set in by two spaces."""
    return [f"  {line}" for line in table(rows)]


def wrapped(text: str, first: str = "  ", rest: str = "  ") -> list[str]:
    """Return a text as lines that fit."""
    return textwrap.wrap(visible(text), WIDTH, initial_indent=first, subsequent_indent=rest)
