"""The three answers, each with what decides it, in short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from seethrough.estimates.in_words import as_set
from seethrough.reasons import QUESTIONS
from seethrough.report.labels import reasons, wording
from seethrough.report.labels.figures import order
from seethrough.report.labels.questions import ASKED, Asked
from seethrough.report.labels.wording import are, capital, count, listed, persons

Report = Mapping[str, Any]
Reason = Mapping[str, Any]

NAMED = 2
"""How many reasons an answer words; of the others it names the figure."""

ALSO = 4
"""How many of those others it names; the rest are counted."""

_KINDS = ("verbatim", "nearly_verbatim", "recited", "names_in_ids", "unreadable")
"""Kinds of reasons that are named before all others, in this order."""

_UNTOLD = {
    "unmeasured": "could not be measured: {}",
    "no_interval": "too few people, or all alike, to say how sure the figures are",
    "nothing_to_count": (
        "not tested, as the private records hold nothing of the kind, or this release does not let"
        " it be measured: {}"
    ),
    "no_control": "there is no control to compare with",
    "control_unmeasured": (
        "nothing could be counted in the control, so what is guessed anyway is not known"
    ),
}
"""Kinds of reasons that say the same of every figure; ``{}`` stands for the figures' titles."""


class AnswerView(NamedTuple):
    """One of the three answers.

    Attributes:
        asked: The question.
        word: ``pass``, ``fail`` or ``inconclusive``.
        decides: Whether it is the one that the verdict goes by.
        why: What decides it, in one line; "" where nothing does.
        reasons: All its reasons, a figure's title, or "", and the rest; none for the deciding one,
            whose reasons stand with the verdict.
    """

    asked: Asked
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
        decides = question == report["standard"]
        found = [r if text else reasons.without_names(r) for r in _of(report, question, word)]
        told = [] if decides else said(found)
        why = _why(word, found, _failed_before(report, question))
        views.append(AnswerView(ASKED[question], word, decides, why, told))
    return views


def said(found: Sequence[Reason]) -> list[tuple[str, str]]:
    """Return reasons as a title and a sentence; figures of which the same is said share one line.

    Args:
        found: The reasons.
    """
    lines: dict[str, dict[str, None]] = {}
    for reason in found:
        title, rest = reasons.titled(reason)
        lines.setdefault(rest, {})[title] = None
    return [("; ".join(titles), rest) for rest, titles in lines.items()]


def _of(report: Report, question: str, word: str) -> list[Reason]:
    """Return what speaks for an answer, what says most first.

    That there was nothing to count of a kind decides nothing: it is said where nothing else is.
    """
    found = [
        r
        for r in report["reasons"]
        if question in r["questions"] and r["word"] == word and r["kind"] not in reasons.REMARKS
    ]
    found = [r for r in found if r["kind"] != "nothing_to_count"] or found
    heads = order(report)
    return sorted(found, key=lambda reason: _place(reason, heads))


def _place(reason: Reason, heads: Sequence[str]) -> tuple[int, int]:
    """Return where a reason stands; leaks of figures that a narrower question rests on come early.

    Args:
        reason: The reason.
        heads: The figures that head the summary, what says most first.
    """
    kind, figure = reason["kind"], reason["figure"]
    if kind in _KINDS:
        return 0, _KINDS.index(kind)
    place = heads.index(figure) if figure in heads else len(heads)
    if kind == "leak":
        return (1 if QUESTIONS[-1] not in reason["questions"] else 3), place
    return (2 if figure is None or kind == "exposed_people" else 4), place


def _failed_before(report: Report, question: str) -> list[str]:
    """Return the narrower questions that fail, as they are called."""
    words = {answer["question"]: answer["word"] for answer in report["answers"]}
    narrower = QUESTIONS[: QUESTIONS.index(question)]
    return [ASKED[q].title.lower() for q in narrower if words.get(q) == "fail"]


def _why(word: str, found: Sequence[Reason], failed: Sequence[str]) -> str:
    if word == "pass":
        return _bounded([r for r in found if r["kind"] == "bounded"])
    if not found and word == "fail":
        return f"A narrower question fails: {listed(list(failed))}."
    if not found:
        return "Nothing was measured that bears on it."
    briefs = dict.fromkeys(_brief(r, found) for r in found)
    told = [
        capital(brief.text) if brief.text.endswith("?") else f"{capital(brief.text)}."
        for brief in [*briefs][:NAMED]
    ]
    return " ".join([*told, *_also([brief.name for brief in [*briefs][NAMED:]])])


def _also(names: Sequence[str]) -> list[str]:
    """Return one sentence on the reasons that are only named; none for none."""
    named = [name for name in names if name][:ALSO]
    more = len(names) - len(named)
    if not named:
        return [f"And {more:,} more; the report has them all."] if more else []
    further = [f"{more:,} more in the report"] if more else []
    return [f"Also: {'; '.join([*named, *further])}."]


def _bounded(found: Sequence[Reason]) -> str:
    """Return how far under the tolerance the figures stay that bear on an answer."""
    if not found:
        return ""
    nearest = max(found, key=lambda r: r["facts"]["excess"]["high"] - r["facts"]["tolerance"])
    title, percent = wording.title(nearest)
    facts = nearest["facts"]
    high = wording.value({"value": facts["excess"]["high"]}, percent, facts["tolerance"])
    stay = "stays" if len(found) == 1 else "stay"
    return (
        f"{count(len(found), 'figure')} {stay} under the tolerance; nearest to it is “{title}” with"
        f" at most {high} {wording.beyond(nearest)}."
    )


class _Brief(NamedTuple):
    """A reason in a few words.

    Attributes:
        text: A sentence without its full stop.
        name: The title of its figure, or what else names it in a few words; "" for a long sentence.
    """

    text: str
    name: str


def _brief(reason: Reason, found: Sequence[Reason]) -> _Brief:
    """Return a reason in a few words; of a kind that says the same of every figure, all at once."""
    kind, facts = reason["kind"], reason["facts"]
    if kind in _UNTOLD:
        alike = dict.fromkeys(_quoted(r) for r in found if r["kind"] == kind)
        said = _UNTOLD[kind].format(listed([*alike]))
        return _Brief(said, said)
    if kind in ("leak", "undecided"):
        percent = wording.title(reason).percent
        bar = facts["tolerance"]
        over = wording.in_points(wording.with_spread(facts["excess"], percent, bar))
        said = f"{over} {wording.beyond(reason, 'guessing')}"
        if kind == "leak":
            said = f"{wording.value(facts, percent)}, {said}"
        else:
            said = f"{said}, tolerance {as_set(bar, percent)}"
        return _Brief(f"{_quoted(reason)}: {said}", _quoted(reason))
    if kind in ("verbatim", "recited", "exposed_people"):
        whom = f"{facts['people']:,} of {persons(facts['of'])}"
        said = {
            "verbatim": f"original wording about {whom} is in the release",
            "recited": f"original wording about {whom} comes out in answers",
            "exposed_people": f"{whom} {are(facts['people'])} exposed individually",
        }[kind]
        return _Brief(said, said)
    named = reason if kind == "attack_failed" else reasons.without_names(reason)
    title, rest = reasons.titled(named)
    return _Brief(
        f"{title}: {rest}".removeprefix(": ").rstrip("."), _quoted(reason) if title else ""
    )


def _quoted(reason: Reason) -> str:
    """Return the title of a reason's figure in quotation marks."""
    return f"“{wording.title(reason).text}”"
