"""A stand-in for BERTScore of answers, with the embedded encoder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from seethrough.embeddings.minilm import MiniLM
from seethrough.protocols import Figure
from seethrough.utilities._answers import OfAnswers
from seethrough.utilities._questions import Question, nearest


@dataclass(frozen=True)
class BertscoreMiniLM(OfAnswers):
    """BERTScore's F1 with all-MiniLM-L6-v2 as its encoder; not comparable to a paper's figures.

    Each token of an answer is matched with the most alike token of the reference, by the cosine of
    their vectors, and the other way round; all tokens count alike, and nothing is rescaled. Values
    compare with each other only. Texts are read up to 256 tokens.

    Source: Zhang et al., "BERTScore" (2020), equations of section 3.
    """

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.bertscore_minilm",
            "higher_is_better",
            "How alike the answers' words are to those of a reference answer, by their vectors (a"
            " stand-in for BERTScore).",
            "Its values do not compare with those of BERTScore's own encoders.",
            title="Meaning of answers kept (stand-in for BERTScore)",
            unit="number",
        ),
    )

    def scores(self, answers: Sequence[str], questions: Sequence[Question]) -> list[float]:
        """Return the F1 of each against its nearest reference.

        Raises:
            UnavailableError: The encoder is not installed.
        """
        return nearest(answers, questions, f1)


def f1(references: Sequence[str], answers: Sequence[str]) -> list[float]:
    """Return the F1 of n pairs, in [0, 1]; 0 where either has no token."""
    vectors = MiniLM().token_vectors([*references, *answers])
    pairs = zip(vectors[: len(references)], vectors[len(references) :], strict=True)
    return [matched(reference, answer) for reference, answer in pairs]


def matched(reference: npt.NDArray[np.float32], answer: npt.NDArray[np.float32]) -> float:
    """Return the F1 of greedy matching.

    Args:
        reference: (n, d) vectors of unit length.
        answer: (m, d) vectors of unit length.
    """
    if not len(reference) or not len(answer):
        return 0.0
    alike = reference @ answer.T
    recall, precision = float(alike.max(1).mean()), float(alike.max(0).mean())
    if min(recall, precision) <= 0:
        return 0.0
    return min(1.0, 2 * precision * recall / (precision + recall))
