"""Risk against utility: what each release gives away, and what it is still good for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough.errors import UsageError
from seethrough.report.charts import style
from seethrough.report.charts.style import Estimate
from seethrough.report.labels.apart import Settings
from seethrough.statistics.dominance import dominating

if TYPE_CHECKING:
    import altair as alt

Machine = Mapping[str, Any]


class Point(NamedTuple):
    """A release in the chart.

    Attributes:
        release: What it is called.
        risk: What it gives away.
        utility: What it is good for.
    """

    release: str
    risk: Estimate
    utility: Estimate


class Frontier(NamedTuple):
    """What is drawn.

    Attributes:
        points: The releases that have both figures.
        left_out: The others.
        untold: Those whose figures do not show all that they give away; drawn, off the line.
        best: The places, by risk, of the points that no other is better than in both figures.
        titles: What the two figures are called, with their settings where several have the name.
        draws: How many draws of each release there are; the first is drawn.
    """

    points: Sequence[Point]
    left_out: Sequence[str]
    untold: Sequence[str]
    best: Sequence[int]
    titles: tuple[str, str]
    draws: int


def frontier(comparison: Machine, of: tuple[str, str] | None = None) -> Frontier:
    """Return the releases by their risk and utility.

    Args:
        comparison: The machine form of a comparison.
        of: The names of the two figures; None for the usual ones.

    Raises:
        UsageError: No release has both figures.
    """
    found = estimates_of(comparison)
    risk, utility = of or usual(comparison, found)
    points, left_out = [], []
    for row in comparison["releases"]:
        own = found.get(row["name"], {})
        if risk in own and utility in own:
            points.append(Point(row["name"], own[risk], own[utility]))
        else:
            left_out.append(row["name"])
    if not points:
        there = sorted({name for own in found.values() for name in own})
        raise UsageError(
            f"no chart: no release has both {risk or 'a risk'} and {utility or 'a utility'}; there"
            f" are: {', '.join(there) or 'no figures'}"
        )
    settings = Settings(e for cell in comparison["cells"] for e in cell["estimates"])
    of_risk, of_utility = (settings.called(e["title"], e) for e in points[0][1:])
    titles = of_risk, of_utility
    out = {row["release"] for row in comparison["safest"]["left_out"] if row["why"] == "untold"}
    untold = [point.release for point in points if point.release in out]
    best = _undominated(points, untold)
    return Frontier(points, left_out, untold, best, titles, len(comparison["seeds"]))


def chart(drawn: Frontier) -> alt.TopLevelMixin:
    """Return the chart: a point for each release, its 95 % intervals both ways, the frontier.

    Raises:
        MissingExtraError: Altair is not installed.
    """
    from seethrough.report.charts.saving import altair

    vega = altair()
    rows = [_row(point) for point in drawn.points]
    best = [{**rows[i], "place": place} for place, i in enumerate(drawn.best)]
    names = [row["release"] for row in rows]
    risk, utility = drawn.points[0].risk, drawn.points[0].utility
    x = vega.X("risk:Q", **_axis(risk, drawn.titles[0]))
    y = vega.Y("utility:Q", **_axis(utility, drawn.titles[1]))
    colour, shape = style.looks(vega, "release:N", names, title="Release")
    base = vega.Chart(vega.Data(values=rows))
    # Steps, not slopes: between two releases there is nothing but the safer of them.
    line = vega.Chart(vega.Data(values=best)).mark_line(
        color=style.GREY, strokeDash=[4, 3], strokeWidth=1.2, interpolate="step-after"
    )
    layers = [line.encode(x=x, y=y, order=vega.Order("place:Q"))] if len(best) > 1 else []
    layers += [
        base.transform_filter("isValid(datum.risk_low)")
        .mark_rule(strokeWidth=1.6)
        .encode(x=x, x2="risk_high:Q", y=y, color=colour)
        .transform_calculate(risk="datum.risk_low"),
        base.transform_filter("isValid(datum.utility_low)")
        .mark_rule(strokeWidth=1.6)
        .encode(x=x, y=y, y2="utility_high:Q", color=colour)
        .transform_calculate(utility="datum.utility_low"),
        base.mark_point(filled=True, size=110, opacity=1, stroke="#222222", strokeWidth=0.8).encode(
            x=x, y=y, color=colour, shape=shape
        ),
    ]
    return style.styled(
        vega.layer(*layers).properties(width=style.SIDE, height=style.SIDE, title=_title(drawn))
    )


def _title(drawn: Frontier) -> dict[str, Any]:
    told = ["with 95 % intervals; no release is better in both figures than those on the line"]
    if len(drawn.best) < 2:
        told = ["with 95 % intervals"]
    told += style.of_draws(drawn.draws)
    if drawn.left_out:
        told.append(f"not drawn, as a figure is missing: {', '.join(drawn.left_out)}")
    if drawn.untold:
        told.append(
            "not on the line, as its figures do not show all that it gives away:"
            f" {', '.join(drawn.untold)}"
        )
    return {
        "text": "What each release gives away, and what it is good for",
        "subtitle": style.wrapped(told),
    }


def _axis(estimate: Estimate, title: str) -> dict[str, Any]:
    return {
        "title": style.wrapped([f"{title} ({style.better(estimate)})"], style.SIDE // 7),
        "axis": {"format": "%"} if estimate["unit"] == "share" else {},
        "scale": {"zero": False, "nice": True},
    }


def _row(point: Point) -> dict[str, Any]:
    row: dict[str, Any] = {"release": point.release}
    for name, own in (("risk", point.risk), ("utility", point.utility)):
        row |= {name: own["value"], f"{name}_low": own["low"], f"{name}_high": own["high"]}
    return row


def estimates_of(comparison: Machine) -> dict[str, dict[str, Estimate]]:
    """Return the figures of each release that were measured, by name.

    Where several components measure one, the first that measures it counts, for all releases.
    """
    found: dict[str, dict[str, Estimate]] = {}
    measured_by: dict[str, Mapping[str, Any]] = {}
    for cell in comparison["cells"]:
        own = found.setdefault(cell["release_name"], {})
        for estimate in cell["estimates"]:
            name, by = estimate["name"], cell["component"]
            if estimate["value"] is not None and measured_by.setdefault(name, by) == by:
                own.setdefault(name, estimate)
    return found


def usual(comparison: Machine, found: Mapping[str, Mapping[str, Estimate]]) -> tuple[str, str]:
    """Return the risk and the utility that are drawn unless others are named; "" for none.

    Those of the first frontier that was asked for; without one, the first of each that most
    releases have, and of the risks those that bear on the standard before others.

    Args:
        comparison: The machine form of a comparison.
        found: Its figures, as ``estimates_of`` returns them.
    """
    for asked in comparison["frontiers"]:
        risk, utility = asked["figures"]
        if any({risk, utility} <= own.keys() for own in found.values()):
            return risk, utility
    risks, utilities, bearing = Counter[str](), Counter[str](), set[str]()
    for name, estimate in chain.from_iterable(own.items() for own in found.values()):
        if name.startswith("utility."):
            utilities[name] += 1
        elif estimate["questions"]:
            risks[name] += 1
            bearing |= {name} if comparison["standard"] in estimate["questions"] else set()
    return (
        max(risks, key=lambda name: (name in bearing, risks[name]), default=""),
        max(utilities, key=utilities.__getitem__, default=""),
    )


def _undominated(points: Sequence[Point], untold: Collection[str]) -> list[int]:
    """Return the places of the points that no other equals or beats in both, by their risk.

    Releases whose low figures are no sign of safety beat nobody, and are not among them.
    """

    def height(estimate: Estimate) -> float:
        better_low = estimate["direction"] == "lower_is_better"
        return float(-estimate["value"] if better_low else estimate["value"])

    seen = [i for i, point in enumerate(points) if point.release not in untold]
    heights = {i: (height(points[i].risk), height(points[i].utility)) for i in seen}
    behind = zip(seen, dominating([*heights.values()]), strict=True)
    return sorted((i for i, by in behind if not by), key=heights.__getitem__, reverse=True)
