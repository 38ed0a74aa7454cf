"""The reasons of a verdict in words, from the machine form; terminal and page say the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough.engine.comparing.safest import UNTOLD
from seethrough.engine.verdict.limits import TOLERANCE
from seethrough.reasons import QUESTIONS
from seethrough.report.labels import audit_reasons, figure_reasons

_CARRIED = frozenset({"leak", "contacts_standing", "contacts_recited"})
"""Kinds that fail a narrower question for something that the wider one's own reasons do not say."""

_LEADING = ("identifier", "special", "private", "quasi")
"""Classes of facts that lead, in their order."""

REMARKS = frozenset(
    {
        "empty_records",
        "sampled",
        "one_draw",
        "small_control",
        "blind_spot",
        "cut_records",
        "columns_read",
        "few_ratings",
        "ratings_alike",
        "raters_blind",
        "utility_failed",
        "control_unused",
        "undefined_for_nobody",
    }
)
"""Kinds that decide nothing and are said with every verdict."""

_DISTORTING = UNTOLD | {
    "control_in_private",
    "control_in_release",
    "control_too_few",
    "persons_alike",
    "texts_alike",
    "ratings_of_another_run",
    "raters_disagree",
    "ratings_picked",
    "ratings_skipped",
    "raters_unchecked",
    "errors_unmeasured",
}
"""Kinds that decide, and are said with every verdict: no figure can be read without them."""


def sentence(reason: Mapping[str, Any]) -> str:
    """Return a reason as a sentence or two.

    Args:
        reason: As ``report.json`` holds it.
    """
    title, rest = titled(reason)
    return f"{title}: {rest}" if title else rest


def titled(reason: Mapping[str, Any]) -> tuple[str, str]:
    """Return the title of the figure that a reason is about, or "", and the rest of the sentence.

    Args:
        reason: As ``report.json`` holds it.
    """
    facts = reason["facts"]
    if reason["kind"] in figure_reasons.SENTENCES:
        figure = figure_reasons.FigureNumbers(reason)
        return figure.title, figure_reasons.SENTENCES[reason["kind"]](figure, facts)
    return "", audit_reasons.SENTENCES[reason["kind"]](facts)


def shown(report: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the reasons that the verdict rests on, what decides first, then what to know.

    What fails a narrower question is among them: contact data that stands, or a class of facts that
    leaks, speaks against the wider claim, too, and so does what has no counterpart there. That the
    question fails comes after why. What is about the whole release comes first, then the classes of
    facts, those that matter most in front, then other figures. Reasons that read the same, such as
    three tests of one figure, are shown once.

    Args:
        report: ``verdict``, ``standard`` and ``reasons`` of the machine form.
    """
    ranks = {"fail": 0, "inconclusive": 1, "pass": 2}
    standard = report["standard"]
    narrower = set(QUESTIONS[: QUESTIONS.index(standard)])
    own = {r["kind"] for r in report["reasons"] if standard in r["questions"]}
    once: dict[str, Mapping[str, Any]] = {}
    for reason in report["reasons"]:
        bears = standard in reason["questions"] or not reason["questions"]
        unsaid = reason["word"] == "fail" and reason["kind"] not in own
        carried = reason["kind"] in _CARRIED or unsaid
        bears |= carried and not narrower.isdisjoint(reason["questions"])
        decides = ranks[reason["word"]] <= ranks[report["verdict"]]
        if bears and (decides or reason["kind"] in REMARKS | _DISTORTING):
            once.setdefault(sentence(reason), reason)
    return sorted(once.values(), key=lambda reason: (ranks[reason["word"]], _place(reason)))


def leading(report: Mapping[str, Any], most: int) -> tuple[list[str], int]:
    """Return the first reasons that are shown, as sentences, and how many are left out.

    What is said with every verdict, such as that a sample was attacked, is never left out; of each
    kind without which no figure can be read, the first one.

    Args:
        report: As for ``shown``.
        most: How many sentences there may be; more where so much is always said.
    """
    chosen = shown(report)
    places = range(len(chosen))
    firsts = {chosen[place]["kind"]: place for place in reversed(places)}
    always = {place for place in places if chosen[place]["kind"] in REMARKS}
    always |= {place for kind, place in firsts.items() if kind in _DISTORTING}
    rest = [place for place in places if place not in always]
    led = sorted(always.union(rest[: max(most // 2, most - len(always))]))
    return [sentence(chosen[place]) for place in led], len(chosen) - len(led)


def _place(reason: Mapping[str, Any]) -> int:
    """Return where a reason stands among those of the same word."""
    if reason["kind"] in REMARKS | {"narrower"}:
        return 2 + len(_LEADING)
    if reason["kind"] == "unreadable":  # other reasons often follow from it
        return -1
    if reason["kind"] not in figure_reasons.SENTENCES:
        return 0
    said = reason["figure"].rpartition(".")[2]
    return 1 + (_LEADING.index(said) if said in _LEADING else len(_LEADING))


def lenient(report: Mapping[str, Any]) -> str:
    """Return that a pass rests on a larger tolerance than the usual one, or "".

    Args:
        report: ``verdict``, ``standard`` and ``reasons`` of the machine form.
    """
    if report["verdict"] != "pass":
        return ""
    allowed = [
        r["facts"]["tolerance"]
        for r in report["reasons"]
        if r["kind"] == "bounded" and report["standard"] in r["questions"]
    ]
    largest = max(allowed, default=0.0)
    if largest <= TOLERANCE:
        return ""
    return f"at a tolerance of {100 * largest:g}\u00a0%, where {100 * TOLERANCE:g}\u00a0% is usual"


def without_names(reason: Mapping[str, Any]) -> dict[str, Any]:
    """Return a reason without what names people, ids or files or quotes a record."""
    facts = {k: v for k, v in reason["facts"].items() if k != "private"}
    return {**reason, "facts": facts}
