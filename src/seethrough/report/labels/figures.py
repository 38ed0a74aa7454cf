"""What figures say of themselves in the machine form, for terminal and page alike."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from seethrough.report.labels import wording

Report = Mapping[str, Any]
Estimate = Mapping[str, Any]
Figure = Mapping[str, Any]

VAGUE = 0.5
"""From which width of its interval a share is not told without it."""


ARMS: Mapping[str | None, str] = {
    "own_record_left_out": "Own record left out",
    "held_out": "People not in the release",
    None: "No control",
}
"""What the line of the control is called."""


def control_of(report: Report) -> str | None:
    """Return what the control of the attacks is, None where there is none."""
    return next((a["control"] for a in report["attacks"] if a["control"]), None)


def figures_by_name(report: Report) -> dict[str, Figure]:
    """Return what each figure means and where it is shown."""
    return {figure["name"]: figure for figure in report["figures"]}


def estimates_by_name(report: Report) -> dict[str, Estimate]:
    """Return the first estimate of each figure."""
    return {e["name"]: e for e in reversed(report["estimates"])}


def in_section(report: Report, *sections: str) -> list[Estimate]:
    """Return the estimates that are shown in some sections, in the order of the report."""
    own = {f["name"] for f in report["figures"] if f["section"] in sections}
    return [e for e in report["estimates"] if e["name"] in own]


def order(report: Report) -> list[str]:
    """Return the names of the figures that head a summary, what says most first."""
    figures = [f for f in report["figures"] if f["headline"] is not None]
    return [f["name"] for f in sorted(figures, key=lambda f: f["headline"])]


def heading(report: Report) -> list[Estimate]:
    """Return the figures that head a summary and were measured, what says most first."""
    by_name = estimates_by_name(report)
    found = [by_name[name] for name in order(report) if name in by_name]
    return [e for e in found if e["value"] is not None]


def finding(report: Report) -> Estimate | None:
    """Return the figure that says first whose records are picked out; None where none does."""
    found = {f["name"] for f in report["figures"] if f["section"] == "found" and f["picks_records"]}
    return next((e for e in heading(report) if e["name"] in found), None)


def found_beyond_chance(report: Report) -> bool:
    """Return whether any attack finds more people than chance and the control explain.

    Several attacks may measure the same figure, and people count as found by any of them.
    """
    first = finding(report)
    named = first and first["name"]
    return any(leaks(e) for e in report["estimates"] if e["name"] == named)


def people_found(report: Report) -> str:
    """Return how many people can be found, in a sentence; "" where that is not known."""
    people = [p for p in report["findings"] if p["reidentified"] is not None]
    first = finding(report)
    if not people or first is None:
        return ""
    hit = sum(bool(p["reidentified"]) for p in people)
    said = f"{hit:,} of {wording.persons(len(people))}"
    if hit and not found_beyond_chance(report):
        were = "was" if hit == 1 else "were"
        return f"{said} {were} found at the first guess, which chance may explain."
    return f"{said} can be found at the first guess."


def compared_by_person(report: Report) -> bool:
    """Return whether a claim leaked beyond what somebody else's record tells of the same person.

    Where the control are people held out, it is told of them how much is guessed anyway; that
    cannot be taken off claim by claim.
    """
    return any(a["control"] == "own_record_left_out" for a in report["attacks"])


def leaked_facts(report: Report) -> int:
    """Return how many claims leaked about all people; 0 where that is no more than chance gives."""
    learned = any(leaks(e) for e in in_section(report, "learned"))
    told = compared_by_person(report) or learned
    return sum(person["leaked"] for person in report["findings"]) if told else 0


def of_classes(report: Report) -> dict[str, Estimate]:
    """Return the estimates that count facts of one sensitivity class, by class."""
    by_name = estimates_by_name(report)
    classes = {f["sensitivity"]: f["name"] for f in report["figures"] if f["sensitivity"]}
    return {of: by_name[name] for of, name in classes.items() if name in by_name}


def leaks(estimate: Estimate | None) -> bool:
    """Return whether a figure exceeds control and baseline beyond chance."""
    over = None if estimate is None else estimate["excess"]
    return over is not None and over["low"] is not None and over["low"] > 0


def sentence(report: Report, estimate: Estimate) -> str:
    """Return what was found as a sentence, beside what is guessed anyway; "" for none."""
    about = figures_by_name(report).get(estimate["name"])
    if about is None or not about["sentence"] or estimate["value"] is None:
        return ""
    own = [a for a in report["attacks"] if a["component"] == estimate["component"]]
    values = {
        **{name: str(field) for name, field in estimate["component"].items()},
        "value": _unless_vague(estimate, estimate["unit"] == "share"),
        "counts": wording.out_of(estimate),
        "facts": facts_known(own or report["attacks"]),
    }
    said = filled(about["sentence"], values)
    if estimate["n"] == 1:
        said = re.sub(r"\bof 1 (\w+)s\b", r"of 1 \1", said)
    return f"{said}{_anyway(estimate)}."


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return a text with what stands in braces replaced; what is not known stays."""
    return re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], m[0]), text)


def facts_known(attacks: Any) -> str:
    """Return how much the adversary of the first attack that knows any knows: ``three facts``."""
    facts = next((a["facts"] for a in attacks if a["facts"]), None)
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    if facts is None:
        return "what is known from elsewhere"
    number = words[facts] if facts < len(words) else str(facts)
    return f"{number} {'fact' if facts == 1 else 'facts'}"


def gap(report: Report) -> float | None:
    """Return by how much wording alone makes the release look safer than meaning does.

    None where one of the two distances was not measured, or failed its self-test.
    """
    figures = figures_by_name(report)
    failed = {t["name"] for t in report["self_test"] if t["tested"] and not t["passed"]}
    distances = [e for e in in_section(report, "distance") if e["name"] not in failed]
    by = {figures[e["name"]]["by_wording"]: e["value"] for e in reversed(distances)}
    wording_, meaning = by.get(True), by.get(False)
    return None if wording_ is None or meaning is None else wording_ - meaning


def _anyway(estimate: Estimate) -> str:
    """Return what is guessed anyway, if it was measured whole; an interval where it says little."""
    arms = [estimate[k] for k in ("control", "baseline") if estimate[k] is not None]
    if not arms or any(arm["value"] is None for arm in arms):
        return ""
    pick = max if estimate["direction"] == "lower_is_better" else min
    best = pick(arms, key=lambda arm: arm["value"])
    return f"; guessing alone would give {_unless_vague(best, estimate['unit'] == 'share')}"


def _unless_vague(arm: Mapping[str, Any], share: bool) -> str:
    """Return a figure alone; a share with its interval where that says little."""
    ends = arm["low"], arm["high"]
    vague = share and None not in ends and ends[1] - ends[0] > VAGUE
    return wording.with_spread(arm, share) if vague else wording.value(arm, share)
