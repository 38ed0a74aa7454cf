"""ROUGE-L of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.estimates.estimate import Estimate
from seethrough.protocols import Figure, Generator
from seethrough.records.releases.answering import AnsweringRelease
from seethrough.text.rouge import rouge_l
from seethrough.utilities._questions import best_of, measure

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

    def measure(
        self, private: Corpus, release: AnsweringRelease, rng: Generator
    ) -> Sequence[Estimate]:
        """Return the mean over questions; the baseline is what answers without the private data.

        Raises:
            InputError: The file of questions cannot be read.
            UsageError: No file of questions is named.
        """
        return [measure(self, self.figures[0], release, best_of(_scores))]


def _scores(references: Sequence[str], answers: Sequence[str]) -> list[float]:
    found: list[float] = rouge_l(references, answers)[:, 2].tolist()
    return found
