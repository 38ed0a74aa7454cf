"""Which questions the attacks that ran leave open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from seethrough import spec
from seethrough.protocols import Attack
from seethrough.reasons import QUESTIONS, Question, Reason


def unexamined(attacks: Iterable[Attack[Any]], needed: Iterable[Attack[Any]]) -> list[Reason]:
    """Return which questions the attacks that ran leave open; none where all was asked.

    Who is not linked may still be learned about, and the other way round, so a question is
    answered with *pass* only where each of the attacks that bear on it was tried, or another one
    that measures one of its figures.

    Args:
        attacks: What ran.
        needed: The attacks of which each asks something that the others do not.
    """
    measured = {figure.name for attack in attacks for figure in attack.figures}
    left: dict[Question, list[str]] = {}
    for attack in needed:
        if measured.isdisjoint(figure.name for figure in attack.figures):
            for question in {q for figure in attack.figures for q in figure.questions}:
                left.setdefault(question, []).append(spec.name_of(attack))
    return [
        Reason("not_examined", "inconclusive", (q,), facts={"attacks": left[q]})
        for q in QUESTIONS
        if q in left
    ]


def names_unsought(attacks: Sequence[Attack[Any]]) -> list[Reason]:
    """Return that nobody looked for names, where only contact data were looked for.

    Where a tagger chose what was looked for in a model, that leaves its anonymity open, too.

    Args:
        attacks: What ran.
    """
    tagged = [attack for attack in attacks if _tags_no_names(attack)]
    sought = [
        figure.nameless or attack in tagged
        for attack in attacks
        for figure in attack.figures
        if "identifiers" in figure.questions
    ]
    if not sought or not all(sought):
        return []
    questions: tuple[Question, ...] = ("identifiers", "anonymous") if tagged else ("identifiers",)
    return [Reason("names_unsought", "inconclusive", questions)]


def _tags_no_names(attack: Attack[Any]) -> bool:
    """Return whether an attack tries what a tagger finds, and the tagger looks for no names."""
    return getattr(getattr(attack, "tagger", None), "nameless", False)
