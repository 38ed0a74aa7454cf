"""ROUGE-1 of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from seethrough.protocols import Figure
from seethrough.text.rouge import rouge_n
from seethrough.utilities._answers import OfAnswers
from seethrough.utilities._questions import Question, nearest


@dataclass(frozen=True)
class Rouge1(OfAnswers):
    """ROUGE-1 F1 of the answers against the nearest reference answer.

    Words are counted as stems, as the ``rouge_score`` package does.

    Source: Lin, "ROUGE" (2004); Xiao et al., "Large language models can be contextual privacy
    protection learners" (2024), section 5.3.
    """

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.rouge1",
            "higher_is_better",
            "How many words the answers share with a reference answer.",
            "It measures wording, not whether an answer is right.",
            title="Words of answers kept (ROUGE-1)",
            unit="number",
        ),
    )

    def scores(self, answers: Sequence[str], questions: Sequence[Question]) -> list[float]:
        """Return ROUGE-1 against the nearest reference of each."""
        return nearest(answers, questions, lambda wanted, said: rouge_n(wanted, said, 1)[:, 2])
