"""How certain the figures are: self-test, coverage, the judge's agreement with other ratings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.estimates.in_words import percentage
from seethrough.report import models
from seethrough.report.labels.agreement import errors_sentence, whose_ratings
from seethrough.report.labels.self_tests import expected, found, place
from seethrough.report.labels.wording import count, shown
from seethrough.report.page.attacked import masked

Report = Mapping[str, Any]

MOST_NOTED = 120
"""Characters of a remark of the judge."""


@dataclass(frozen=True)
class Judge:
    """How far a judge agrees with the ratings that it was measured with."""

    name: str
    measured: Mapping[str, Any] | None
    confusion: Sequence[tuple[str, Sequence[int]]]
    unjudged: bool
    sentence: str
    parts: str


def self_tests(report: Report) -> list[dict[str, Any]]:
    """Return one line per check: what was measured, where, what was expected, and the result."""
    rows: list[dict[str, Any]] = []
    for test in report["self_test"]:
        result = "passed" if test["passed"] else "failed" if test["tested"] else "not tested"
        if result == "failed" and test["binds"] != "always":
            result = "weak"
        rows.append(
            {
                "title": test["title"],
                "on": place(test),
                "value": found(test),
                "expected": expected(test),
                "result": result,
            }
        )
    return rows


_GRADES = ("disclosed", "something close", "not disclosed")


def judge_of(judge: Mapping[str, Any], text: bool) -> Judge:
    """Return how far a judge agrees with those ratings, in words and as a table."""
    measured = judge["agreement"]
    uncalibrated = judge.get("uncalibrated") or ""
    confusion = list((measured or {}).get("confusion") or [])
    sentence = ""
    if measured is not None:
        sentence = (
            f"It agrees with {whose_ratings(measured)} on"
            f" {percentage(measured['accuracy'])} of {measured['n']:,} facts"
        )
        if measured.get("spearman") is not None:
            sentence += f" (rank correlation {measured['spearman']:.2f})"
        said = sum(row[0] + row[1] for row in confusion)
        if said:
            right = sum(row[0] + row[1] for row in confusion[:2])
            sentence += (
                f". Where it says that a fact is disclosed, exactly or nearly, the raters agree in"
                f" {percentage(right / said)} of cases"
            )
            missed = sum(confusion[i][2] for i in (0, 1))
            there = sum(sum(row[:3]) for row in confusion[:2])
            sentence += (
                f"; it misses {percentage(missed / max(there, 1))} of the facts that the raters"
                " find"
            )
        sentence += "."
    sentence = " ".join(
        part
        for part in (
            sentence,
            errors_sentence(measured),
            f"This judge is {uncalibrated}." if uncalibrated else "",
        )
        if part
    )
    return Judge(
        masked(judge["component"], text),
        measured,
        list(zip(_GRADES, confusion, strict=False)),
        any(len(row) > 3 for row in confusion),
        sentence,
        _parts(measured or {}),
    )


def _parts(measured: Mapping[str, Any]) -> str:
    """Return on which kinds of pairs it agrees how far; "" where that was not measured."""
    parts = measured.get("parts") or {}
    said = [f"{k} {percentage(p['accuracy'])} of {p['n']:,}" for k, p in parts.items()]
    return f"The same grade, part by part: {', '.join(said)}." if said else ""


def caveats_of(report: Report, text: bool) -> list[tuple[str, int]]:
    """Return what the judge remarked on its ratings, and how often, commonest first.

    Only the people written out in the report are counted; without ``text`` there are none.
    """
    notes = Counter(
        shown(re.sub(r"\d+", "…", claim["note"])[:MOST_NOTED])
        for person in report["findings"]
        for record in (person.get("records", []) if text else [])
        for claim in record["claims"]
        if claim["note"]
    )
    return notes.most_common(5)


def certainty(report: Report) -> str:
    """Return in a few sentences what the intervals say, and what the models behind are worth."""
    known = " ".join(["", *models.caveat_sentences(report.get("caveats") or [])])
    failed = any(
        t["tested"] and t["binds"] == "always" and not t["passed"] for t in report["self_test"]
    )
    targets = max((e["n"] for e in report["estimates"]), default=0)
    if failed:
        return (
            "Not sure: the audit failed its self-test on these data, so its figures may be too low."
            f"{known}"
        )
    return (
        f"Each figure rests on up to {count(targets, 'attacked record')} and has a 95 % interval:"
        " in 95 of 100 such audits the interval holds the true figure."
        f"{known}"
    )
