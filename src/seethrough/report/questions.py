"""What attacks that ask had got after each question."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seethrough import spec

if TYPE_CHECKING:
    from seethrough.engine.runs.groups import AttackRun

TOLD: Mapping[str, str] = {
    "extraction.records": "records recited",
    "extraction.rouge_contexts": "records nearly told",
    "extraction.targeted": "contact details and topics got",
}
"""What is told along the questions: different ones, so that asking again brings nothing."""


def by_question(cell: AttackRun) -> dict[str, list[float]]:
    """Return what an attack had got after each question, for every figure that it got any of.

    Empty for attacks that do not ask, and where nothing came out.
    """
    attack: Any = cell.attack
    if not attack.asks:
        return {}
    from seethrough.attacks.extraction import curve

    curves = {f.name: curve(cell.targets.outcomes, f.name) for f in attack.figures}
    return {name: points for name, points in curves.items() if points and points[-1]}


def steps(asked: int) -> list[int]:
    """Return after which questions counts are written out: the first, some, and the last."""
    wanted = (1, 10, math.ceil(asked / 4), math.ceil(asked / 2), math.ceil(3 * asked / 4), asked)
    return sorted({n for n in wanted if 0 < n <= asked})


def along_questions(cells: Sequence[AttackRun]) -> list[tuple[str, list[tuple[str, ...]]]]:
    """Return each attack that got anything by asking, with a table: counts after some questions."""
    tables = []
    for cell in cells:
        curves = {label: by_question(cell).get(name) for name, label in TOLD.items()}
        told = {label: points for label, points in curves.items() if points}
        if told:
            at = steps(len(next(iter(told.values()))))
            rows = [("after so many questions", *map(str, at))]
            rows += [(k, *(f"{p[n - 1]:.0f}" for n in at)) for k, p in told.items()]
            tables.append((spec.to_string(cell.attack), rows))
    return tables
