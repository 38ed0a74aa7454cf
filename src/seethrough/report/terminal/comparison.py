"""A comparison as one table: a row per release and figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from seethrough.report.labels.notes import notes
from seethrough.report.models import caveat_sentences, caveats
from seethrough.report.terminal.summary import shown_reasons
from seethrough.report.terminal.tables import number, spec_string, table

if TYPE_CHECKING:
    from seethrough.engine.compare import Comparison
    from seethrough.estimates.estimate import Estimate


def tabulate(comparison: Comparison, text: bool = True) -> str:
    """Return the lines of ``comparison_lines`` as one text."""
    return "\n".join(comparison_lines(comparison, text)) + "\n"


def comparison_lines(comparison: Comparison, text: bool = True) -> list[str]:
    """Return every figure of every release with interval, control and baseline.

    Args:
        comparison: The result.
        text: Whether people and files may be named.
    """
    arrows = {"lower_is_better": "lower", "higher_is_better": "higher"}
    several = len(comparison.seeds) > 1
    head = ("figure", "release", "value (95 % interval)", "control", "baseline", "n", "better")
    rows = [(*head, f"over {len(comparison.seeds)} seeds") if several else head]
    entries = [
        (estimate, spec_string(maker, text), comparison.over_seeds(index, estimate))
        for index, (maker, audit) in enumerate(
            zip(comparison.sanitizers, comparison.audits, strict=True)
        )
        for estimate in audit.estimates
    ]
    order = list(dict.fromkeys((e.name, spec_string(e.component)) for e, _, _ in entries))
    for name, by in order:
        for estimate, maker, drawn in entries:
            if (estimate.name, spec_string(estimate.component)) != (name, by):
                continue
            row = (
                name,
                maker,
                number(estimate),
                number(estimate.control),
                number(estimate.baseline),
                str(estimate.n),
                arrows[estimate.direction],
            )
            rows.append((*row, _spread(drawn)) if several else row)
    lines = [*table(rows), "", _conditional(comparison.seeds)]
    for made_by, audit in zip(comparison.sanitizers, comparison.audits, strict=True):
        lines.append("")
        lines.append(f"{spec_string(made_by, text)}: {audit.verdict.word}")
        lines += [f"  - {reason}" for reason in shown_reasons(audit, text)]
        lines += [f"  - {note}" for note in notes(audit.utilities)]
        lines += [f"  {sentence}" for sentence in caveat_sentences(caveats(audit))]
    return lines


def _spread(drawn: Sequence[Estimate]) -> str:
    values = [e.value for e in drawn if e.value is not None]
    return f"{min(values):.2f} to {max(values):.2f}" if values else "same"


def _conditional(seeds: Sequence[int]) -> str:
    """Return what the figures are conditional on."""
    if len(seeds) == 1:
        return (
            f"Figures are conditional on one draw of each release (seed {seeds[0]}); --seeds 5"
            " would show how far they spread."
        )
    return (
        f"Values and intervals are conditional on one draw of each release (seed {seeds[0]}); the"
        f" last column is the smallest and the largest of seeds {seeds[0]} to {seeds[-1]}."
    )
