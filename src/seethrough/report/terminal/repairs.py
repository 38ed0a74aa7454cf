"""What a repair did, round by round, as lines for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_HEAD = (
    "round", "edited", "leak rate beyond control", "own claims told", "rougeL", "length",
    "over limit", "emptied",
)  # fmt: skip


def lines(details: Mapping[str, Any]) -> list[str]:
    """Return risk and utility after each round, and what another judge says of the result.

    Args:
        details: Of a release that ``repair`` made; of any other there is nothing to say.
    """
    try:
        rounds, final = details["rounds"], details["final"]
        rows = [_HEAD, *(_row(made) for made in rounds)]
        ends = [_rate(final[when]) for when in ("before", "after")]
        judges = details["judge"]["name"], final["judge"]["name"]
    except (KeyError, TypeError):
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEAD))]
    table = [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
    return [
        f"repair, steered by the judge {judges[0]}:",
        *table,
        f"stopped: {details['stopped']}; the limit was {details['limit']:g}",
        f"another judge ({judges[1]}) and other known facts, leak rate beyond control:"
        f" {ends[0]} before, {ends[1]} after",
    ]


def _row(made: Mapping[str, Any]) -> tuple[str, ...]:
    use = made["utility"]
    return (
        str(made["round"]),
        str(made["records_edited"]),
        _rate(made),
        f"{made['claims_told_by_own_record']} of {made['claims']}",
        _share(use["utility.rougeL"]["value"]),
        _share(use["utility.length_kept"]["value"]),
        str(made["records_over_limit"]),
        str(made["records_emptied"]),
    )


def _rate(figures: Mapping[str, Any]) -> str:
    excess = figures["semantic.leak_rate"]["excess"]
    if excess is None or excess["value"] is None:
        return "-"
    if excess["low"] is None:
        return _share(excess["value"])
    value, low, high = (_share(excess[name]) for name in ("value", "low", "high"))
    return f"{value} ({low} to {high})"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{round(value, 2) + 0.0:.2f}"
