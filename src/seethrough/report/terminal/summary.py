"""The summary of an audit for a terminal: plain words, every figure with its interval.

It is made from the machine form alone, as the page is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.report import models
from seethrough.report.answers import answers_of
from seethrough.report.asking import drawn, steps
from seethrough.report.labels import reasons
from seethrough.report.labels.apart import Settings
from seethrough.report.labels.corrections import correction_sentence, raters_of
from seethrough.report.labels.figures import (
    compared_by_person,
    gap,
    in_section,
    of_classes,
    people_found,
    sentence,
)
from seethrough.report.labels.notes import note_of
from seethrough.report.labels.promises import promised
from seethrough.report.labels.questions import CLASS_NAMES, VERDICTS
from seethrough.report.labels.wording import count, holds_records, listed, persons
from seethrough.report.machine import reasons as reasons_of
from seethrough.report.machine import to_json
from seethrough.report.terminal.certainty import certainty
from seethrough.report.terminal.figure_tables import (
    figures_table,
    hanging,
    indented,
    spread,
    under_titles,
    wrapped,
)
from seethrough.report.terminal.tables import table
from seethrough.text.visible import shortened, visible

if TYPE_CHECKING:
    from seethrough.engine.result import Audit

Report = Mapping[str, Any]

LONGEST_NAME = 48
"""Characters of a name that a line shows."""

MOST_EXPOSED = 5
MOST_REASONS = 8
"""Reasons that are printed; the others are counted."""


def summarize(audit: Audit, text: bool = True) -> str:
    """Return the summary as text, at most 88 columns wide; without ``text``, nobody is named."""
    return "\n".join(lines_of(to_json(audit, text))) + "\n"


def lines_of(report: Report) -> list[str]:
    """Return the lines of the summary; what stands in a file begins none of them.

    Args:
        report: The machine form; made without text, it names nobody.
    """
    parts = [
        _attacked(report),
        _verdict(report),
        _found(report),
        _learned(report),
        _curve(report),
        _along_questions(report),
        _others(report),
        _exposed(report),
        certainty(report),
    ]
    lines = [line for part in parts if part for line in ("", *part)]
    return [visible(line).replace("\u00a0", " ") for line in lines[1:]]


def shown_reasons(audit: Audit, text: bool) -> list[str]:
    """Return the reasons for the verdict as sentences: those that decide, then what to know."""
    told = {"verdict": audit.verdict.word, "standard": audit.verdict.standard}
    shown = reasons.shown(told | {"reasons": reasons_of(audit, text)})
    return [reasons.sentence(reason) for reason in shown]


def _attacked(report: Report) -> list[str]:
    made, private = report["release"], report["private"]
    size = f" ({count(made['records'], 'record')})" if holds_records(made) else ""
    told = [
        f"Target: {shortened(made['name'], LONGEST_NAME)}{size}."
        f" Private records: {shortened(private['name'], LONGEST_NAME)}"
        f" ({count(private['records'], 'record')} of"
        f" {persons(private['people'])})."
    ]
    if made["sanitizer"] is not None:
        told.append(f"Made by: {spec.format_json(made['sanitizer'])}.")
    if "service" in made:
        told.append(f"Service: {spec.format_json(made['service'])}: {made['retrieval']}.")
    if made["guarantee"] is not None:
        told.append(" ".join(promised(made["guarantee"], made["epsilon_per_text"])))
    told += [made["guarantee_voided"], models.inferred_sentence(made["inferred"])]
    return hanging(told)


def _verdict(report: Report) -> list[str]:
    headline = f"{VERDICTS[report['verdict']]} {reasons.lenient(report)}".rstrip()
    lines = [f"VERDICT: {headline}", "Three questions; a pass stays within the tolerance"]
    for answer in answers_of(report, text=True):
        mark = "  (decides)" if answer.decides else ""
        lines += wrapped(f"{answer.word.upper():<12}  {answer.asked}{mark}", rest=" " * 16)
        if answer.word != "pass" and not answer.decides:
            lines += wrapped(answer.why, " " * 16, " " * 16)
    lines.append("Why")
    said, left = reasons.leading(report, MOST_REASONS)
    for reason in said:
        lines += wrapped(f"- {reason}", "  ", "    ")
    if left:
        lines.append(f"  - and {left} more; the report has them all")
    return lines


def _found(report: Report) -> list[str]:
    found = in_section(report, "found")
    if not found:
        return []
    lines = ["Who can be found", *_sentences(report, found)]
    if said := people_found(report):
        lines += wrapped(said)
    lines += figures_table(report, found)
    tried: dict[str, list[str]] = {}
    for attack in report["attacks"]:
        if said := _linkers(attack):
            tried.setdefault(said, []).append(attack["component"]["name"])
    for said, names in tried.items():
        lines += wrapped(f"{listed(names)}: {said}" if len(tried) > 1 else said)
    return lines


def _linkers(attack: Mapping[str, Any]) -> str:
    """Return which linkers were tried; "" where one was given."""
    uses = attack["linkers"]
    tried = [
        f"{spec.format_json(use['component'])} found {use['found']} of {use['of']}" for use in uses
    ]
    if len(tried) < 2:
        records = "record" if uses and uses[0]["of"] == 1 else "records"
        return "".join(f"The linker {found} {records}." for found in tried)
    said = ", ".join(
        f"{found} (used for {use['targets']})" for found, use in zip(tried, uses, strict=True)
    )
    return (
        "Several linkers were tried, and each person was attacked with the last one, unless another"
        f" clearly found more of the other people: {said}."
    )


def _learned(report: Report) -> list[str]:
    classes = of_classes(report)
    learned = [e for e in in_section(report, "learned") if e not in classes.values()]
    distances = in_section(report, "distance")
    if not learned and not distances:
        return []
    lines = ["What is then learned about them"]
    for estimate in learned:
        said = _unmeasured(report, estimate) if estimate["value"] is None else ""
        lines += wrapped(said or sentence(report, estimate))
        lines += wrapped(correction_sentence(estimate, raters_of(report, estimate)))
    lines += _disclosed(learned, classes, Settings(report["estimates"]))
    lines += figures_table(report, distances, head="distance (0 discloses all, 1 nothing)")
    apart = gap(report)
    if apart is not None and apart > 0.05:
        lines += wrapped(
            f"By wording alone the release looks {apart:.2f} safer than it is by meaning."
        )
    return lines


def _unmeasured(report: Report, estimate: Mapping[str, Any]) -> str:
    """Return why nothing can be said of what is learned."""
    ledger = report["coverage"]
    if estimate["raw"] is not None:
        return "Undecided: the share of claims given away cannot be determined."
    if "judge" not in estimate["component"]:
        return f"{estimate['title']}: not measured, as there was nothing to count."
    if not ledger.get("claims_asked") and ledger.get("records_with_no_claim_left"):
        return (
            "Not measured: the adversary knew every fact of these records. Where a record has"
            f" several, let it know fewer: --attack {estimate['component']['name']}"
            ":knowledge=random(k=1), beside the other attacks."
        )
    return "Not measured: none of the claims that the adversary did not know could be judged."


def _disclosed(
    learned: Sequence[Mapping[str, Any]],
    classes: Mapping[str, Mapping[str, Any]],
    settings: Settings,
) -> list[str]:
    """Return what is disclosed, then class by class of those that there are, as one table."""
    found = {settings.called(e["title"], e): e for e in learned}
    found |= {
        settings.called(words, own): own
        for name, words in CLASS_NAMES.items()
        if (own := classes.get(name)) is not None and own["n"]
    }
    if not found:
        return []
    rows: list[tuple[str, ...]] = [("", "this release", "guessed anyway", "beyond that", "n")]
    for words, e in found.items():
        arms = (spread(arm, e) for arm in (e, e["control"], e["excess"]))
        rows.append((words, *arms, str(e["n"])))
    return under_titles(rows)


def _curve(report: Report) -> list[str]:
    drawn_ = [(step["facts"], step["estimates"][0]) for step in report["curves"]]
    if not drawn_:
        return []
    lines = [f"{drawn_[0][1]['title']}, by the number of {report['curve_over'][1]}"]
    for k, first in drawn_:
        share = first["value"] if first["unit"] == "share" else None
        bar = "#" * round(30 * (share or 0.0))
        lines.append(f"  {k}  {bar:<30}  {spread(first, first)}, n = {first['n']}")
    return lines


def _along_questions(report: Report) -> list[str]:
    found = drawn(report)
    lines = ["What was extracted, question by question"]
    for attack, points in found:
        lines += [f"  {spec.format_json(attack['component'])}"] if len(found) > 1 else []
        lines += indented(along_questions(points))
    return lines if found else []


def along_questions(points: Mapping[str, Sequence[float]]) -> list[tuple[str, ...]]:
    """Return what had come out after some of the questions, as the rows of a table.

    Args:
        points: What is counted, and the count after each question.
    """
    at = steps(len(next(iter(points.values()))))
    rows = [("after so many questions", *map(str, at))]
    return [*rows, *((k, *(f"{own[n - 1]:.0f}" for n in at)) for k, own in points.items())]


def _others(report: Report) -> list[str]:
    use = in_section(report, "use")
    rest = [*in_section(report, "other"), *use]
    if not rest:
        return []
    notes = [note_of(e["name"], e["value"], e["method"]) for e in use]
    lines = ["Other figures", *figures_table(report, rest, n=True), *(f"  {n}" for n in notes if n)]
    names = ", ".join(dict.fromkeys(e["name"] for e in rest))
    return [*lines, *wrapped(f"Names for --fail-above and --fail-below: {names}.")]


def _sentences(report: Report, estimates: Sequence[Mapping[str, Any]]) -> list[str]:
    said = dict.fromkeys(sentence(report, estimate) for estimate in estimates)
    return [line for one in said for line in wrapped(one)]


def _exposed(report: Report) -> list[str]:
    worst = [p for p in report["findings"] if p["reidentified"] or p["leaked"]][:MOST_EXPOSED]
    if not worst:
        return []
    alone = compared_by_person(report)
    counted = "claims leaked beyond the control" if alone else "claims disclosed, by chance or not"
    rows: list[tuple[str, ...]] = [("most exposed", "re-identified", counted)]
    rows += [
        (
            shortened(p["person"], LONGEST_NAME),
            {True: "yes", False: "no", None: "not known"}[p["reidentified"]],
            f"{p['leaked']} of {p['claims']}",
        )
        for p in worst
    ]
    if not any(p["claims"] for p in report["findings"]):  # no attack asked for claims
        rows = [row[:2] for row in rows]
    return table(rows)
