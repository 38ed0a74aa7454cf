"""What a utility gives back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from seethrough.estimates.estimate import Estimate
from seethrough.protocols import Figure


def amiss(found: Any, figures: Sequence[Figure]) -> str:
    """Return why these are no estimates of a utility's figures; nothing where they are.

    Args:
        found: What ``Utility.measure`` returned.
        figures: The utility's figures.
    """
    if not isinstance(found, Sequence) or not all(isinstance(e, Estimate) for e in found):
        return "it gave no list of estimates"
    names, wanted = [estimate.name for estimate in found], [figure.name for figure in figures]
    missing = sorted({*wanted} - {*names})
    if missing:
        return f"no estimate of {', '.join(missing)}"
    if len(names) > len(wanted):
        return f"estimates of more than {', '.join(wanted)}, or of one twice"
    for estimate, figure in ((e, f) for e in found for f in figures if e.name == f.name):
        for part in (estimate, estimate.control, estimate.baseline):
            if part is not None and not _is_figure(part, figure):
                return f"what it gave of {figure.name} is no figure with its interval"
        if estimate.direction != figure.direction:
            return f"{figure.name} has another direction than the utility says"
    return ""


def _is_figure(part: Any, figure: Figure) -> bool:
    """Return whether value and interval are numbers in order, and n a number of things."""
    told = [number for number in (part.low, part.value, part.high) if number is not None]
    if not all(isinstance(number, int | float) and math.isfinite(number) for number in told):
        return False
    if not isinstance(part.n, int) or part.n < 0 or (part.value is None) != (part.n == 0):
        return False
    near = all(a <= b + 1e-9 for a, b in pairwise(told))
    return near and (figure.unit != "share" or all(-1e-9 <= x <= 1 + 1e-9 for x in told))
