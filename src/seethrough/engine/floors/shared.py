"""Leaks near everything that the control shares: then the control is what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from seethrough.reasons import Reason, widened

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.protocols import Figure

NEARLY = 0.8
"""The control shares a leak where it shows at least so much of it."""


def reasons(estimates: Sequence[Estimate], figures: Mapping[str, Figure]) -> list[Reason]:
    """Return the figures that are as high as on the originals and nearly so for the control.

    A leak is measured beyond the control. Where the release leaks as much as the originals would
    (the figure's ceiling) and the control at least `NEARLY` of that, no leak could be seen: many
    records say the same, or every record holds everything. That bars the wider questions, too:
    what would fail a narrower one would fail them.

    Args:
        estimates: What was measured.
        figures: The figures by name; estimates of others, or of figures without a ceiling, or
            where higher is better and no largest value is known, are passed over.
    """
    out = []
    for estimate in estimates:
        figure = figures.get(estimate.name)
        control = None if estimate.control is None else estimate.control.value
        if figure is None or figure.ceiling is None or estimate.value is None or control is None:
            continue
        leak, beside, ceiling = estimate.value, control, figure.ceiling
        if figure.direction == "higher_is_better":
            if figure.most is None:
                continue
            leak, beside, ceiling = (figure.most - x for x in (leak, beside, ceiling))
        if leak > 0 and leak >= ceiling and beside >= NEARLY * leak:
            facts = {"value": estimate.value, "control": control, "ceiling": figure.ceiling}
            wider = widened(figure.questions)
            of = estimate.component
            out.append(Reason("control_shares", "inconclusive", wider, estimate.name, facts, of))
    return out
