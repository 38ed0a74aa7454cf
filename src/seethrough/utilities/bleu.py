"""BLEU of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from seethrough.protocols import Figure
from seethrough.utilities._answers import OfAnswers, bleu
from seethrough.utilities._questions import Question


@dataclass(frozen=True)
class BLEU(OfAnswers):
    """BLEU of each answer against all of its references, runs of one to four words, on average.

    Computed by sacrebleu with letter case folded; runs that a short answer cannot hold are left
    out, and where none of a length is right, half of one counts (exponential smoothing).

    Source: Papineni et al., "BLEU" (2002); Post, "A call for clarity in reporting BLEU scores"
    (2018).
    """

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

    def scores(self, answers: Sequence[str], questions: Sequence[Question]) -> list[float]:
        """Return BLEU of each."""
        return bleu(answers, questions)
