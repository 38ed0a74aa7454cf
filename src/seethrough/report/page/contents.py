"""What the page says, section by section, as plain values for the template."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough import spec
from seethrough.report.page import wording
from seethrough.report.page.drawing import Line, Scale, Whisker, line, scale, whisker
from seethrough.report.page.wording import count, out_of, with_spread

Report = Mapping[str, Any]

@dataclass(frozen=True)
class Contents:
    """Everything but the people and the advice."""

    verdict: str
    answer: str
    lead: Sequence[str]
    reasons: Sequence[tuple[str, str]]
    private: str
    release: str
    attacked: Sequence[str]
    steps: Sequence[tuple[str, str]]
    control: str
    baseline: str
    linkage: Sequence[FigureView]
    leaks: Sequence[FigureView]
    distances: FigureView | None
    distance_means: Sequence[FigureView]
    gap: str
    others: Sequence[FigureView]
    curve: Curve | None
    found: str
    coverage: Sequence[tuple[str, int]]
    coverage_none: Sequence[str]
    self_test: Sequence[Mapping[str, Any]]
    self_test_sentence: str
    judges: Sequence[Judge]
    sure: str
    record: Sequence[tuple[str, str]]


def contents(report: Report, text: bool) -> Contents:
    """Return what the page says.

    Args:
        report: The machine form.
        text: Whether file names and the like may be shown.
    """
    figures = {e["name"]: _figure(e, report) for e in report["estimates"]}
    by_name = {e["name"]: e for e in report["estimates"]}
    told = {"semantic.distance", "lexical.distance"}
    self_tests = _self_tests(report)
    passed = sum(t["passed"] for t in report["self_test"])
    private, release = _names(report, text)
    return Contents(
        verdict=report["verdict"],
        answer=_answer(report),
        lead=_lead(report, by_name),
        reasons=[_reason(reason, by_name) for reason in report["reasons"]],
        private=private,
        release=release,
        attacked=_attacked(report, private, release, text),
        steps=_steps(report, text),
        control=ARMS[_control(report)],
        baseline="Empty release",
        linkage=[f for n, f in figures.items() if n.startswith("linkage.")],
        leaks=[f for n, f in figures.items() if n == "semantic.leak_rate"],
        distances=_distances(by_name, report),
        distance_means=[f for n, f in figures.items() if n in told],
        gap=_gap(by_name),
        others=[
            f
            for n, f in figures.items()
            if n not in told and n != "semantic.leak_rate" and not n.startswith("linkage.")
        ],
        curve=_curve(report),
        found=_found(report),
        coverage=[(_entry(k), v) for k, v in report["coverage"].items() if v],
        coverage_none=[_entry(k) for k, v in report["coverage"].items() if not v],
        self_test=self_tests,
        self_test_sentence=f"{passed} of {len(report['self_test'])} checks passed",
        judges=[_judge(judge, text) for judge in report["judges"]],
        sure=_sure(report),
        record=_record(report),
    )


def _names(report: Report, text: bool) -> tuple[str, str]:
    if not text:
        return "the private records", "the release"
    return str(report["private"]["name"]), str(report["release"].get("name", "the release"))


def _answer(report: Report) -> str:
    if report["verdict"] == "fail":
        return "Not fit to publish as it is."
    if report["verdict"] == "inconclusive":
        return "Nobody can say yet. Do not publish on the strength of this audit."
    if _within_limits(report):
        return "Within every limit that was set."
    return "No leak was found by these attacks."


def _within_limits(report: Report) -> bool:
    return any(reason.startswith("not crossed") for reason in report["reasons"])


def _lead(report: Report, by_name: Mapping[str, Any]) -> list[str]:
    lines = []
    top1, leak = by_name.get("linkage.top1"), by_name.get("semantic.leak_rate")
    if top1 and top1["value"] is not None:
        lines.append(
            f"Somebody who knows {_facts(report)} about a person picks out that person’s record at"
            f" the first guess in {out_of(top1)} cases{_anyway(top1)}."
        )
    if leak and leak["value"] is not None:
        lines.append(
            f"The record that they pick then tells them {wording.share(leak['value'])} of the"
            f" further facts about the person{_anyway(leak)}."
        )
    if report["verdict"] == "pass":
        lines.append(
            "This is no proof of privacy: it says that these adversaries, knowing this much, did"
            " not succeed."
        )
    return lines


def _anyway(estimate: Mapping[str, Any]) -> str:
    anyway = [estimate[k] for k in ("control", "baseline") if estimate[k] is not None]
    values = [i["value"] for i in anyway if i["value"] is not None]
    return f"; without the person’s record it would be {wording.share(max(values))}" if values else ""


def _reason(reason: str, by_name: Mapping[str, Any]) -> tuple[str, str]:
    """Return a reason as a figure's title and the rest; the title is empty where there is none."""
    match = re.match(r"([a-z_]+\.[A-Za-z0-9_]+) is ", reason)
    estimate = by_name.get(match[1]) if match else None
    if match is None or estimate is None:
        return "", reason
    title = wording.title(match[1])
    beyond = _beyond(estimate)
    if " beyond " in reason and beyond:
        return title.text, f"{wording.value(estimate, title.percent)}, {beyond}"
    return title.text, reason[match.end() :]


def _found(report: Report) -> str:
    people = report["findings"]
    found = sum(bool(p["reidentified"]) for p in people)
    if not people:
        return ""
    return (
        f"{found:,} of {count(len(people), 'person', 'people')} can be found: a record of theirs is"
        " the adversary’s first guess."
    )


def _record(report: Report) -> list[tuple[str, str]]:
    return [
        ("Run", str(report["run"])),
        ("Seed", str(report["seed"])),
        ("Private records, SHA-256", str(report["private"]["sha256"])),
        ("Release, SHA-256", str(report["release"].get("sha256", "none"))),
        ("Versions", ", ".join(f"{k} {v}" for k, v in report["versions"].items())),
    ]
