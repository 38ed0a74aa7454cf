"""Exact match of answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from seethrough.protocols import Figure
from seethrough.records.patterns import compiled
from seethrough.utilities._answers import OfAnswers
from seethrough.utilities._normalised import normalise
from seethrough.utilities._questions import Question, best


@dataclass(frozen=True)
class ExactMatch(OfAnswers):
    """Share of answers equal to a reference answer except for case, articles and punctuation.

    Where the reference is a regular expression, the answer must contain a match, as in its
    benchmark.

    Source: Rajpurkar et al., "SQuAD" (2016); Baudis and Sedivy (2015) for patterns.
    """

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.exact_match",
            "higher_is_better",
            "Share of questions answered exactly with a reference answer.",
            "A correct answer within a sentence does not count.",
            title="Answers exactly right",
        ),
    )

    def scores(self, answers: Sequence[str], questions: Sequence[Question]) -> list[float]:
        """Return 1 for each that is right, else 0."""
        return [_right(a, q) for a, q in zip(answers, questions, strict=True)]


def _right(answer: str, question: Question) -> float:
    if question.pattern:
        return float(compiled(question.pattern, re.IGNORECASE).search(answer) is not None)
    return best(answer, question.references, lambda a, r: float(normalise(a) == normalise(r)))
