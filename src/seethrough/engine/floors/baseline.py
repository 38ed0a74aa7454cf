"""A baseline that knows the targets: then a leak beyond it says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from seethrough.reasons import Reason, widened

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Cell


def reasons(cells: Sequence[Cell]) -> list[Reason]:
    """Return the figures by which the baseline knows the targets better than other people.

    What a service or a model was before anything private went into it knows no more of the targets
    than of the control. Where it does, by intervals that do not meet, it was trained on them
    earlier, or is the wrong one, and hides what the release gives away.

    Args:
        cells: What attacks found on releases that answer; nothing where one failed.
    """
    out = []
    for cell in cells:
        figures = {figure.name: figure for figure in cell.attack.figures}
        for estimate in cell.estimates:
            figure = figures[estimate.name]
            base, control = estimate.baseline, estimate.control
            if base is None or control is None or not figure.questions:
                continue
            ends = (base.low, control.high)
            if figure.direction == "higher_is_better":
                ends = (control.low, base.high)
            low, high = ends
            if low is not None and high is not None and low > high:
                facts = {"baseline": base.value, "control": control.value}
                wider = widened(figure.questions)
                about = estimate.name, facts, estimate.component
                out.append(Reason("baseline_knows", "inconclusive", wider, *about))
    return out
