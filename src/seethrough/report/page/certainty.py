"""How certain the figures are: self-test, coverage, the judge's agreement with other ratings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.estimates.in_words import percentage
from seethrough.report import models
from seethrough.report.hiding import masked
from seethrough.report.labels.agreement import errors_sentence, whose_ratings
from seethrough.report.labels.self_tests import expected, failures, found, place
from seethrough.report.labels.wording import count, shown

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
    sentences = (
        _agrees(measured, confusion) if measured is not None else "",
        errors_sentence(measured),
        f"This judge is {uncalibrated}." if uncalibrated else "",
    )
    return Judge(
        masked(judge["component"], text),
        measured,
        list(zip(_GRADES, confusion, strict=False)),
        any(len(row) > 3 for row in confusion),
        " ".join(filter(None, sentences)),
        _parts(measured or {}),
    )


def _agrees(measured: Mapping[str, Any], confusion: Sequence[Sequence[int]]) -> str:
    """Return how often a judge agrees with its raters, in a sentence or two."""
    told = (
        f"It agrees with {whose_ratings(measured)} on {percentage(measured['accuracy'])} of"
        f" {measured['n']:,} facts"
    )
    if measured.get("spearman") is not None:
        told += f" (rank correlation {measured['spearman']:.2f})"
    said = sum(row[0] + row[1] for row in confusion)
    if not said:
        return f"{told}."
    disclosed = confusion[:2]  # by the raters, exactly or nearly
    right = sum(row[0] + row[1] for row in disclosed)
    missed, there = sum(row[2] for row in disclosed), sum(sum(row[:3]) for row in disclosed)
    return (
        f"{told}. Where it says that a fact is disclosed, exactly or nearly, the raters agree in"
        f" {percentage(right / said)} of cases; it misses {percentage(missed / max(there, 1))} of"
        " the facts that the raters find."
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
    targets = max((e["n"] for e in report["estimates"]), default=0)
    if failures(report["self_test"]):
        return (
            "Not sure: the audit failed its self-test on these data, so its figures may be too low."
            f"{known}"
        )
    return (
        f"Each figure rests on up to {count(targets, 'attacked record')} and has a 95\u00a0%"
        " interval: in 95 of 100 such audits the interval holds the true figure."
        f"{known}"
    )
