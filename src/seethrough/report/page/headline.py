"""The verdict's own part of the page: why, and the figures that carry it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.estimates.in_words import as_set
from seethrough.report.answers import said
from seethrough.report.labels import reasons, wording
from seethrough.report.labels.figures import heading
from seethrough.report.page.drawing import Scale
from seethrough.report.page.figures import Row, arms_of

Report = Mapping[str, Any]

MOST = 3
"""How many figures are drawn beside the verdict."""

AXIS = Scale(0.0, 1.0, percent=True)


@dataclass(frozen=True)
class Headline:
    """A figure drawn in one line, beside its control and baseline.

    Attributes:
        title: How it is called.
        rows: The release, the control, the baseline.
        limit: Where the limit that the user set lies, in percent of the width, and in words.
    """

    title: str
    rows: Sequence[Row]
    limit: tuple[float, str] | None

    @property
    def spoken(self) -> str:
        """The same in words, for those who do not see the drawing."""
        said = [
            f"{r.label}: {r.value}" + (f", interval {r.spread}" if r.spread else "")
            for r in self.rows
        ]
        return "; ".join([*said, self.limit[1]] if self.limit else said)


def headlines(report: Report) -> list[Headline]:
    """Return the figures that say most, all of them shares, at most `MOST`."""
    limits = _limits(report)
    shares = [e for e in heading(report) if e["unit"] == "share"]
    # A figure that a limit is set on comes first, whatever else was measured.
    chosen = sorted(shares, key=lambda e: e["name"] not in limits)[:MOST]
    drawn = []
    for estimate in sorted(chosen, key=shares.index):
        at = limits.get(estimate["name"])
        limit = None
        if at is not None:
            limit = (AXIS.place(at), f"limit {as_set(at, percent=True)}")
        title = wording.title(estimate)
        drawn.append(Headline(title.text, arms_of(estimate, AXIS, report), limit))
    return drawn


def reasons_of(report: Report, text: bool) -> list[tuple[str, str]]:
    """Return why the verdict is as it is: a figure's title, or "", and the rest.

    Args:
        report: The machine form.
        text: Whether people, ids, file names and the like may be named.
    """
    found = reasons.shown(report)
    return said([r if text else reasons.without_names(r) for r in found])


def _limits(report: Report) -> dict[str, float]:
    """Return the limits that the user set, by figure."""
    kinds = [r for r in report["reasons"] if r["kind"].startswith("limit_")]
    return {r["figure"]: float(r["facts"]["limit"]) for r in kinds if "limit" in r["facts"]}
