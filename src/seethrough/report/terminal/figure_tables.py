"""Tables of figures for a terminal: each beside its control and baseline, as room allows."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from seethrough.report.labels import wording
from seethrough.report.labels.apart import Settings
from seethrough.report.labels.figures import control_of, in_section
from seethrough.report.terminal.tables import table
from seethrough.text.visible import visible

Report = Mapping[str, Any]
Row = tuple[str, ...]
Arm = Callable[[Mapping[str, Any] | None, Mapping[str, Any]], str]
"""How an interval of a figure is written."""

WIDTH = 88
"""Characters of a line, at the most."""

_SHORT = ("control", "empty")
"""Heads of the columns of control and baseline where there is little room."""

_CONTROLS = {
    "own_record_left_out": "own record left out",
    "held_out": "people held out",
    None: "control",
}


def figures_table(
    report: Report,
    estimates: Sequence[Mapping[str, Any]],
    *,
    head: str = "",
    n: bool = False,
) -> list[str]:
    """Return figures beside their control and baseline, each by its title and in its unit.

    Where there is no room, heads are short, then long titles stand above their figures; control and
    baseline go without intervals only where that is not enough either.

    Args:
        report: The machine form.
        estimates: The figures; nothing for none.
        head: What stands above the titles.
        n: Whether to say how many targets a figure rests on.
    """
    if not estimates:
        return []
    control = _CONTROLS[control_of(report)]
    if any(e in estimates for e in in_section(report, "use")):  # each has a control of its own
        control = "control"
    heads = (control, report["release"]["described"]["empty"].lower())
    settings = Settings(report["estimates"])

    def rows(arm: Arm, names: tuple[str, str]) -> list[Row]:
        return [
            (head, "this release", *names, *(["n"] if n else [])),
            *(
                (
                    settings.called(e["title"], e),
                    spread(e, e),
                    *(arm(e["control"], e), arm(e["baseline"], e)),
                    *([str(e["n"])] if n else []),
                )
                for e in estimates
            ),
        ]

    layouts = [
        made(rows(arm, names))
        for arm in (spread, _value)
        for made in (indented, under_titles)
        for names in (heads, _SHORT)
    ]
    fitting = (lines for lines in layouts if max(map(len, lines)) <= WIDTH)
    return next(fitting, layouts[-1])


def under_titles(rows: Sequence[Row]) -> list[str]:
    """Return the lines of a table in which a title that is too long stands above its figures."""
    others = sum(2 + max(len(row[i]) for row in rows) for i in range(1, len(rows[0])))
    long = {row[0] for row in rows if len(row[0]) > WIDTH - 2 - others}
    lines = indented([("" if title in long else title, *figures) for title, *figures in rows])
    above = [wrapped(title) if title in long else [] for title, *_ in rows]
    return [line for title, figures in zip(above, lines, strict=True) for line in (*title, figures)]


def spread(interval: Mapping[str, Any] | None, of: Mapping[str, Any]) -> str:
    """Return a value with its interval, in the unit of a figure."""
    return wording.with_spread(interval, of["unit"] == "share").replace("\u00a0", " ")


def _value(interval: Mapping[str, Any] | None, of: Mapping[str, Any]) -> str:
    return wording.value(interval, of["unit"] == "share").replace("\u00a0", " ")


def indented(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table, set in by two spaces."""
    return [f"  {line}" for line in table(rows)]


def hanging(sentences: Iterable[str]) -> list[str]:
    """Return sentences as lines that fit, of each what follows its first line set in."""
    return [line for sentence in sentences for line in wrapped(sentence, "")]


def wrapped(text: str, first: str = "  ", rest: str = "  ") -> list[str]:
    """Return a text as lines that fit; a number and its ``%`` stand in one line."""
    held = re.sub(r"(?<=\d) %", "\u00a0%", visible(text))
    lines = textwrap.wrap(held, WIDTH, initial_indent=first, subsequent_indent=rest)
    return [line.replace("\u00a0", " ") for line in lines]
