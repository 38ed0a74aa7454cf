"""What attacks that ask had got after each question."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Cell


def by_question(cell: Cell) -> dict[str, list[float]]:
    """Return what an attack had got after each question, for every figure that it got any of.

    Empty for attacks that do not ask, and where nothing came out.
    """
    attack: Any = cell.attack
    if not attack.asks:
        return {}
    curves = {
        f.name: list(accumulate(tally.value for tally in cell.targets.tallies(f.name)))
        for f in attack.figures
    }
    return {name: points for name, points in curves.items() if points and points[-1]}


def steps(asked: int) -> list[int]:
    """Return after which questions counts are written out: the first, some, and the last."""
    wanted = (1, 10, math.ceil(asked / 4), math.ceil(asked / 2), math.ceil(3 * asked / 4), asked)
    return sorted({n for n in wanted if 0 < n <= asked})


def drawn(report: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], dict[str, list[float]]]]:
    """Return each attack that got anything by asking, and what it had got after each question.

    Only what a figure names for a drawing (``per_question``), by that name: different things, so
    that asking again brings nothing.

    Args:
        report: The machine form.
    """
    names = {f["name"]: f["per_question"] for f in report["figures"] if f["per_question"]}
    curves = [(attack, attack.get("by_question") or {}) for attack in report["attacks"]]
    return [
        (attack, own)
        for attack, points in curves
        if (own := {label: points[name] for name, label in names.items() if name in points})
    ]
