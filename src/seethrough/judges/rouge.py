"""The word-overlap judge: ROUGE-L recall of the claim in the passage, cut at two thresholds."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from seethrough.errors import UsageError
from seethrough.fields import Between
from seethrough.protocols import Judge, Rating

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Rouge(Judge):
    """Rates a claim by how much of it is in the passage, word for word and in order.

    It sees neither paraphrase nor negation: a floor to compare other judges with, and the lexical
    measure of the literature (Xin et al., "A False Sense of Privacy", section 2.4).

    Attributes:
        same: ROUGE-L recall, in [0, 1], from which the claim counts as the same information.
        similar: ROUGE-L recall, in [0, 1], from which it counts as similar.
    """

    same: float = 0.75
    similar: Annotated[float, Between(0, 1)] = 0.6

    @property
    def agreement(self) -> Mapping[str, Any] | None:
        """Its agreement with a large language model's ratings, at its default thresholds."""
        if self != Rouge():
            return None
        stored: Mapping[str, Any] = json.loads(
            Path(__file__).with_name("rouge.json").read_text("utf-8")
        )
        return stored

    def __post_init__(self) -> None:
        if not 0 <= self.similar <= self.same <= 1:
            raise UsageError(
                f"judge rouge: thresholds must satisfy 0 <= similar <= same <= 1, "
                f"not similar={self.similar} and same={self.same}"
            )

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        """Return one rating per pair; ``expected`` is 3 - 2 x recall, lower is better supported.

        Raises:
            ValueError: The two sequences differ in length.
        """
        tokens: dict[str, list[str]] = {}
        out = []
        for claim, passage in zip(claims, passages, strict=True):
            for text in (claim, passage):
                if text not in tokens:
                    tokens[text] = words(text)
            if not tokens[claim]:
                out.append(Rating(None, float("nan"), "the claim has no words"))
                continue
            share = recall(tokens[claim], tokens[passage])
            grade = 1 if share >= self.same else 2 if share >= self.similar else 3
            out.append(Rating(grade, 3 - 2 * share))
        return out


def words(text: str) -> list[str]:
    """Return the lower-case words and numbers of a text, in order."""
    return _WORD.findall(text.lower())


def recall(claim: Sequence[str], passage: Sequence[str]) -> float:
    """Return ROUGE-L recall in [0, 1]: the longest common subsequence over the claim's length.

    Source: Lin, "ROUGE: A Package for Automatic Evaluation of Summaries" (2004), section 3.
    """
    from rapidfuzz.distance import LCSseq

    if not claim:
        return 0.0
    return float(LCSseq.similarity(claim, passage)) / len(claim)
