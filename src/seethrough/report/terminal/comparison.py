"""A comparison as tables: a row per release and figure, then how they differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.engine.comparing.comparison import distinct
from seethrough.engine.comparing.differences import LEVEL
from seethrough.estimates.in_words import figure
from seethrough.reasons import QUESTIONS
from seethrough.report.hiding import hidden, spec_string
from seethrough.report.labels.apart import Settings
from seethrough.report.labels.draws import conditional, draw_failed, of_draws
from seethrough.report.labels.frontier import frontier_sentences
from seethrough.report.labels.notes import notes
from seethrough.report.labels.safest import safest_sentences
from seethrough.report.models import caveat_sentences, caveats
from seethrough.report.terminal.figure_tables import hanging
from seethrough.report.terminal.summary import shown_reasons
from seethrough.report.terminal.tables import table
from seethrough.text.visible import shortened, visible

if TYPE_CHECKING:
    from seethrough.engine.comparing.comparison import Comparison
    from seethrough.engine.comparing.differences import Difference
    from seethrough.estimates.estimate import Estimate

MOST_DIFFERENCES = 40
"""How many differences are printed; the others are counted."""

LONGEST_NAME = 60
"""Characters of a release's name that are shown."""

_SPREAD = "the last column is the smallest and the largest"


def names_of(comparison: Comparison, text: bool) -> list[str]:
    """Return what to call each release, no two alike.

    Args:
        comparison: The result.
        text: Whether files may be named; a name that the user chose is none of a file.
    """
    return distinct(
        [
            shortened(visible(row.name), LONGEST_NAME)
            if text or row.named
            else f"release {place}"
            if row.made_by is None
            else spec_string(row.made_by, text)
            for place, row in enumerate(comparison.rows, 1)
        ]
    )


def comparison_lines(comparison: Comparison, text: bool) -> list[str]:
    """Return every figure of every release with interval, control and baseline, and what follows.

    Args:
        comparison: The result.
        text: Whether people and files may be named.
    """
    names = names_of(comparison, text)
    lines = _figures(comparison, names, text)
    if drawn := conditional(comparison.seeds, _SPREAD):
        lines += ["", drawn]
    return [*lines, *_differences(comparison, names, text), *verdict_lines(comparison, text)]


def verdict_lines(comparison: Comparison, text: bool) -> list[str]:
    """Return which release is the safest, and each one's verdict with its reasons.

    Args:
        comparison: The result.
        text: Whether people and files may be named.
    """
    names = names_of(comparison, text)
    lines = ["", *hanging(safest_sentences(comparison, names))]
    if comparison.frontiers:
        lines += ["", *hanging(frontier_sentences(comparison.frontiers, names))]
    for name, row in zip(names, comparison.rows, strict=True):
        lines.append("")
        if not row.audits:
            lines += [f"{name}: FAILED", f"  - {row.failure(text)}"]
            continue
        audit = row.deciding
        draws = of_draws(row.words)
        lines.append(f"{name}: {audit.verdict.word}{f' ({draws})' if draws else ''}")
        lines += [f"  - {reason}" for reason in shown_reasons(audit, text)]
        lines += [f"  - {note}" for note in notes(audit.utilities)]
        lines += [f"  - {draw_failed(row.failure(text) or '')}"] if row.error else []
        lines += [f"  - left out: {cell.why}" for cell in row.left_out]
        lines += [f"  {sentence}" for sentence in caveat_sentences(caveats(audit))]
    return [line.replace("\u00a0", " ") for line in lines]


