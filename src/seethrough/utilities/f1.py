"""Word F1 of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.estimates.estimate import Estimate
from seethrough.protocols import Figure, Generator
from seethrough.records.releases.answering import AnsweringRelease
from seethrough.utilities._normalised import token_f1
from seethrough.utilities._questions import Question, best, measure

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class WordF1:
    """F1 of the words that an answer shares with the nearest reference answer.

    Words are compared without case, articles and punctuation.

    Source: Rajpurkar et al., "SQuAD" (2016).

    Attributes:
        questions: A JSONL file of questions with reference answers; ``--questions`` puts it in.
        most: How many questions are asked at the most, from the file's beginning; 0 for all.
    """

    questions: str = ""
    most: int = 100

    example: ClassVar[str] = "f1:questions=questions.jsonl"

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

    def measure(
        self, private: Corpus, release: AnsweringRelease, rng: Generator
    ) -> Sequence[Estimate]:
        """Return the mean over questions; the baseline is what answers without the private data.

        Raises:
            InputError: The file of questions cannot be read.
            UsageError: No file of questions is named.
        """
        return [measure(self, self.figures[0], release, _score)]


def _score(answers: Sequence[str], questions: Sequence[Question]) -> list[float]:
    return [best(a, q.references, token_f1) for a, q in zip(answers, questions, strict=True)]
