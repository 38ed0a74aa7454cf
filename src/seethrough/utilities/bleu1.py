"""BLEU-1 of answers."""

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
class BLEU1:
    """Share of the answer's words that are in a reference answer, with BLEU's brevity penalty.

    Computed by sacrebleu: one-word BLEU of each answer against all of its references, letter
    case folded, without smoothing; then the mean over questions.

    Source: Papineni et al., "BLEU" (2002); SAGE, tables 1 and 2.

    Attributes:
        questions: A JSONL file of questions with reference answers; ``--questions`` puts it in.
        most: How many questions are asked at the most, from the file's beginning; 0 for all.
    """

    questions: str = ""
    most: int = 100

    example: ClassVar[str] = "bleu1:questions=questions.jsonl"

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.bleu1",
            "higher_is_better",
            "Share of the answers' words that are in a reference answer (BLEU-1).",
            "A correct answer in other words scores low, as does one longer than the reference.",
            title="Words kept (BLEU-1)",
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
        from sacrebleu.metrics.bleu import BLEU
    except ImportError as error:
        raise MissingExtraError("rag", "sacrebleu") from error
    bleu = BLEU(max_ngram_order=1, lowercase=True, smooth_method="none", effective_order=True)
    return [
        bleu.sentence_score(answer, list(question.references)).score / 100
        for answer, question in zip(answers, questions, strict=True)
    ]
