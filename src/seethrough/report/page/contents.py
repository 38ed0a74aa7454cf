"""What the page says, section by section, as plain values for the template."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.report.page import wording
from seethrough.report.page.advice import Advice
from seethrough.report.page.attacked import attacked, facts_known, masked, steps_of
from seethrough.report.page.figures import (
    ARMS,
    Curve,
    FigureView,
    beyond,
    control_of,
    curve_of,
    distances_of,
    figure_of,
    gap_of,
)
from seethrough.report.page.sureness import Judge, entry, judge_of, self_tests, sureness
from seethrough.report.page.wording import count, listed, out_of

Report = Mapping[str, Any]

MOST_AT_RISK = 5
"""How many people the short answer names."""

_DISTANCES = ("semantic.distance", "lexical.distance")


@dataclass(frozen=True)
class Contents:
    """Everything but the list of people; see the template for where each part stands."""

    verdict: str
    answer: str
    lead: Sequence[str]
    reasons: Sequence[tuple[str, str]]
    short: Sequence[tuple[str, str, str]]
    release: str
    attacked: Sequence[str]
    steps: Sequence[tuple[str, str]]
    control: str
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


def contents(report: Report, advice: Advice, text: bool) -> Contents:
    """Return what the page says.

    Args:
        report: The machine form.
        advice: What would make it better.
        text: Whether ids, file names and the like may be shown.
    """
    estimates = report["estimates"]
    by_name = {e["name"]: e for e in reversed(estimates)}
    again = {name for name, times in Counter(e["name"] for e in estimates).items() if times > 1}
    figures = []
    for estimate in estimates:
        by = masked(estimate["component"], text) if estimate["name"] in again else ""
        figures.append(figure_of(estimate, report, by))
    linkage = [f for f in figures if f.name.startswith("linkage.")]
    leaks = [f for f in figures if f.name == "semantic.leak_rate"]
    told = [f for f in figures if f.name in _DISTANCES]
    private, release = _names(report, text)
    return Contents(
        verdict=report["verdict"],
        answer=_answer(report),
        lead=_lead(report, by_name),
        reasons=[_reason(reason, by_name) for reason in report["reasons"]],
        short=_short(report, by_name, advice, text),
        release=release,
        attacked=attacked(report, private, release, text),
        steps=steps_of(report, text),
        control=ARMS[control_of(report)],
        linkage=linkage,
        leaks=leaks,
        distances=distances_of([e for e in estimates if e["name"] in _DISTANCES], report),
        distance_means=told,
        gap=gap_of(by_name),
        others=[f for f in figures if f not in linkage + leaks + told],
        curve=curve_of(report),
        found=_found(report),
        coverage=[(entry(k), v) for k, v in report["coverage"].items() if v],
        coverage_none=[entry(k) for k, v in report["coverage"].items() if not v],
        self_test=self_tests(report),
        self_test_sentence=_tested(report),
        judges=[judge_of(judge, text) for judge in report["judges"]],
        sure=sureness(report),
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
        return "Nobody can say yet; do not publish on the strength of this audit."
    if any(reason.startswith("not crossed") for reason in report["reasons"]):
        return "Every limit that was set is kept."
    return "These attacks found no leak."


def _lead(report: Report, by_name: Mapping[str, Any]) -> list[str]:
    lines = []
    top1, leak = by_name.get("linkage.top1"), by_name.get("semantic.leak_rate")
    if top1 and top1["value"] is not None:
        lines.append(
            f"Somebody who knows {facts_known(report)} about a person picks out that person’s"
            f" record at the first guess in {out_of(top1)} cases{_anyway(top1)}."
        )
    if leak and leak["value"] is not None:
        lines.append(
            f"The record they pick then tells them {wording.share(leak['value'])} of the further"
            f" facts about the person, exactly or nearly{_anyway(leak)}."
        )
    if report["verdict"] == "pass":
        lines.append(
            "This is no proof of privacy: it says that these adversaries, knowing this much, did"
            " not succeed."
        )
    return lines


def _anyway(estimate: Mapping[str, Any]) -> str:
    arms = [estimate[k] for k in ("control", "baseline") if estimate[k] is not None]
    values = [arm["value"] for arm in arms if arm["value"] is not None]
    return f"; guessing alone would give {wording.share(max(values))}" if values else ""


def _reason(reason: str, by_name: Mapping[str, Any]) -> tuple[str, str]:
    """Return a reason as a figure's title and the rest; the title is empty where there is none."""
    match = re.match(r"([a-z_]+\.[A-Za-z0-9_]+) is ", reason)
    estimate = by_name.get(match[1]) if match else None
    if match is None or estimate is None:
        return "", f"{reason[0].upper()}{reason[1:]}" if reason else ""
    title = wording.title(match[1])
    more = beyond(estimate)
    if " beyond " in reason and more:
        return title.text, f"{wording.value(estimate, title.percent)}, {more}"
    return title.text, reason[match.end() :]


