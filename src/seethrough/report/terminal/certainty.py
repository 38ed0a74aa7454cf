"""How certain the figures are, for a terminal: self-test, coverage, judges, caveats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from seethrough import spec
from seethrough.estimates.in_words import percent
from seethrough.report import models
from seethrough.report.labels.agreement import errors_sentence, whose_ratings
from seethrough.report.labels.entries import entry
from seethrough.report.labels.self_tests import checks_passed, failures
from seethrough.report.labels.wording import count
from seethrough.report.terminal.figure_tables import wrapped

Report = Mapping[str, Any]


def certainty(report: Report) -> list[str]:
    """Return the lines of the last part of a summary."""
    ledger = report["coverage"]
    lines = ["How certain is this"]
    if report["self_test"]:
        what = "the originals must leak, an erased release must not"
        if report["judges"]:
            what += (
                "; the judge must recognize claims in their own record and in other words, not in a"
                " stranger's"
            )
        lines += wrapped(f"Self-test: {checks_passed(report['self_test'])} ({what}).")
        for failed in failures(report["self_test"]):
            lines += wrapped(f"Failed: {failed}.")
    unjudged = ledger.get("claims_unjudged", 0)
    parts = [
        f"{ledger['records_attacked']:,} of {count(ledger['private_records'], 'private record')}"
        " attacked"
    ]
    parts += [
        f"{entry(name)}: {value:,}"
        for name, value in ledger.items()
        if value and name not in _ORDINARY
    ]
    if "claims_asked" in ledger:
        asked = ledger["claims_asked"]
        parts.append(f"{asked - unjudged:,} of {count(asked, 'claim')} judged")
    lines += wrapped("Coverage: " + "; ".join(parts) + ".")
    for judge in _judges(report):
        lines += wrapped(judge)
    overlaps = [attack["overlap"] for attack in report["attacks"]]
    told = dict.fromkeys(models.overlap_sentence(found) for found in overlaps if found)
    for said in (*told, *models.caveat_sentences(report["caveats"])):
        lines += wrapped(said)
    lines += wrapped(
        "Intervals are 95\u00a0%. A low figure means that this adversary did not succeed, not that"
        " no adversary can."
    )
    return lines


_ORDINARY = {
    "private_records", "people", "released_records", "records_attacked", "claims_asked",
    "claims_unjudged", "records_at_stake", "records_emptied",
}  # fmt: skip


def _judges(report: Report) -> Iterator[str]:
    for judge in report["judges"]:
        name = spec.format_json(judge["component"])
        measured = judge["agreement"]
        if measured is None:
            yield f"Judge: {name}; how far it agrees with other ratings was not measured."
        else:
            rank = measured.get("spearman")
            yield (
                f"Judge: {name}; agrees with {whose_ratings(measured)} on"
                f" {percent(measured['accuracy'])}\u00a0% of {measured['n']:,} claims"
                + ("." if rank is None else f" (Spearman {rank:.2f}).")
            )
        if told := errors_sentence(measured):
            yield told
        if judge["uncalibrated"]:
            yield f"This judge is {judge['uncalibrated']}."
