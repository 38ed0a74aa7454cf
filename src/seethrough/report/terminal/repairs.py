"""What a repair did, round by round, as lines for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_FIRST = ("round", "edited", "leak rate beyond control", "own claims disclosed")
_LAST = ("over limit", "emptied")


def lines(details: Mapping[str, Any]) -> list[str]:
    """Return risk and utility after each round, and what another judge says of the result.

    Args:
        details: Of a release that ``repair`` made; of any other there is nothing to say.
    """
    try:
        rounds, final = details["rounds"], details["final"]
        kept = list(rounds[0]["utility"]) if rounds else []
        names = [use.partition(".")[2].replace("_", " ") for use in kept]
        rows = [(*_FIRST, *names, *_LAST), *(_row(made, kept) for made in rounds)]
        ends = [_rate(final[when], "not measured") for when in ("before", "after")]
        judges = details["judge"]["name"], final["judge"]["name"]
    except (KeyError, TypeError):
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
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


def _row(made: Mapping[str, Any], kept: Sequence[str]) -> tuple[str, ...]:
    use = made["utility"]
    return (
        str(made["round"]),
        str(made["records_edited"]),
        _rate(made),
        f"{made['claims_told_by_own_record']} of {made['claims']}",
        *(_share(use[name]["value"]) for name in kept),
        str(made["records_over_limit"]),
        str(made["records_emptied"]),
    )


def _rate(figures: Mapping[str, Any], without: str = "-") -> str:
    excess = figures["leak"]["excess"]
    if excess is None or excess["value"] is None:
        return without
    if excess["low"] is None:
        return _share(excess["value"])
    value, low, high = (_share(excess[name]) for name in ("value", "low", "high"))
    return f"{value} ({low} to {high})"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{round(value, 2) + 0.0:.2f}"