def _short(
    report: Report, by_name: Mapping[str, Any], advice: Advice, text: bool
) -> list[tuple[str, str, str]]:
    """Return the five questions, each with its answer and where the page says more."""
    return [
        ("Is it fit to publish?", _answer(report), "fit"),
        ("Who is most at risk?", _at_risk(report, text), "people"),
        ("Why?", _why(report, by_name, advice), "learned" if advice.kinds else "attacked"),
        ("How sure is this?", _how_sure(report, by_name), "sure"),
        ("What would make it better?", advice.first, "better"),
    ]


def _at_risk(report: Report, text: bool) -> str:
    people = report["findings"]
    if not people:
        return "These attacks do not say so person by person."
    worst = [p for p in people[:MOST_AT_RISK] if p["reidentified"] or p["leaked"]]
    if not worst:
        return f"Nobody stands out: none of {count(len(people), 'person', 'people')} was found."
    if not text:
        return f"{_found(report)} The list has them in order."
    names = [str(p["person"]) for p in worst]
    return f"{_found(report)} Most exposed: {listed(names)}."


def _why(report: Report, by_name: Mapping[str, Any], advice: Advice) -> str:
    sentences = []
    curve = [c["estimates"][0] for c in report["curves"] if c["estimates"]]
    top1 = by_name.get("linkage.top1")
    if curve and curve[0]["value"]:
        facts = "One known fact" if report["curves"][0]["facts"] == 1 else "A few known facts"
        share = wording.share(curve[0]["value"])
        sentences.append(f"{facts} can be enough: {share} of the records are found by it.")
    elif top1 and top1["value"]:
        sentences.append(f"Records can be picked out by {facts_known(report)}.")
    leaked = sum(p["leaked"] for p in report["findings"])
    told = [f"{k.kind} ({k.word_for_word:,})" for k in advice.kinds if k.word_for_word][:3]
    if leaked:
        count_ = count(leaked, "further fact")
        how = f", many with details left word for word: {listed(told)}" if told else ""
        sentences.append(f"{count_} leaked{how}.")
    return " ".join(sentences) or "No figure exceeds what is guessed anyway."


def _how_sure(report: Report, by_name: Mapping[str, Any]) -> str:
    parts = []
    if report["self_test"]:
        parts.append(f"Self-test: {_tested(report)}")
    coverage = report["coverage"]
    if "records_attacked" in coverage:
        parts.append(
            f"{coverage['records_attacked']:,} of {coverage['private_records']:,} records attacked"
        )
    first = next((e for e in report["estimates"] if e["low"] is not None), None)
    if first is not None:
        title = wording.title(first["name"])
        ends = wording.spread(first, title.percent)
        unit = "\u00a0%" if title.percent else ""
        parts.append(f"“{title.text}” lies between {ends.replace(' to ', ' and ')}{unit}")
    for judge in report["judges"]:
        if judge["agreement"]:
            share = wording.share(judge["agreement"]["accuracy"])
            parts.append(f"the judge gives people’s grade in {share} of cases")
        else:
            parts.append("how far the judge agrees with people was not measured")
    return "; ".join(parts) + "." if parts else "Not known."


def _tested(report: Report) -> str:
    passed = sum(t["passed"] for t in report["self_test"])
    return f"{passed} of {len(report['self_test'])} checks passed"


def _found(report: Report) -> str:
    people = report["findings"]
    found = sum(bool(p["reidentified"]) for p in people)
    return (
        f"{found:,} of {count(len(people), 'person', 'people')} can be found at the first guess."
        if people
        else ""
    )


def _record(report: Report) -> list[tuple[str, str]]:
    return [
        ("Run", str(report["run"])),
        ("Seed", str(report["seed"])),
        ("Private records, SHA-256", str(report["private"]["sha256"])),
        ("Release, SHA-256", str(report["release"].get("sha256", "none"))),
        ("Versions", ", ".join(f"{k} {v}" for k, v in report["versions"].items())),
    ]
