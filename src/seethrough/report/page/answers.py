"""The three answers, each with what decides it, in short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from seethrough.report import reasons
from seethrough.report.page import wording
from seethrough.report.page.wording import capital, count

Report = Mapping[str, Any]
Reason = Mapping[str, Any]

NAMED = 2
"""How many reasons an answer names; the others are counted."""

_FIRST = (
    "verbatim",
    "names_in_ids",
    "identifiers.standing",
    "semantic.leak_rate.special",
    "semantic.leak_rate.identifier",
)
"""Kinds of reasons and figures that are named before all others."""

_NARROWER = "a narrower question fails"


class AnswerView(NamedTuple):
    """One of the three answers.

    Attributes:
        title: What it is about.
        requires: What a release that passes is said to do.
        word: ``pass``, ``fail`` or ``inconclusive``.
        decides: Whether it is the one that the verdict goes by.
        why: What decides it, in one line; "" where nothing does.
        reasons: All its reasons, a figure's title, or "", and the rest; none for the deciding one,
            whose reasons stand with the verdict.
    """

    title: str
    requires: str
    word: str
    decides: bool
    why: str
    reasons: Sequence[tuple[str, str]]


def answers_of(report: Report, text: bool) -> list[AnswerView]:
    """Return the three answers.

    Args:
        report: The machine form.
        text: Whether people, ids, columns and the like may be named.
    """
    views = []
    for answer in report["answers"]:
        question, word = answer["question"], answer["word"]
        title, _, requires = reasons.QUESTIONS[question].partition(": ")
        decides = question == report["standard"]
        found = [r if text else reasons.without_names(r) for r in _of(report, question, word)]
        told = [] if decides else [reasons.titled(r) for r in found]
        views.append(AnswerView(title, requires, word, decides, _why(word, found), told))
    return views


def _of(report: Report, question: str, word: str) -> list[Reason]:
    """Return what speaks for an answer, what says most first."""
    found = [
        r
        for r in report["reasons"]
        if question in r["questions"] and r["word"] == word and r["kind"] not in reasons.REMARKS
    ]
    return sorted(found, key=_place)


def _place(reason: Reason) -> int:
    for key in (reason["kind"], reason["figure"]):
        if key in _FIRST:
            return _FIRST.index(key)
    return len(_FIRST) + (reason["figure"] is not None and reason["kind"] != "exposed_people")


def _why(word: str, found: Sequence[Reason]) -> str:
    if word == "pass":
        return _bounded([r for r in found if r["kind"] == "bounded"])
    if not found:
        return f"{capital(_NARROWER)}." if word == "fail" else ""
    said = [_brief(r) for r in found[:NAMED]]
    more = len(found) - len(said)
    return f"{capital('; '.join([*said, f'{more:,} more'] if more else said))}."


def _bounded(found: Sequence[Reason]) -> str:
    """Return how far under the tolerance the figures stay that bear on an answer."""
    if not found:
        return ""
    nearest = max(found, key=lambda r: r["facts"]["excess"]["high"] - r["facts"]["tolerance"])
    title, percent = wording.title(nearest["figure"])
    high = wording.value({"value": nearest["facts"]["excess"]["high"]}, percent)
    stay = "stays" if len(found) == 1 else "stay"
    return (
        f"{count(len(found), 'figure')} {stay} under the tolerance; nearest to it is “{title}” with"
        f" at most {high} beyond what is guessed anyway."
    )


def _brief(reason: Reason) -> str:
    """Return a reason in a few words."""
    kind, facts = reason["kind"], reason["facts"]
    if kind in ("leak", "undecided"):
        title, percent = wording.title(reason["figure"])
        over = wording.with_spread(facts["excess"], percent).replace("\u00a0%", " points")
        if kind == "leak":
            return f"“{title}”: {wording.value(facts, percent)}, {over} beyond guessing"
        tolerance = wording.value({"value": facts["tolerance"]}, percent)
        return f"“{title}”: {over} beyond guessing, tolerance {tolerance}"
    if kind in ("verbatim", "exposed_people"):
        whom = f"{facts['people']:,} of {count(facts['of'], 'person', 'people')}"
        are = "is" if facts["people"] == 1 else "are"
        return {
            "verbatim": f"original wording about {whom} stands in the release",
            "exposed_people": f"{whom} {are} exposed individually",
        }[kind]
    if kind == "narrower":
        return _NARROWER
    title, rest = reasons.titled(reason)
    return f"{title}: {rest}".removeprefix(": ").rstrip(".")
