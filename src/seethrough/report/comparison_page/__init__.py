"""The page of a comparison: which release is the safest, and what each gives away and keeps."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seethrough.engine.comparing.differences import LEVEL
from seethrough.errors import MissingExtraError, UsageError
from seethrough.report.charts import frontier
from seethrough.report.charts.saving import encoded
from seethrough.report.labels import wording
from seethrough.report.labels.apart import Settings
from seethrough.report.labels.draws import conditional
from seethrough.report.labels.questions import ASKED
from seethrough.report.page import environment, policy, source
from seethrough.report.pipeline.judged import Judged
from seethrough.report.preset_tables import READ, table_rows

Machine = Mapping[str, Any]

HERE = Path(__file__).parent

MOST_DIFFERENCES = 200
"""How many differences are listed; the others are counted."""

_WORST = "a verdict, and a release's own page, are of the worst"


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of two figures.

    Attributes:
        name: What it shows.
        image: A data address; empty where the extra ``charts`` is not installed.
        missing: What to do about that.
    """

    name: str
    image: str
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure of all releases.

    Attributes:
        title: What it is called.
        name: Its name for limits.
        better: ``lower`` or ``higher``.
        rows: Release, then value, control and baseline, each with its interval, and n.
    """

    title: str
    name: str
    better: str
    rows: Sequence[tuple[str, str, str, str, int]]


def render(
    comparison: Machine, judged: Sequence[Judged], links: Mapping[str, str], answer: Sequence[str]
) -> str:
    """Return the page; the same comparison gives the same page.

    No person is named and no record is quoted.

    Args:
        comparison: The machine form.
        judged: The releases with their verdicts.
        links: The address of a release's own page, by the release's name, where it has one.
        answer: Which release is the safest, in sentences; the answer first.
    """
    style = f"{source('page.css')}\n{source('comparison.css', HERE)}"
    differences, settings = comparison["differences"], _settings(comparison)
    titles = {e["name"]: wording.title(e) for c in comparison["cells"] for e in c["estimates"]}
    html: str = environment(HERE).get_template("comparison.html").render(
        policy=policy(style, "", "img-src data:"),
        style=style,
        script="",
        question=ASKED[comparison["standard"]],
        answer=answer,
        judged=judged,
        links=links,
        charts=_charts(comparison),
        conditional=conditional(comparison["seeds"], _WORST),
        figures=_figures(comparison),
        differences=[_difference(d, titles, settings) for d in differences[:MOST_DIFFERENCES]],
        further=max(0, len(differences) - MOST_DIFFERENCES),
        preset=comparison.get("preset"),
        read=READ,
        table_rows=table_rows,
    )  # fmt: skip
    return html


def _charts(comparison: Machine) -> list[Chart]:
    pairs: list[tuple[str, str] | None] = [tuple(f["figures"]) for f in comparison["frontiers"]]
    return [chart for of in pairs or [None] if (chart := _chart(comparison, of)) is not None]


def _chart(comparison: Machine, of: tuple[str, str] | None) -> Chart | None:
    try:
        drawn = frontier.frontier(comparison, of)
    except UsageError:  # no release has both
        return None
    name = " and ".join(drawn.titles)
    try:
        svg = encoded(frontier.chart(drawn), ".svg")
    except MissingExtraError as error:
        return Chart(name, "", str(error))
    return Chart(name, f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}")


def _figures(comparison: Machine) -> list[Measured]:
    settings = _settings(comparison)
    found: dict[tuple[str, str], list[tuple[str, Mapping[str, Any]]]] = {}
    for cell in comparison["cells"]:
        for estimate in cell["estimates"]:
            of = estimate["name"], settings.of(estimate)
            found.setdefault(of, []).append((cell["release_name"], estimate))
    return [_measured(name, differing, own) for (name, differing), own in found.items()]


def _settings(comparison: Machine) -> Settings:
    return Settings(estimate for cell in comparison["cells"] for estimate in cell["estimates"])


def _measured(name: str, differing: str, own: Sequence[tuple[str, Mapping[str, Any]]]) -> Measured:
    title, percent = wording.title(own[0][1])
    title = f"{title} ({differing})" if differing else title
    rows = []
    for release, estimate in own:
        value, control, baseline = wording.beside(estimate, percent)
        value += _over_seeds(estimate, percent)
        rows.append((release, value, control, baseline, estimate["n"]))
    return Measured(title, name, own[0][1]["direction"].partition("_")[0], rows)


def _over_seeds(estimate: Mapping[str, Any], percent: bool) -> str:
    """Return the smallest and the largest value of all draws; nothing where they are the same."""
    drawn = [one["value"] for one in estimate.get("per_seed", ()) if one["value"] is not None]
    if not drawn:
        return ""
    ends = wording.spread({"value": None, "low": min(drawn), "high": max(drawn)}, percent)
    return f"; {ends} over {len(drawn)} seeds"


def _difference(
    difference: Mapping[str, Any], titles: Mapping[str, wording.Title], settings: Settings
) -> tuple[str, str, str, int, str]:
    """Return the figure, both releases, the difference with its interval, n, and what it says."""
    both = f"{difference['first']} minus {difference['second']}"
    title, percent = titles[difference["name"]]
    told = wording.in_points(wording.with_spread(difference, percent))
    return settings.called(title, difference), both, told, difference["n"], _tested(difference)


def _tested(difference: Mapping[str, Any]) -> str:
    """Return what the test says, and the interval, which allows for a judge's errors, too."""
    if difference["adjusted"] is None:
        return "not tested"
    if difference["better"] is not None:
        return f"beyond chance: {difference['better']} is better"
    return "within chance" if difference["adjusted"] > LEVEL else "undecided: the interval holds 0"