def _figures(comparison: Comparison, names: Sequence[str], text: bool) -> list[str]:
    arrows = {"lower_is_better": "lower", "higher_is_better": "higher"}
    several = len(comparison.seeds) > 1
    head = ("figure", "release", "value (95 % interval)", "control", "baseline", "n", "better")
    rows: list[tuple[str, ...]] = [
        (*head, f"over {len(comparison.seeds)} seeds") if several else head
    ]
    entries = [
        (estimate, names[place], comparison.over_seeds(place, estimate))
        for place, row in enumerate(comparison.rows)
        for estimate in (row.audits[0].estimates if row.audits else ())
    ]
    named = _naming(comparison, text)

    def measured(estimate: Estimate) -> tuple[str, str]:
        return estimate.name, spec_string(estimate.component)

    order = [*dict.fromkeys(measured(estimate) for estimate, _, _ in entries)]
    entries.sort(key=lambda entry: order.index(measured(entry[0])))
    for estimate, maker, drawn in entries:
        row = (
            named(estimate.name, estimate.component),
            maker,
            figure(estimate),
            figure(estimate.control),
            figure(estimate.baseline),
            str(estimate.n),
            arrows[estimate.direction],
        )
        rows.append((*row, _spread(drawn)) if several else row)
    rows += [
        (component, names[place], f"failed: {error}", *[""] * (len(rows[0]) - 3))
        for place, component, error in comparison.failed_cells
    ]
    return table(rows)


def _differences(comparison: Comparison, names: Sequence[str], text: bool) -> list[str]:
    """Return the differences by which releases are told apart, those beyond chance first."""
    shown = [d for d in comparison.differences if d.interval.value is not None]
    if not shown:
        return []
    deciding = _deciding(comparison)
    ranked = sorted(shown, key=lambda d: (not d.differs, d.figure not in deciding))
    head = ("difference of", "first", "second", "first - second (95 % interval)", "n", "p (Holm)")
    named = _naming(comparison, text)
    rows = [
        (named(d.figure, d.component), *_difference(d, names)) for d in ranked[:MOST_DIFFERENCES]
    ]
    lines = ["", *table([head, *rows])]
    tests = sum(d.p_value is not None for d in comparison.differences)
    if len(shown) > MOST_DIFFERENCES:
        lines.append(f"and {len(shown) - MOST_DIFFERENCES} more; --json has them all")
    told = []
    if tests:
        adjusted = f", adjusted for all {tests:,} tests" if tests > 1 else ""
        told += [f"The targets and claims are the same. * is beyond chance{adjusted}."]
    if any(d.adjusted is not None and d.adjusted <= LEVEL and not d.differs for d in shown):
        told.append("A low p has no * where the interval contains 0: that is undecided.")
    if any(not d.paired for d in shown):
        told.append(
            "A figure without p is one value for a whole release, not one for each person: its"
            " difference is not tested, and has an interval as wide as for different people."
        )
    return [*lines, *hanging(told)]


def _naming(comparison: Comparison, text: bool) -> Callable[[str, Mapping[str, Any]], str]:
    """Return a function that names a figure, with its settings where several have the name."""

    def about(name: str, component: Mapping[str, Any]) -> dict[str, Any]:
        return {"name": name, "component": component if text else hidden(spec.brief(component))}

    settings = Settings(about(e.name, e.component) for a in comparison.audits for e in a.estimates)
    return lambda name, component: settings.called(name, about(name, component))


def _difference(difference: Difference, names: Sequence[str]) -> tuple[str, ...]:
    made = difference.interval
    ends = (
        "" if made.low is None or made.high is None else f" ({made.low:+.2f} to {made.high:+.2f})"
    )
    mark = "*" if difference.differs else " "
    return (
        names[difference.first],
        names[difference.second],
        f"{made.value:+.2f}{ends}",
        str(made.n),
        f"{_p(difference.adjusted)} {mark}",
    )


def _p(adjusted: float | None) -> str:
    if adjusted is None:
        return "-"
    return "< 0.001" if adjusted < 0.001 else f"{adjusted:.3f}"


def _deciding(comparison: Comparison) -> set[str]:
    questions = set(QUESTIONS[: QUESTIONS.index(comparison.standard) + 1])
    return {e.name for a in comparison.audits for e in a.estimates if questions & set(e.questions)}


def _spread(drawn: Sequence[Estimate]) -> str:
    values = [e.value for e in drawn if e.value is not None]
    return f"{min(values):.2f} to {max(values):.2f}" if values else "same"
