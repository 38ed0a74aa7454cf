"""A figure of an audit against what its adversary has: facts, questions, few candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough import components, spec
from seethrough.errors import UsageError
from seethrough.protocols import Attack
from seethrough.report.charts import style
from seethrough.report.charts.style import Estimate
from seethrough.report.labels.figures import ARMS, control_of
from seethrough.report.labels.wording import capital

if TYPE_CHECKING:
    import altair as alt

Report = Mapping[str, Any]

HEIGHT = 280
"""Height of the plot, in CSS pixels."""

CANDIDATES = "candidates"
"""What the curve over the size of the candidate pool runs over."""

QUESTIONS = "questions"
"""What the curve of an attack that asks runs over."""

_MOST_MARKED = 40
"""Lines of more points than that are drawn without marks."""

_SIZES = (60, 100, 190)
"""How large the marks of each line are: what lies beneath another is the larger."""


class Point(NamedTuple):
    """A figure at one place of a curve.

    Attributes:
        at: How much the adversary has.
        value: The figure; None where it was not measured.
        low: The lower end of its 95 % interval, or None.
        high: The upper end.
    """

    at: int
    value: float | None
    low: float | None = None
    high: float | None = None


class Curve(NamedTuple):
    """What is drawn.

    Attributes:
        title: The figure.
        over: What the curve runs over, such as "known facts".
        unit: Of the figure: "share", "number", or "count" for what came out in this run alone.
        better: Which way is better.
        lines: What the points of each line are of; the release's own line comes first.
        told: What stands below the title.
    """

    title: str
    over: str
    unit: str
    better: str
    lines: Mapping[str, Sequence[Point]]
    told: Sequence[str]


def curve(report: Report, of: str | None = None, against: str | None = None) -> Curve:
    """Return a figure of an audit against what its curve runs over.

    Args:
        report: The machine form of an audit.
        of: The name of the figure; by default the first that has a curve.
        against: What the curve runs over, such as "facts", "candidates" or "questions"; by default
            the first that the figure has.

    Raises:
        UsageError: No attack of the audit has a curve, or none of that figure or over that.
    """
    over = "".join(report["curve_over"][1:])
    facts = {(e["name"], over) for c in report["curves"] for e in c["estimates"] if _known(e)}
    steps = [(e["name"], over) for c in report["curves"] for e in c["estimates"]]
    pools = [(e["name"], CANDIDATES) for c in _pools(report) for e in c["estimates"]]
    asked = [(name, QUESTIONS) for name in _counted(report)]
    there = dict.fromkeys([*(step for step in steps if step in facts), *pools, *asked])
    name, over = _chosen(there, of, against)
    if over == QUESTIONS:
        return _of_questions(report, name)
    if over == CANDIDATES:
        return _of_pools(_along(_pools(report), "candidates", name))
    return _of_steps(report, _along(report["curves"], "facts", name))


def check_curve(
    attacks: Sequence[Attack[Any]], of: str | None = None, against: str | None = None
) -> None:
    """Refuse, before any work, a curve that no attack has.

    Args:
        attacks: The attacks of the audit.
        of: The name of the figure, or None for whichever has one.
        against: What the curve runs over, or None for whatever there is.

    Raises:
        UsageError: No attack has a curve, or none of that figure or over that.
    """
    along = next((attack for attack in attacks if attack.curve()), None)
    there = [] if along is None else [(f.name, along.curve_over[1]) for f in along.figures]
    there += [(f.name, CANDIDATES) for attack in attacks for f in attack.figures if f.by_pool]
    asking = [attack for attack in attacks if attack.asks]
    there += [(f.name, QUESTIONS) for attack in asking for f in attack.figures if f.per_question]
    _chosen(dict.fromkeys(there), of, against)


def chart(drawn: Curve) -> alt.TopLevelMixin:
    """Return the chart: a line with a band of its 95 % intervals for each of the lines.

    Raises:
        MissingExtraError: Altair is not installed.
    """
    from seethrough.report.charts.saving import altair

    vega = altair()
    names = list(drawn.lines)
    points = [point for line in drawn.lines.values() for point in line]
    ats = sorted({point.at for point in points})
    ends = [end for point in points for end in (point.value, point.low, point.high)]
    scale = style.spread(style.is_log(ats))
    ticks = {"values": ats} if len(ats) <= _MOST_MARKED / 2 else {"tickMinStep": 1}
    axis = {"format": "d", "grid": False, **ticks}
    x = vega.X("at:Q", title=f"Number of {drawn.over}", axis=axis, scale=scale)
    upright = style.value_axis(drawn.unit, ends)
    y = vega.Y("value:Q", title=drawn.better, **upright)
    broken = {
        "invalid": "break-paths-show-path-domains",
        "interpolate": "linear" if drawn.unit != "count" else "step-after",
    }
    legend = style.LEGEND if len(names) > 1 else None
    colour, shape = style.looks(vega, "line:N", names, legend=legend)
    layers = []
    # The release's own line lies on top of the others.
    for place, name in reversed(list(enumerate(names))):
        rows = [{"line": name, **point._asdict()} for point in drawn.lines[name]]
        own = vega.Chart(vega.Data(values=rows))
        band = own.mark_area(opacity=0.18, color=style.colour(place), **broken)
        layers.append(band.encode(x=x, y=vega.Y("low:Q", **upright), y2="high:Q"))
        line = own.mark_line(strokeWidth=2, strokeDash=style.dash(place), **broken)
        layers.append(line.encode(x=x, y=y, color=colour))
        if len(ats) <= _MOST_MARKED:
            size = _SIZES[min(place, len(_SIZES) - 1)]
            mark = own.mark_point(filled=False, size=size, strokeWidth=1.8, opacity=1)
            layers.append(mark.encode(x=x, y=y, color=colour, shape=shape))
    title = {"text": style.wrapped([drawn.title]), "subtitle": style.wrapped(drawn.told)}
    return style.styled(
        vega.layer(*layers).properties(width=style.SIDE, height=HEIGHT, title=title)
    )


def _of_steps(report: Report, steps: Mapping[int, Estimate]) -> Curve:
    """Return the curve of a figure whose attack was run once for each step."""
    first = next(iter(steps.values()))
    over = report["curve_over"][1]
    arms: dict[str, Callable[[Estimate], Estimate | None]] = {
        "This release": lambda e: e,
        f"{ARMS[control_of(report)]} (control)": lambda e: e["control"],
        f"{report['release']['described']['empty']} (baseline)": lambda e: e["baseline"],
    }
    lines = {
        label: [Point(at, arm["value"], arm["low"], arm["high"]) for at, arm in found]
        for label, of in arms.items()
        if (found := [(at, arm) for at, e in steps.items() if (arm := of(e)) is not None])
    }
    counts = sorted({e["n"] for e in steps.values()})
    targets = " to ".join(f"{n:,}" for n in (counts[:1] + counts[1:][-1:]))
    told = [f"by the number of {over}, with 95 % intervals; targets attacked: {targets}"]
    missing = [str(at) for at, e in steps.items() if e["value"] is None]
    if missing:
        told.append(f"not measured with: {', '.join(missing)}")
    return Curve(first["title"], over, first["unit"], capital(style.better(first)), lines, told)


def _of_pools(steps: Mapping[int, Estimate]) -> Curve:
    """Return the curve of a figure over the size of the candidate pool."""
    first = next(iter(steps.values()))
    arms = {"This release": steps, "Chance": {at: e["baseline"] for at, e in steps.items()}}
    lines = {
        label: [Point(at, e["value"], e["low"], e["high"]) for at, e in found.items()]
        for label, found in arms.items()
    }
    told = [
        f"by the number of {CANDIDATES}, with 95 % intervals; targets attacked: {first['n']:,}",
        "candidates: the person and others of the release, drawn at random",
    ]
    return Curve(
        first["title"], CANDIDATES, first["unit"], capital(style.better(first)), lines, told
    )


def _of_questions(report: Report, name: str) -> Curve:
    """Return how much of a figure came out, question by question."""
    figure = next(f for f in report["figures"] if f["name"] == name)
    attacks = [a for a in report["attacks"] if name in a["by_question"]]
    lines = {}
    for attack in attacks:
        label = spec.format_json(attack["component"]) if len(attacks) > 1 else "This release"
        counts = attack["by_question"][name]
        lines[label] = [Point(0, 0.0), *(Point(at, n) for at, n in enumerate(counts, 1))]
    told = ["in all, after each question of this run; a count, which has no interval"]
    title = capital(figure["per_question"])
    return Curve(title, QUESTIONS, "count", capital(style.better(figure)), lines, told)


def _along(curve: Sequence[Mapping[str, Any]], of: str, name: str) -> dict[int, Estimate]:
    """Return a figure at each step of a curve, by how much ``of`` it there is."""
    return {c[of]: e for c in curve for e in c["estimates"] if e["name"] == name}


def _pools(report: Report) -> Sequence[Mapping[str, Any]]:
    """Return the figures by the size of the candidate pool; older reports have none."""
    pools: Sequence[Mapping[str, Any]] = report.get("pools", [])
    return pools


def _known(estimate: Estimate) -> bool:
    return estimate["value"] is not None


def _counted(report: Report) -> list[str]:
    """Return the figures that are counted question by question."""
    names = {f["name"] for f in report["figures"] if f["per_question"]}
    return [n for a in report["attacks"] for n in a["by_question"] if n in names]


def _chosen(
    there: Iterable[tuple[str, str]], of: str | None, against: str | None
) -> tuple[str, str]:
    """Return the curve to draw: the figure and what it runs over.

    Args:
        there: The curves that there are.
        of: The figure, or None for any.
        against: What the curve runs over, or its last word; None for anything.

    Raises:
        UsageError: There is none.
    """
    there = [*there]
    if not there:
        raise UsageError(f"no chart: no attack of this audit has a curve; {_with_curves()}")
    for name, over in there:
        if of in (None, name) and against in (None, over, over.split()[-1]):
            return name, over
    has = ", ".join(f"{name} (over {over})" for name, over in there)
    what = (f"{of} has no curve" if of else "no curve") + (f" over {against}" if against else "")
    raise UsageError(f"no chart: {what}; there are: {has}")


def _with_curves() -> str:
    """Return which of all attacks have a curve, and what it runs over."""
    told = []
    for name in components.names("attacks"):
        attack = components.component_class("attacks", name)
        if attack.curve is not Attack.curve:
            overs = [
                attack.curve_over[1],
                *([CANDIDATES] if any(f.by_pool for f in attack.figures) else []),
            ]
            told.append(f"{name} has one over {' and one over '.join(overs)}")
        elif attack.asks and any(f.per_question for f in attack.figures):
            told.append(f"{name} has one over questions")
    return ", ".join(told)
