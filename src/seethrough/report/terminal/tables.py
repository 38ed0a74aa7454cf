"""Figures and tables as lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from seethrough import spec
from seethrough.estimates.estimate import Estimate, Interval
from seethrough.report.hiding import hidden
from seethrough.text.visible import visible


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines, columns aligned: the first to the left, the others to the right."""
    rows = [[visible(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def percent(interval: Interval | Estimate | None) -> str:
    """Return a share as ``87 % (76 to 93)``."""
    if interval is None:
        return "none"
    if interval.value is None or interval.low is None or interval.high is None:
        return "not measured"
    low, high = round(100 * interval.low), round(100 * interval.high)
    return f"{_percentage(interval.value)} % ({low} to {high})"


def number(interval: Interval | Estimate | None) -> str:
    """Return a figure as ``0.31 (0.28 to 0.35)``."""
    if interval is None:
        return "none"
    if interval.value is None or interval.low is None or interval.high is None:
        return "not measured"
    return f"{interval.value:.2f} ({interval.low:.2f} to {interval.high:.2f})"


def short(interval: Interval | None) -> str:
    """Return the value of a figure alone as ``0.31``."""
    return "none" if interval is None or interval.value is None else f"{interval.value:.2f}"


def estimates_table(estimates: Sequence[Estimate], text: bool = True) -> list[str]:
    """Return figures with n, interval, control and baseline as an aligned table."""
    rows = [("figure", "value (95 % interval)", "control", "baseline", "n")]
    twice = Counter(e.name for e in estimates)
    for e in estimates:
        own = spec_string(e.component, text).partition(":")[2] if twice[e.name] > 1 else ""
        name = f"{e.name} ({own})" if own else e.name
        rows.append((name, number(e), short(e.control), short(e.baseline), str(e.n)))
    return table(rows)


def spec_string(component: Mapping[str, Any], text: bool = True) -> str:
    """Return a component's JSON spec in the form of the command line.

    Args:
        component: The spec.
        text: Whether files may be named.
    """
    return spec.format_json(component if text else hidden(spec.brief(component)))


def _percentage(share: float) -> str:
    """Return a share in percent; all and nothing are only said of all and nothing."""
    rounded = round(100 * share)
    return f"{100 * share:.1f}" if rounded in (0, 100) and share not in (0, 1) else str(rounded)
