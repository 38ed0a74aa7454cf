"""ROUGE-2 of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.estimates.estimate import Estimate
from seethrough.protocols import Figure, Generator
from seethrough.records.releases.answering import AnsweringRelease
from seethrough.text.rouge import rouge_n
from seethrough.utilities._questions import best_of, measure

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Rouge2:
    """ROUGE-2 F1 of the answers against the nearest reference answer.

    Pairs of words are counted as stems, as the ``rouge_score`` package does.

    Source: Lin, "ROUGE" (2004); Xiao et al., "Large language models can be contextual privacy
    protection learners" (2024), section 5.3.

    Attributes:
        questions: A JSONL file of questions with reference answers; ``--questions`` puts it in.
        most: How many questions are asked at the most, from the file's beginning; 0 for all.
    """

    questions: str = ""
    most: int = 100

    example: ClassVar[str] = "rouge2:questions=questions.jsonl"
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

    def measure(
        self, private: Corpus, release: AnsweringRelease, rng: Generator
    ) -> Sequence[Estimate]:
        """Return the mean over questions; the baseline is what answers without the private data.

        Raises:
            InputError: The file of questions cannot be read.
            UsageError: No file of questions is named.
        """

        def scores(references: Sequence[str], answers: Sequence[str]) -> list[float]:
            found: list[float] = rouge_n(references, answers, 2)[:, 2].tolist()
            return found

        return [measure(self, self.figures[0], release, best_of(scores))]
