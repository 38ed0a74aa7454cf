"""What the utilities of answers share: questions from a file, and a score for each answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from seethrough.errors import MissingExtraError
from seethrough.estimates.estimate import Estimate
from seethrough.fields import Between, ReadFile, describe_shared
from seethrough.protocols import Figure, Generator
from seethrough.records.releases.answering import AnsweringRelease
from seethrough.utilities._questions import Question, measure, questions_of

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

SHARED = """    questions: A JSONL file of questions with reference answers, as ``--questions``.
    most: How many questions are asked at the most, from the file's beginning; 0 for all."""


@dataclass(frozen=True)
class OfAnswers(ABC):
    """Scores a service's or a model's answers; a utility of answers inherits from this class.

    The docstring of each says what these fields mean, too.
    """

    questions: ReadFile = ""
    most: Annotated[int, Between(0)] = 100

    example: ClassVar[str]
    figures: ClassVar[tuple[Figure, ...]]

    def __init_subclass__(cls) -> None:
        """Add what the shared fields mean to the docstring, and say how to try it."""
        if "example" not in vars(cls):
            cls.example = f"{cls.__module__.rpartition('.')[2]}:questions=questions.jsonl"
        describe_shared(cls, SHARED)

    @abstractmethod
    def scores(self, answers: Sequence[str], questions: Sequence[Question]) -> Sequence[float]:
        """Return the score of each answer, in [0, 1].

        Raises:
            MissingExtraError: What computes it is not installed.
        """

    def measure(
        self, private: Corpus, release: AnsweringRelease, rng: Generator
    ) -> Sequence[Estimate]:
        """Return the mean over questions; the baseline is what answers without the private data.

        Raises:
            InputError: The file of questions cannot be read.
            UsageError: No file of questions is named.
            MissingExtraError: What computes it is not installed.
        """
        return [measure(self, self.figures[0], release, self.scores)]

    def require(self, private: Corpus, release: AnsweringRelease) -> None:
        """Raise where there are no questions; as for ``measure``."""
        questions_of(self)


def bleu(answers: Sequence[str], questions: Sequence[Question], **how: Any) -> list[float]:
    """Return sacrebleu's BLEU of each answer against all of its references, in [0, 1].

    Args:
        answers: The answers.
        questions: Their questions.
        how: What sacrebleu's ``BLEU`` takes; letter case is folded, and runs that a short answer
            cannot hold are left out.

    Raises:
        MissingExtraError: sacrebleu is not installed.
    """
    try:
        from sacrebleu.metrics.bleu import BLEU
    except ImportError as error:
        raise MissingExtraError("rag", "sacrebleu") from error
    scorer = BLEU(lowercase=True, effective_order=True, **how)
    return [
        scorer.sentence_score(answer, list(question.references)).score / 100
        for answer, question in zip(answers, questions, strict=True)
    ]
