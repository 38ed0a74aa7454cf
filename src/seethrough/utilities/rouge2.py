"""ROUGE-2 of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from seethrough.protocols import Figure
from seethrough.text.rouge import rouge_n
from seethrough.utilities._answers import OfAnswers
from seethrough.utilities._questions import Question, nearest


@dataclass(frozen=True)
class Rouge2(OfAnswers):
    """ROUGE-2 F1 of the answers against the nearest reference answer.

    Pairs of words are counted as stems, as the ``rouge_score`` package does.

    Source: Lin, "ROUGE" (2004); Xiao et al., "Large language models can be contextual privacy
    protection learners" (2024), section 5.3.
    """

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.rouge2",
            "higher_is_better",
            "How many pairs of words in a row the answers share with a reference answer.",
            "It measures wording, not whether an answer is right.",
            title="Word pairs of answers kept (ROUGE-2)",
            unit="number",
        ),
    )

    def scores(self, answers: Sequence[str], questions: Sequence[Question]) -> list[float]:
        """Return ROUGE-2 against the nearest reference of each."""
        return nearest(answers, questions, lambda wanted, said: rouge_n(wanted, said, 2)[:, 2])
