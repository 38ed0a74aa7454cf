"""The verdict's own part of the page: why, and the figures that carry it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.report.page import wording
from seethrough.report.page.drawing import Scale
from seethrough.report.page.figures import Row, arms_of, beyond
from seethrough.report.page.wording import listed

Report = Mapping[str, Any]

MOST = 3
"""How many figures are drawn beside the verdict."""

_FIRST = (
    "linkage.top1",
    "semantic.leak_rate",
    "extraction.repeat_prompts",
    "extraction.rouge_prompts",
    "reconstruction.asr",
    "reconstruction.top5",
    "reconstruction.names",
)
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
    by_name = {e["name"]: e for e in reversed(report["estimates"])}
    limits = _limits(report)
    names = [n for n in _FIRST if n in by_name and by_name[n]["value"] is not None]
    # A figure that a limit is set on comes first, whatever else was measured.
    chosen = sorted(names, key=lambda n: n not in limits)[:MOST]
    drawn = []
    for name in sorted(chosen, key=names.index):
        title = wording.title(name)
        at = limits.get(name)
        limit = None
        if at is not None:
            limit = (AXIS.place(at), f"limit {wording.share(at)}")
        drawn.append(Headline(title.text, arms_of(by_name[name], AXIS, report), limit))
    return drawn


def reasons_of(report: Report, text: bool) -> list[tuple[str, str]]:
    """Return why the verdict is as it is: a figure's title, or "", and the rest.

    Args:
        report: The machine form.
        text: Whether ids, file names and the like may be shown.
    """
    by_name = {e["name"]: e for e in reversed(report["estimates"])}
    reasons: list[tuple[str, str]] = []
    leaks: list[str] = []
    for reason in report["reasons"]:
        match = re.match(r"([a-z_]+\.[A-Za-z0-9_]+) is .* beyond control and baseline", reason)
        if match and match[1] in by_name:
            leaks.append(match[1])
        else:
            reasons.append(_reason(_safe(reason, report, text), by_name))
    return [*_leaks(leaks, by_name), *reasons]


def _leaks(names: Collection[str], by_name: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the figures that exceed control and baseline; the first ones with how much."""
    order = [*(n for n in _FIRST if n in names), *(n for n in names if n not in _FIRST)]
    lines = []
    for name in order[:2]:
        title = wording.title(name)
        value = wording.value(by_name[name], title.percent)
        lines.append((title.text, f"{value}, {beyond(by_name[name])}."))
    rest = [f"“{wording.title(name).text}”" for name in order[2:]]
    if rest:
        lines.append(("", f"Beyond what is guessed anyway as well: {listed(rest)}."))
    return lines


_SELF_TEST = {"identity": "the originals", "erase": "an erased release"}

_LIMIT = re.compile(
    r"(?:not crossed: |([\w.]+) is ([-\d.]+); the limit is )([\w.]+) (above|below) ([-\d.e+]+)$"
)


def _limits(report: Report) -> dict[str, float]:
    found = (_LIMIT.fullmatch(reason) for reason in report["reasons"])
    return {m[3]: float(m[5]) for m in found if m}


def _reason(reason: str, by_name: Mapping[str, Any]) -> tuple[str, str]:
    limit = _LIMIT.fullmatch(reason)
    if limit is not None:
        title = wording.title(limit[3])
        most = wording.value({"value": float(limit[5])}, title.percent)
        end = "at most" if limit[4] == "above" else "at least"
        said = None if limit[2] is None else {"value": float(limit[2])}
        value = wording.value(by_name.get(limit[3]) or said, title.percent)
        if limit[1]:
            return title.text, f"{value}; the limit that was set is {end} {most}."
        return title.text, f"{value}, within the limit that was set ({end} {most})."
    for release, called in _SELF_TEST.items():
        reason = reason.replace(f" on {release}, expected", f" on {called}, expected")
    reason = re.sub(r"[a-z_]+\.[A-Za-z0-9_]+", lambda m: _called(m[0]), reason)
    return "", f"{reason[:1].upper()}{reason[1:]}."


def _called(name: str) -> str:
    title = wording.title(name).text
    return name if title == name else f"“{title}”"


def _safe(reason: str, report: Report, text: bool) -> str:
    """Return a reason; without ``text``, not what an attack said when it failed."""
    if text:
        return reason
    for attack in report["attacks"]:
        error = attack["error"]
        if error and error in reason:
            return reason.replace(error, "what it said is in the full report")
    return reason
