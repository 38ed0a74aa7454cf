"""What an experiment says about a claimed epsilon, for a terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from seethrough.report.terminal import table

if TYPE_CHECKING:
    from seethrough.epsilon_audit import EpsilonBound

_LONGEST = 24


def epsilon_lines(bounds: Sequence[EpsilonBound]) -> list[str]:
    """Return one row per pair and what follows from all of them.

    Args:
        bounds: At least one.
    """
    rows = [("pair", "claimed epsilon", "at least", "told apart for certain", "fit, p")]
    for bound in bounds:
        claimed = f"{bound.claimed:.3f}" if math.isfinite(bound.claimed) else "none"
        fit = "" if math.isnan(bound.fit) else f"{bound.fit:.3f}"
        pair = f"{_short(bound.first)} | {_short(bound.second)}"
        rows.append((pair, claimed, f"{bound.low:.3f}", f"{bound.telltale:.1%}", fit))
    first = bounds[0]
    lines = table(rows)
    lines += [
        "",
        f"All lower bounds hold together with {first.confidence:.1%} confidence "
        f"({first.draws:,} draws of each text).",
    ]
    refuted = [b for b in bounds if b.broken]
    astray = [b for b in bounds if b.deviates]
    if refuted:
        lines.append(f"REFUTED: {len(refuted)} of {len(bounds)} pairs cost more than is claimed.")
    if astray:
        lines.append(
            f"ASTRAY: the results of {len(astray)} of {len(bounds)} pairs do not follow the "
            "claimed probabilities."
        )
    if not refuted and not astray:
        lines.append("Not refuted. That is no proof: other pairs may cost more.")
    if any(b.telltale > 0 for b in bounds):
        lines.append(
            "Results that only one text of a pair can have are outside the claim; they tell the "
            "two apart whatever epsilon is."
        )
    return lines


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
