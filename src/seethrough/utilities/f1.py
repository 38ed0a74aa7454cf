"""Word F1 of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from seethrough.protocols import Figure
from seethrough.utilities._answers import OfAnswers
from seethrough.utilities._normalised import token_f1
from seethrough.utilities._questions import Question, best


@dataclass(frozen=True)
class WordF1(OfAnswers):
    """F1 of the words that an answer shares with the nearest reference answer.

    Words are compared without case, articles and punctuation.

    Source: Rajpurkar et al., "SQuAD" (2016).
    """

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.f1",
            "higher_is_better",
            "Overlap of the answers' words with those of a reference answer (F1).",
            "It ignores the order of words and negation.",
            title="Answers’ words right (F1)",
            unit="number",
        ),
    )

    def scores(self, answers: Sequence[str], questions: Sequence[Question]) -> list[float]:
        """Return F1 against the nearest reference of each."""
        return [best(a, q.references, token_f1) for a, q in zip(answers, questions, strict=True)]
