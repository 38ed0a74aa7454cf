"""Figures of a comparison against one number that its releases, or its attacks, differ in."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough import spec
from seethrough.errors import UsageError
from seethrough.report.charts import style
from seethrough.report.charts.fields import Spec, check_field, number_in, without_field
from seethrough.report.charts.frontier import estimates_of, usual
from seethrough.report.charts.style import Estimate
from seethrough.report.labels.wording import inline

if TYPE_CHECKING:
    import altair as alt

Machine = Mapping[str, Any]

HEIGHT = 220
"""Height of the plot of one figure, in CSS pixels."""

_SIDE_BY_SIDE = 11
"""Pixels between the points of two series at one place."""

_ROOM = 26
"""Pixels between the first and the last of several series at one place, at most."""

_ENDS = ("steps", "stop")
"""Fields of which 0 stands for as many steps as the training had."""


class Point(NamedTuple):
    """A release at its place.

    Attributes:
        release: What it is called.
        at: The number that the releases differ in; may be infinite.
        value: The figure.
        low: The lower end of its 95 % interval, or None.
        high: The upper end.
        guessed: The figure of the control; None where there is none.
    """

    release: str
    at: float
    value: float
    low: float | None
    high: float | None
    guessed: float | None


class Panel(NamedTuple):
    """One figure.

    Attributes:
        title: What it is called, and which way is better.
        unit: "share" or "number".
        series: The points of each series, from the smallest place to the largest.
    """

    title: str
    unit: str
    series: Mapping[str, Sequence[Point]]


class Sweep(NamedTuple):
    """What is drawn.

    Attributes:
        field: The number that runs along.
        panels: One for each figure.
        left_out: The releases that are not drawn.
        draws: How many draws of each release there are; the first is drawn.
    """

    field: str
    panels: Sequence[Panel]
    left_out: Sequence[str]
    draws: int


class _Found(NamedTuple):
    """A figure of one cell, at its place.

    Attributes:
        point: The figure.
        key: What it has in common with the others of its series.
        own: What made the release, in short, without the field.
        attack: What measured the figure, in the same way.
    """

    point: Point
    key: str
    own: Spec
    attack: Spec


def sweep(comparison: Machine, field: str, of: Sequence[str] = ()) -> Sweep:
    """Return figures against a number that releases differ in.

    A series holds what differs in that number alone.

    Args:
        comparison: The machine form of a comparison.
        field: The field, such as ``epsilon``; of a part, such as ``service.k``. It is looked for in
            what made each release, then in what measured the figure.
        of: The names of the figures; by default those of the chart of risk against utility.

    Raises:
        UsageError: Nothing has that field, no two differ in it alone, or a figure is missing.
    """
    measured = estimates_of(comparison)
    chosen = of or [name for name in usual(comparison, measured) if name]
    there = sorted({name for own in measured.values() for name in own})
    missing = [name for name in chosen if name not in there]
    if missing or not chosen:
        raise UsageError(
            f"no chart: no release has {missing[0] if missing else 'a figure'}; there are:"
            f" {', '.join(there) or 'no figures'}"
        )
    releases = {row["name"]: row for row in comparison["releases"]}
    made = [_made(row) for row in releases.values()]
    check_field([*made, *(cell["component"] for cell in comparison["cells"])], field)
    panels, drawn = [], set()
    for name in chosen:
        found = [
            placed
            for cell in comparison["cells"]
            for estimate in cell["estimates"]
            if estimate["name"] == name and estimate["value"] is not None
            if (placed := _placed(releases[cell["release_name"]], cell, estimate, field))
        ]
        series = _series(found)
        if all(len({point.at for point in points}) < 2 for points in series.values()):
            raise UsageError(f"no chart: no two that have {name} differ in {field} alone")
        drawn |= {one.point.release for one in found}
        first = next(own[name] for own in measured.values() if name in own)
        panels.append(Panel(f"{first['title']} ({style.better(first)})", first["unit"], series))
    left_out = [name for name in releases if name not in drawn]
    return Sweep(field, panels, left_out, len(comparison["seeds"]))


def chart(drawn: Sweep) -> alt.TopLevelMixin:
    """Return the chart: a plot for each figure, one above the other.

    Raises:
        MissingExtraError: Altair is not installed.
    """
    from seethrough.report.charts.saving import altair

    vega = altair()
    names = list(dict.fromkeys(name for panel in drawn.panels for name in panel.series))
    points = [p for panel in drawn.panels for own in panel.series.values() for p in own]
    told = [f"{names[0]}; with 95 % intervals" if len(names) == 1 else "with 95 % intervals"]
    if any(point.guessed is not None for point in points):
        told.append("a bar across: the control, what is guessed anyway")
    told += style.of_draws(drawn.draws)
    if drawn.left_out:
        left_out = ", ".join(map(inline, drawn.left_out))
        told.append(f"not drawn, as a number or figure is missing: {left_out}")
    place, x = _across(vega, sorted({p.at for p in points}), drawn.field)
    plots = [_plot(vega, panel, names, place, x) for panel in drawn.panels]
    title = {
        "text": f"What changes with {drawn.field}",
        "subtitle": style.wrapped(told),
        "offset": 16,
    }
    return style.styled(vega.vconcat(*plots, title=title, spacing=24))


def _plot(
    vega: Any, panel: Panel, names: Sequence[str], place: Mapping[float, float], x: Any
) -> Any:
    """Return the plot of one figure."""
    every = [point for own in panel.series.values() for point in own]
    upright = style.value_axis(panel.unit, [e for p in every for e in (p.value, p.low, p.high)])
    y = vega.Y("value:Q", title=None, **upright)
    legend = style.LEGEND if len(names) > 1 else None
    colour, shape = style.looks(vega, "series:N", names, legend=legend)
    crowded = len({(s, p.at) for s, own in panel.series.items() for p in own}) > len(
        {point.at for point in every}
    )
    apart = min(_SIDE_BY_SIDE, _ROOM / (len(names) - 1)) if crowded else 0
    layers = []
    if math.inf in place:
        # Infinity has a place, but no distance: a line before it, and no line to it.
        last, beyond = (place[at] for at in sorted(place)[-2:])
        mark = vega.Chart(vega.Data(values=[{"at": (last + beyond) / 2}]))
        layers.append(mark.mark_rule(color=style.GREY, strokeDash=[2, 3]).encode(x=x))
    for name, own in panel.series.items():
        i = names.index(name)
        rows = [(p, {"series": name, **p._asdict(), "at": place[p.at]}) for p in own]
        line, bars, tick, mark = _marks(vega, rows, i, (i - (len(names) - 1) / 2) * apart, apart)
        layers += [
            line.encode(x=x, y=y, color=colour),
            bars.encode(x=x, y=vega.Y("low:Q", **upright), y2="high:Q", color=colour),
            tick.encode(x=x, y=vega.Y("guessed:Q", **upright), color=colour),
            mark.encode(x=x, y=y, color=colour, shape=shape),
        ]
    heading = {"text": style.wrapped([panel.title]), "fontSize": 13, "fontWeight": "normal"}
    return vega.layer(*layers).properties(width=style.SIDE, height=HEIGHT, title=heading)


def _marks(
    vega: Any, rows: Sequence[tuple[Point, dict[str, Any]]], i: int, offset: float, apart: float
) -> Iterator[Any]:
    """Yield the line of a series, its intervals, what is guessed anyway, and its points."""

    def of(values: Iterable[dict[str, Any]]) -> Any:
        return vega.Chart(vega.Data(values=[*values]))

    finite = of(row for p, row in rows if p.at < math.inf)
    yield finite.mark_line(strokeWidth=1.6, strokeDash=style.dash(i), xOffset=offset)
    sure = of(row for p, row in rows if p.low is not None)
    yield sure.mark_rule(strokeWidth=1.6, xOffset=offset)
    guessed = of(row for p, row in rows if p.guessed is not None)
    yield guessed.mark_tick(
        orient="horizontal",
        thickness=2.4,
        size=apart - 1 if apart else 18,
        opacity=1,
        xOffset=offset,
    )
    yield of(row for _, row in rows).mark_point(
        filled=True,
        size=65 if apart else 100,
        opacity=1,
        stroke="#222222",
        strokeWidth=0.8,
        xOffset=offset,
    )


def _across(vega: Any, ats: Sequence[float], field: str) -> tuple[Mapping[float, float], Any]:
    """Return where each number stands on the axis, and the axis.

    Args:
        vega: The library.
        ats: The numbers, in order; infinity may be the last.
        field: What they are.
    """
    finite = [at for at in ats if at < math.inf]
    low, high = finite[0], finite[-1]
    log = style.is_log(finite)
    place = {at: at for at in ats}
    if len(finite) < len(ats):
        apart = high - low or abs(high) or 1.0
        place[math.inf] = high * (high / low) ** 0.3 if log else high + 0.3 * apart
    ticks = [*finite[:: math.ceil(len(finite) / 10)], *(place[at] for at in ats[len(finite) :])]
    return place, vega.X(
        "at:Q",
        title=field,
        scale={**style.spread(log), "domain": [low, max(place.values())]},
        axis={
            "values": ticks,
            "grid": False,
            "format": ",~r",
            "labelExpr": f"datum.value > {high!r} ? 'inf' : datum.label",
            "labelOverlap": "greedy",
        },
    )


def _series(found: Sequence[_Found]) -> dict[str, list[Point]]:
    """Return the points of each series, which is named by what sets it apart from the others."""
    groups: dict[str, list[_Found]] = {}
    for one in found:
        groups.setdefault(one.key, []).append(one)
    # In short, one of a series may lack a part whose fields are all at their default.
    owns = _told_apart([min((f.own for f in own), key=_length) for own in groups.values()])
    attacks = _told_apart([min((f.attack for f in own), key=_length) for own in groups.values()])
    several = len(set(attacks)) > 1
    names = [
        inline(f"{own}, {attack}" if several else own)
        for own, attack in zip(owns, attacks, strict=True)
    ]
    return {
        name if names.count(name) == 1 else f"{name} ({place})": sorted(
            (one.point for one in own), key=lambda point: point.at
        )
        for place, (name, own) in enumerate(zip(names, groups.values(), strict=True), 1)
    }


def _length(own: Spec) -> int:
    return len(spec.format_json(own))


def _told_apart(specs: Sequence[Spec]) -> list[str]:
    """Return specs as strings, without the fields that are the same in all of several."""
    if len({spec.format_json(own) for own in specs}) < 2:
        return [spec.format_json(own) for own in specs]
    same = {
        field
        for field, value in specs[0].items()
        if field != "name" and all(own.get(field) == value for own in specs)
    }
    return [spec.format_json({k: v for k, v in o.items() if k not in same}) for o in specs]


def _placed(release: Machine, cell: Machine, estimate: Estimate, field: str) -> _Found | None:
    """Return a figure at its place; None where neither release nor attack has the field."""
    made, attack = _made(release), cell["component"]
    beyond, control = estimate["excess"], estimate["control"]
    at = None if made is None else number_in(made, field)
    if made is not None and at is not None:
        if at == 0 and field in _ENDS:
            at = float(release.get("trained_steps") or 0)
        whole = without_field(made, field), attack
        own, measured = without_field(_brief(made), field), spec.brief(attack)
    else:
        at = number_in(attack, field)
        whole = release["name"], without_field(attack, field)
        own, measured = {"name": release["name"]}, without_field(spec.brief(attack), field)
    if at is None:
        return None
    point = Point(
        release["name"],
        at,
        estimate["value"],
        estimate["low"],
        estimate["high"],
        control["value"] if beyond and control else None,
    )
    return _Found(point, json.dumps(whole, sort_keys=True), own, measured)


def _made(release: Machine) -> Spec | None:
    """Return what made a release, with the service that stands before it; None where unknown."""
    made, service = release["sanitizer"], release.get("service")
    return made if made is None or service is None else {**made, "service": service}


def _brief(made: Spec) -> Spec:
    """Return what made a release without the fields at their default."""
    service = made.get("service")
    own = {k: v for k, v in made.items() if k != "service" or not isinstance(v, Mapping)}
    more = {"service": spec.brief(service)} if isinstance(service, Mapping) else {}
    return {**spec.brief(own), **more}
