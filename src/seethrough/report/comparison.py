"""A comparison as one table: a row per release and figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seethrough.report.models import caveat_sentences, caveats
from seethrough.report.notes import notes
from seethrough.report.terminal import number, shown_reasons, spec_string, table

if TYPE_CHECKING:
    from seethrough.comparing import Comparison


def tabulate(comparison: Comparison) -> str:
    """Return every figure of every release with interval, control and baseline."""
    arrows = {"lower_is_better": "lower", "higher_is_better": "higher"}
    rows = [("figure", "release", "value (95 % interval)", "control", "baseline", "n", "better")]
    entries = [
        (estimate, spec_string(maker))
        for maker, audit in zip(comparison.sanitizers, comparison.audits, strict=True)
        for estimate in audit.estimates
    ]
    order = list(dict.fromkeys((e.name, spec_string(e.component)) for e, _ in entries))
    for name, by in order:
        for estimate, maker in entries:
            if (estimate.name, spec_string(estimate.component)) != (name, by):
                continue
            rows.append(
                (
                    name,
                    maker,
                    number(estimate),
                    number(estimate.control),
                    number(estimate.baseline),
                    str(estimate.n),
                    arrows[estimate.direction],
                )
            )
    lines = table(rows)
    for made_by, audit in zip(comparison.sanitizers, comparison.audits, strict=True):
        lines.append("")
        lines.append(f"{spec_string(made_by)}: {audit.verdict.word}")
        lines += [f"  - {reason}" for reason in shown_reasons(audit)]
        lines += [f"  - {note}" for note in notes(audit.utilities)]
        lines += [f"  {sentence}" for sentence in caveat_sentences(caveats(audit))]
    return "\n".join(lines) + "\n"
