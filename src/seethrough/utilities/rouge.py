"""ROUGE-L of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from seethrough.protocols import Figure
from seethrough.text.rouge import rouge_l
from seethrough.utilities._answers import OfAnswers
from seethrough.utilities._questions import Question, nearest


@dataclass(frozen=True)
class RougeL(OfAnswers):
    """ROUGE-L F1 of the answers against the nearest reference answer.

    The longest common subsequence of stems, as the ``rouge_score`` package computes it.

    Source: Lin, "ROUGE" (2004); SAGE, tables 1 and 2.
    """

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.rougeL",
            "higher_is_better",
            "How much wording the answers share with a reference answer, in order.",
            "It measures wording, not whether an answer is right.",
            title="Wording kept in order (ROUGE-L)",
            unit="number",
        ),
    )

    def scores(self, answers: Sequence[str], questions: Sequence[Question]) -> list[float]:
        """Return ROUGE-L against the nearest reference of each."""
        return nearest(answers, questions, lambda wanted, said: rouge_l(wanted, said)[:, 2])
