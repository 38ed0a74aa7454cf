"""The reasons of an audit's answers, as data; ``seethrough.report.labels.reasons`` words it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Word = Literal["pass", "fail", "inconclusive"]
Question = Literal["identifiers", "sensitive", "anonymous"]

SEVERITY: Mapping[Word, int] = {"pass": 0, "inconclusive": 1, "fail": 2}
"""The verdicts, the best first."""

QUESTIONS: tuple[Question, ...] = ("identifiers", "sensitive", "anonymous")
"""The questions that an audit answers, each stricter than the one before.

``identifiers``: are direct identifiers of a person in the release? ``sensitive``: are facts of
the sensitive classes learned beyond what is guessed anyway? ``anonymous``: can people be singled
out or linked, or anything at all be inferred (Article 29 Working Party, opinion 05/2014, section
2.2)?
"""

LISTED = 20
"""How many people, records or values a reason names at the most."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for an answer.

    Attributes:
        kind: What it is, such as ``leak``, ``undecided`` or ``verbatim``; the wording goes by it.
        word: The answer that it supports. One ``fail`` fails; without one, an ``inconclusive``
            makes the answer inconclusive; a ``pass`` says what was bounded.
        questions: The questions that it concerns.
        figure: The figure that it is about, or None.
        facts: JSON-able details: ``value``, ``limit``, ``excess`` and so on. Whatever quotes a
            record or names a person or a file stands under ``private`` and is left out of reports
            without text.
        component: The spec of the attack or utility whose figure that is; None where it is about
            no single one.
    """

    kind: str
    word: Word
    questions: tuple[Question, ...] = QUESTIONS
    figure: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    component: Mapping[str, Any] | None = None

    def to_json(self, text: bool = True) -> dict[str, Any]:
        """Return the machine form; without ``text``, nothing that quotes a record or a name."""
        facts = {k: v for k, v in self.facts.items() if text or k != "private"}
        return {
            "kind": self.kind,
            "word": self.word,
            "questions": list(self.questions),
            "figure": self.figure,
            "facts": facts,
            "component": None if self.component is None else dict(self.component),
        }


def widened(questions: Sequence[Question]) -> tuple[Question, ...]:
    """Return the narrowest of the questions and all wider ones; none for none."""
    return QUESTIONS[min(map(QUESTIONS.index, questions), default=len(QUESTIONS)) :]
