"""The summary of an audit for a terminal: plain words, every figure with its interval."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.estimates.estimate import Estimate
from seethrough.report import models
from seethrough.report.hiding import PRIVATE, RELEASE, hidden
from seethrough.report.labels import reasons
from seethrough.report.labels.entries import entry
from seethrough.report.labels.judged import correction_sentence
from seethrough.report.labels.notes import notes
from seethrough.report.labels.promises import composed, promised, voided
from seethrough.report.labels.self_tests import checks_passed
from seethrough.report.questions import along_questions
from seethrough.report.terminal.tables import (
    estimates_table,
    number,
    percent,
    short,
    spec_string,
    table,
)
from seethrough.text.visible import shortened, visible

if TYPE_CHECKING:
    from seethrough.engine.audit import Audit

WIDTH = 88
LONGEST_NAME = 48
"""Characters of a name that a line shows."""

MOST_EXPOSED = 5
MOST_REASONS = 8
"""Reasons that are printed; the others are counted."""

HEADLINE = {
    "pass": "PASS",
    "fail": "FAIL",
    "inconclusive": "INCONCLUSIVE (this is not a pass)",
}


def summarize(audit: Audit, text: bool = True) -> str:
    """Return the summary as text, at most 88 columns wide; without ``text``, nobody is named."""
    return "\n".join(lines_of(audit, text)) + "\n"


def lines_of(audit: Audit, text: bool = True) -> list[str]:
    """Return the lines of the summary; what stands in a file begins none of them."""
    parts = [
        _attacked(audit, text),
        _verdict(audit, text),
        _found(audit, text),
        _learned(audit),
        _curve(audit),
        _along_questions(audit),
        _others(audit, text),
        _exposed(audit, text),
        _sureness(audit, text),
    ]
    lines = [line for part in parts if part for line in ("", *part)]
    return [visible(line) for line in lines[1:]]


def _attacked(audit: Audit, text: bool) -> list[str]:
    release = audit.release
    size = f" ({_count(len(release.corpus), 'record')})"
    name = _file(release.corpus.name, text, RELEASE)
    private = _file(audit.private.name, text, PRIVATE)
    told = [
        f"Target: {name}{size}. Private records: {private}"
        f" ({_count(len(audit.private), 'record')} of"
        f" {_count(audit.coverage['people'], 'person', 'people')})."
    ]
    if release.sanitizer is not None:
        told.append(f"Made by: {spec_string(release.sanitizer, text)}.")
    service = release.details.get("service")
    if service is not None:
        retrieval = release.details["retrieval"]
        told.append(f"Service: {spec_string(service, text)}: {retrieval}.")
    guarantee = release.guarantee
    if guarantee is not None:
        promise = dataclasses.asdict(guarantee)
        promise = promise if text else hidden(promise)
        told.append(" ".join(promised(promise, composed(release.details))))
    told.append(voided(release.details))
    guessed = models.inferred_sentence(models.inferred(release))
    return [line for sentence in (*told, guessed) for line in _wrapped(sentence, "", "  ")]


def _file(name: str, text: bool, otherwise: str) -> str:
    return shortened(name, LONGEST_NAME) if text else otherwise


def _verdict(audit: Audit, text: bool) -> list[str]:
    verdict = audit.verdict
    headline = f"{HEADLINE[verdict.word]} {reasons.lenient(_decision(audit, text))}".rstrip()
    lines = [f"VERDICT: {headline}", "Three questions, and what each requires"]
    for answer in verdict.answers:
        mark = "  (decides)" if answer.question == verdict.standard else ""
        asked = reasons.QUESTIONS[answer.question]
        lines += _wrapped(f"{answer.word.upper():<12}  {asked}{mark}", rest=" " * 16)
    lines.append("Why")
    shown = shown_reasons(audit, text)
    for reason in shown[:MOST_REASONS]:
        lines += _wrapped(f"- {reason}", "  ", "    ")
    if len(shown) > MOST_REASONS:
        lines.append(f"  - and {len(shown) - MOST_REASONS} more; the report has them all")
    return lines


def shown_reasons(audit: Audit, text: bool = True) -> list[str]:
    """Return the reasons for the verdict as sentences: those that decide, then what to know."""
    shown = reasons.shown(_decision(audit, text))
    return list(dict.fromkeys(reasons.sentence(reason) for reason in shown))


def _decision(audit: Audit, text: bool) -> dict[str, Any]:
    return {
        "verdict": audit.verdict.word,
        "standard": audit.verdict.standard,
        "reasons": [reason.to_json(text) for reason in audit.verdict.reasons],
    }


def _found(audit: Audit, text: bool) -> list[str]:
    cell = next((c for c in audit.cells if spec.name_of(c.attack) == "linkage"), None)
    if cell is None or not cell.estimates:
        return []
    top1, top10 = cell.estimates
    hits = sum(o.tallies["linkage.top1"].value for o in cell.targets.outcomes)
    named = {p.person for p in audit.people if p.reidentified}
    lines = ["Who can be found"]
    lines += _wrapped(
        f"An adversary who knows {_facts(cell.attack)} about somebody picks out that person's"
        f" record at the first guess for {hits:.0f} of {top1.n} records: {percent(top1)}."
        f" {len(named)} of {len({p.person for p in audit.people})} people can be re-identified."
    )
    lines += [
        f"  {line}" for line in table(_beside("first guess", top1, "among the first ten", top10))
    ]
    if cell.linkers:
        tried = ", ".join(
            f"{spec_string(spec.to_json(use.linker), text)} found {use.found} of {use.of}"
            f" (used for {use.targets})"
            for use in cell.linkers
        )
        lines += _wrapped(f"Linkers, each chosen on other people than it is used for: {tried}.")
    return lines


def _learned(audit: Audit) -> list[str]:
    names = {e.name: e for e in audit.estimates}
    leak = names.get("semantic.leak_rate")
    if leak is None:
        return []
    distance, lexical = names["semantic.distance"], names.get("lexical.distance")
    lines = ["What is then learned about them"]
    told = "Not measured: none of the claims that the adversary did not know could be judged."
    if not audit.coverage.get("claims_asked") and audit.coverage.get("records_with_no_claim_left"):
        told = (
            "Not measured: the adversary knew every fact of these records. Let it know fewer:"
            " --attack inference:knowledge=random(k=1), beside the other attacks."
        )
    if leak.raw is not None:
        told = "Not decided: how many of the claims are given away cannot be told."
    if leak.value is not None:
        told = (
            f"Of the claims about them that the adversary did not know, the linked record gives"
            f" away {percent(leak)}, exactly or nearly. Somebody else's record would have told"
            f" {percent(leak.control)}; beyond that the release adds {percent(leak.excess)}."
        )
    lines += _wrapped(told)
    lines += _wrapped(correction_sentence(leak.to_json()).replace("\u00a0", " "))
    lines += [f"  {line}" for line in _by_class(names)]
    rows = [
        ("distance (0 tells all, 1 tells nothing)", "value (95 % interval)", "control", "empty")
    ]
    rows.append(("by meaning", number(distance), short(distance.control), short(distance.baseline)))
    if lexical is not None:
        rows.append(
            ("by wording", number(lexical), short(lexical.control), short(lexical.baseline))
        )
    lines += [f"  {line}" for line in table(rows)]
    gap = 0.0
    if lexical is not None and lexical.value is not None and distance.value is not None:
        gap = lexical.value - distance.value
    if gap > 0.05:
        lines += _wrapped(
            f"Judged by wording alone the release looks {gap:.2f} safer than it is by meaning."
        )
    return lines


def _by_class(estimates: Mapping[str, Estimate]) -> list[str]:
    """Return the leak rate of each class of claims as a table; of those that there are."""
    rows: list[tuple[str, ...]] = [
        ("by class of fact", "given away", "guessed anyway", "beyond that", "n")
    ]
    for name, words in reasons.CLASSES.items():
        found = estimates.get(f"semantic.leak_rate.{name}")
        if found is not None and found.n:
            arms = (found, found.control, found.excess)
            rows.append((words, *map(percent, arms), str(found.n)))
    return table(rows) if len(rows) > 1 else []


def _curve(audit: Audit) -> list[str]:
    if not audit.curves:
        return []
    lines = ["Records found at the first guess, by the number of facts known"]
    for k, estimates in audit.curves.items():
        top1 = estimates[0]
        bar = "#" * round(30 * (top1.value or 0.0))
        lines.append(f"  {k}  {bar:<30}  {percent(top1)}, n = {top1.n}")
    return lines


def _along_questions(audit: Audit) -> list[str]:
    told = along_questions(audit.cells)
    lines = ["What came out, question by question"]
    for name, rows in told:
        lines += [f"  {name}"] if len(told) > 1 else []
        lines += [f"  {line}" for line in table(rows)]
    return lines if told else []


def _others(audit: Audit, text: bool) -> list[str]:
    told = {"linkage", "inference", "lexical"}
    rest = [
        e for c in audit.cells if spec.name_of(c.attack) not in told for e in c.estimates
    ] + list(audit.utilities)
    lines = [*estimates_table(rest, text), *notes(rest)]
    return ["Other figures", *(f"  {line}" for line in lines)] if rest else []


def _exposed(audit: Audit, text: bool) -> list[str]:
    worst = [p for p in audit.people if p.reidentified or p.leaked][:MOST_EXPOSED]
    if not worst:
        return []
    rows = [("most exposed", "re-identified", "claims leaked beyond the control")]
    rows += [
        (
            shortened(p.person, LONGEST_NAME) if text else f"person {rank}",
            "yes" if p.reidentified else "no",
            f"{p.leaked} of {p.asked}",
        )
        for rank, p in enumerate(worst, start=1)
    ]
    return table(rows)


def _sureness(audit: Audit, text: bool) -> list[str]:
    ledger = audit.coverage
    lines = ["How sure is this"]
    if audit.self_tests:
        lines += _wrapped(
            f"Self-test: {checks_passed([t.to_json() for t in audit.self_tests])} (the originals"
            " must leak, an erased release must not; the judge must hear claims in their own record"
            " and in other words, not in a stranger's)."
        )
    unjudged = ledger.get("claims_unjudged", 0)
    parts = [
        f"{ledger['records_attacked']} of {ledger['private_records']} private records attacked"
    ]
    parts += [
        f"{entry(name)}: {value:,}"
        for name, value in ledger.items()
        if value and name not in _ORDINARY
    ]
    if "claims_asked" in ledger:
        parts.append(
            f"{ledger['claims_asked'] - unjudged} of {ledger['claims_asked']} claims judged"
        )
    lines += _wrapped("Coverage: " + "; ".join(parts) + ".")
    for judge in _judges(audit, text):
        lines += _wrapped(judge)
    overlaps = [models.overlap(cell.attack, audit) for cell in audit.cells]
    told = dict.fromkeys(models.overlap_sentence(found) for found in overlaps if found)
    for sentence in (*told, *models.caveat_sentences(models.caveats(audit))):
        lines += _wrapped(sentence)
    lines += _wrapped(
        "Intervals are 95 %. A low figure means that this adversary did not succeed, not that no"
        " adversary can."
    )
    return lines


_ORDINARY = {
    "private_records", "people", "released_records", "records_attacked", "claims_asked",
    "claims_unjudged",
}  # fmt: skip


def _judges(audit: Audit, text: bool) -> Iterator[str]:
    from seethrough.report.machine import judges
    from seethrough.report.terminal.calibration import errors_sentence, raters_of

    for judge in judges(audit):
        name = spec_string(judge["component"], text)
        measured = judge["agreement"]
        if measured is None:
            yield f"Judge: {name}; how far it agrees with other ratings was not measured."
        else:
            rank = measured.get("spearman")
            yield (
                f"Judge: {name}; agrees with {raters_of(measured)} on"
                f" {100 * measured['accuracy']:.0f} % of {measured['n']:,} claims"
                + ("." if rank is None else f" (Spearman {rank:.2f}).")
            )
        if told := errors_sentence(measured):
            yield told
        if judge["uncalibrated"]:
            yield f"This judge is {judge['uncalibrated']}."


def _beside(first: str, top1: Estimate, second: str, top10: Estimate) -> list[tuple[str, ...]]:
    return [
        ("", "this release", "own record left out", "empty release"),
        (first, percent(top1), percent(top1.control), percent(top1.baseline)),
        (second, percent(top10), percent(top10.control), percent(top10.baseline)),
    ]


def _facts(attack: Any) -> str:
    source = spec.name_of(attack.knowledge)
    k = attack.facts_known()
    if source == "file":
        return "what the given file says"
    how = {
        "random": "drawn at random",
        "first": "the first ones",
        "last": "the last ones",
        "paraphrased": "in other words",
    }
    return f"{_count(k or 0, 'fact')} ({how.get(source, source)})"


def _count(n: int, one: str, many: str | None = None) -> str:
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def _wrapped(text: str, first: str = "  ", rest: str = "  ") -> list[str]:
    return textwrap.wrap(visible(text), WIDTH, initial_indent=first, subsequent_indent=rest)
