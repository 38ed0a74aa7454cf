"""The chart of ``compare``: risk against utility, or figures against a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from seethrough.cli._plans import Opened
    from seethrough.plans.plan import Plan


def check_figures(plan: Plan, given: dict[str, Any]) -> None:
    """Refuse, before any work, a chart of too many or too few figures."""
    from seethrough.errors import UsageError

    if given["chart"] is None or given["chart_against"] is not None:
        return
    if given["chart_of"] is not None and len(_figures(given)) != 2:
        raise UsageError(f"--chart-of {given['chart_of']}: name two figures, RISK,UTILITY")
    if given["chart_of"] is None and not plan.utilities:
        raise UsageError("--chart draws risk against utility; name one with --utility")


def _figures(given: dict[str, Any]) -> list[str]:
    """Return the figures of the chart that are named."""
    return [name.strip() for name in (given["chart_of"] or "").split(",") if name.strip()]


def check_field(opened: Opened, field: str | None) -> None:
    """Refuse, before any work, a field that no release and no attack has.

    What a release that is there was made with is known only once it is read.
    """
    made = [candidate.made_by for candidate in opened.candidates]
    if field is not None and all(made) and not any(c.opened for c in opened.candidates):
        from seethrough import spec
        from seethrough.report.charts import fields

        fields.check_field([*made, *map(spec.to_json, [*opened.attacks, *opened.utilities])], field)


def draw(machine: dict[str, Any], given: dict[str, Any]) -> None:
    """Draw risk against utility, or figures against a number, where that was asked for."""
    if given["chart"] is None:
        return
    from seethrough.cli._output import keep_chart
    from seethrough.report.charts import frontier, sweep

    of = _figures(given)
    if given["chart_against"] is not None:
        drawn = sweep.chart(sweep.sweep(machine, given["chart_against"], of))
    else:
        drawn = frontier.chart(frontier.frontier(machine, (of[0], of[1]) if of else None))
    keep_chart(drawn, given["chart"])
