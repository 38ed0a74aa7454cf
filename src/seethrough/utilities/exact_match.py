"""Exact match of answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.estimates.estimate import Estimate
from seethrough.protocols import Figure, Generator
from seethrough.records.releases.answering import AnsweringRelease
from seethrough.utilities._normalised import normalise
from seethrough.utilities._questions import Question, best, measure

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class ExactMatch:
    """Share of answers equal to a reference answer except for case, articles and punctuation.

    Where the reference is a regular expression, the answer must contain a match, as in its
    benchmark.

    Source: Rajpurkar et al., "SQuAD" (2016); Baudis and Sedivy (2015) for patterns.

    Attributes:
        questions: A JSONL file of questions with reference answers; ``--questions`` puts it in.
        most: How many questions are asked at the most, from the file's beginning; 0 for all.
    """

    questions: str = ""
    most: int = 100

    example: ClassVar[str] = "exact_match:questions=questions.jsonl"

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.exact_match",
            "higher_is_better",
            "Share of questions answered exactly with a reference answer.",
            "A correct answer within a sentence does not count.",
            title="Answers exactly right",
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
    return [_right(a, q) for a, q in zip(answers, questions, strict=True)]


def _right(answer: str, question: Question) -> float:
    if question.pattern:
        return float(re.search(question.pattern, answer, re.IGNORECASE) is not None)
    return best(answer, question.references, lambda a, r: float(normalise(a) == normalise(r)))
