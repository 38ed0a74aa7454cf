"""BLEU-1 of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from seethrough.protocols import Figure
from seethrough.utilities._answers import OfAnswers, bleu
from seethrough.utilities._questions import Question


@dataclass(frozen=True)
class BLEU1(OfAnswers):
    """Share of the answer's words that are in a reference answer, with BLEU's brevity penalty.

    Computed by sacrebleu: one-word BLEU of each answer against all of its references, letter
    case folded, without smoothing; then the mean over questions.

    Source: Papineni et al., "BLEU" (2002); SAGE, tables 1 and 2.
    """

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

    def scores(self, answers: Sequence[str], questions: Sequence[Question]) -> list[float]:
        """Return one-word BLEU of each."""
        return bleu(answers, questions, max_ngram_order=1, smooth_method="none")
