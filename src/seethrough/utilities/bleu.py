"""BLEU of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.errors import MissingExtraError
from seethrough.estimates.estimate import Estimate
from seethrough.protocols import Figure, Generator
from seethrough.records.releases.answering import AnsweringRelease
from seethrough.utilities._questions import Question, measure

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class BLEU:
    """BLEU of each answer against all of its references, runs of one to four words, on average.

    Computed by sacrebleu with letter case folded; runs that a short answer cannot hold are left
    out, and where none of a length is right, half of one counts (exponential smoothing).

    Source: Papineni et al., "BLEU" (2002); Post, "A call for clarity in reporting BLEU scores"
    (2018).

    Attributes:
        questions: A JSONL file of questions with reference answers; ``--questions`` puts it in.
        most: How many questions are asked at the most, from the file's beginning; 0 for all.
    """

    questions: str = ""
    most: int = 100

    example: ClassVar[str] = "bleu:questions=questions.jsonl"
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.bleu",
            "higher_is_better",
            "How many runs of one to four words of the answers are in a reference answer.",
            "A right answer in other words scores low.",
            title="Wording of answers kept (BLEU)",
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
            MissingExtraError: sacrebleu is not installed.
        """
        return [measure(self, self.figures[0], release, _score)]


def _score(answers: Sequence[str], questions: Sequence[Question]) -> list[float]:
    try:
        from sacrebleu.metrics import bleu
    except ImportError as error:
        raise MissingExtraError("rag", "sacrebleu") from error
    scorer = bleu.BLEU(lowercase=True, effective_order=True)
    return [
        scorer.sentence_score(answer, list(question.references)).score / 100
        for answer, question in zip(answers, questions, strict=True)
    ]
