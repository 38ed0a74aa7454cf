"""A paper's tables with the figures of a comparison in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough import spec
from seethrough.estimates.interval import Interval, rounded
from seethrough.estimates.relative import relative_change
from seethrough.presets.tables import NOTHING, Column, Preset, Row, Table, value

if TYPE_CHECKING:
    from seethrough.engine.comparing.comparison import Comparison
    from seethrough.engine.result import Audit
    from seethrough.estimates.estimate import Estimate


def filled(preset: Preset, left_out: Sequence[str], found: Comparison) -> dict[str, Any]:
    """Return the machine form of the tables.

    A cell has ``value``, ``low``, ``high`` and ``n``, ``failed`` where what should measure it
    failed, and in ``paper`` what the paper prints, a text for each of the table's ``settings``. Its
    value is None where nothing was measured.

    Args:
        preset: The paper.
        left_out: What could not run, in sentences.
        found: The figures; releases are told by their names.
    """
    return {
        "name": preset.name,
        "paper": preset.paper,
        "left_out": list(left_out),
        "seeds": list(found.seeds),
        "tables": [_table(table, found) for table in preset.tables],
    }


def _table(table: Table, found: Comparison) -> dict[str, Any]:
    return {
        "place": table.place,
        "title": table.title,
        "settings": list(table.settings),
        "columns": [column.name for column in table.columns],
        "rows": [
            {"name": row.name, "cells": list(_cells(row, table, found))} for row in table.rows
        ],
        "notes": list(table.notes),
    }


def _cells(row: Row, table: Table, found: Comparison) -> Iterator[dict[str, Any]]:
    printed = [text.split() for text in row.published]
    for place, column in enumerate(table.columns):
        texts = [line[place] for line in printed]
        own, failed = _own(row, column, table, found)
        yield {
            "figure": own.name if own is not None else None,
            "arm": row.arm or column.arm,
            **_scaled(own, column),
            "failed": failed,
            "paper": [
                {"printed": text, "value": value(text)}
                for text in texts + [NOTHING] * (len(table.settings) - len(texts))
            ],
        }


class _Own(NamedTuple):
    """A figure of ours in the place of a cell.

    Attributes:
        name: What it is called.
        interval: The figure with its interval; None where it was not measured.
    """

    name: str
    interval: Interval | None


def _own(row: Row, column: Column, table: Table, found: Comparison) -> tuple[_Own | None, bool]:
    """Return the figure of a cell, None where there is none, and whether it failed."""
    name = row.release or column.release
    place = next((i for i, own in enumerate(found.rows) if own.name == name), None)
    if place is None or not column.figures:
        return None, False
    if not found.rows[place].audits:
        return None, True
    audit = found.rows[place].audits[0]
    wanted = _merged(row.component, column.component)
    if column.against is not None:
        first = next(own for own in table.rows if own.name == column.against)
        return _change(audit, first.release, wanted, column, found), False
    for figure in column.figures:
        for estimate in audit.estimates:
            if estimate.name == figure and _within(wanted, estimate.component):
                return _Own(figure, _arm(estimate, row.arm or column.arm)), False
    return None, _failed(audit, column.figures, wanted)


def _arm(estimate: Estimate, arm: str) -> Interval | None:
    if arm == "control":
        return estimate.control
    if arm == "baseline":
        return estimate.baseline
    return estimate.interval


def _change(
    audit: Audit, name: str | None, wanted: Mapping[str, Any], column: Column, found: Comparison
) -> _Own | None:
    """Return by how many per cent a figure differs from that of another release."""
    (figure,) = column.figures
    other = next((row.audits[0] for row in found.rows if row.name == name and row.audits), None)
    if other is None or other is audit:
        return None
    arms = []
    for one in (audit, other):
        runs = [r for r in one.cells if _within(wanted, spec.to_json(r.attack)) and not r.error]
        group = next(
            (r.control if column.arm == "control" else r.targets for r in runs if r.estimates),
            None,
        )
        if group is None:
            return None
        arms.append((group.tallies(figure), group.people))
    changed = relative_change(arms[0][0], arms[1][0], arms[0][1])
    return None if changed is None else _Own(f"{figure}, change in per cent", changed)


def _failed(audit: Audit, figures: Sequence[str], wanted: Mapping[str, Any]) -> bool:
    runs: list[tuple[Any, str | None]] = [(run.attack, run.error) for run in audit.cells]
    runs += [(run.utility, run.error) for run in audit.measured]
    return any(
        error is not None
        and {f.name for f in component.figures} & set(figures)
        and _within(wanted, spec.to_json(component))
        for component, error in runs
    )


def _scaled(own: _Own | None, column: Column) -> dict[str, Any]:
    interval = None if own is None else own.interval
    if interval is None:
        return {"value": None, "low": None, "high": None, "n": 0, "digits": column.digits}
    times = interval.n if column.counts else 1
    numbers = {
        end: None if number is None else rounded(number * times)
        for end, number in (
            ("value", interval.value),
            ("low", interval.low),
            ("high", interval.high),
        )
    }
    return {**numbers, "n": interval.n, "digits": 0 if column.counts else column.digits}


def _merged(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Return what both ask of a component; the fields of a part of it are put together."""
    made = dict(first)
    for key, own in second.items():
        there = made.get(key)
        both = isinstance(own, dict) and isinstance(there, dict)
        made[key] = {**there, **own} if both else own  # type: ignore[dict-item]
    return made


def _within(wanted: Any, component: Any) -> bool:
    """Return whether a component has all fields that are asked of it."""
    if isinstance(wanted, Mapping):
        return isinstance(component, Mapping) and all(
            key in component and _within(part, component[key]) for key, part in wanted.items()
        )
    return bool(wanted == component)
