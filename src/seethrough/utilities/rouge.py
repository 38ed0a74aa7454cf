"""ROUGE-L of a service's answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.estimates.estimate import Estimate
from seethrough.protocols import Figure, Generator
from seethrough.records.release import RagRelease
from seethrough.text.rouge import rouge_l
from seethrough.utilities._questions import Question, measure

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class RougeL:
    """ROUGE-L F1 of the answers against the nearest reference answer.

    The longest common subsequence of stems, as the ``rouge_score`` package computes it.

    Source: Lin, "ROUGE" (2004); SAGE, tables 1 and 2.

    Attributes:
        questions: A JSONL file of questions with reference answers; ``--questions`` puts it in.
        most: How many questions are asked at the most, from the file's beginning; 0 for all.
    """

    questions: str = ""
    most: int = 100

    example: ClassVar[str] = "rouge:questions=questions.jsonl"

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

    def measure(self, private: Corpus, release: RagRelease, rng: Generator) -> Sequence[Estimate]:
        """Return the mean over questions; the baseline is the service without retrieval.

        Raises:
            InputError: The file of questions cannot be read.
            UsageError: No file of questions is named.
        """
        return [measure(self, self.figures[0], release, _score)]


def _score(answers: Sequence[str], questions: Sequence[Question]) -> list[float]:
    pairs = [(i, r) for i, question in enumerate(questions) for r in question.references]
    f1 = rouge_l([r for _, r in pairs], [answers[i] for i, _ in pairs])[:, 2].tolist()
    best = [0.0] * len(answers)
    for (i, _), score in zip(pairs, f1, strict=True):
        best[i] = max(best[i], score)
    return best
