"""ROUGE: how much of the wording stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.protocols import Figure, FloatArray, Generator, Tally
from seethrough.release import TextRelease
from seethrough.utilities._beside import estimate_pairs

if TYPE_CHECKING:
    from seethrough.data import Corpus
    from seethrough.estimates import Estimate

_CAUTION = "High overlap is no use by itself, and it is what gives people away: read it beside"


@dataclass(frozen=True)
class Rouge:
    """Compares each released text with the private text of the same id by ROUGE.

    A record that was not released counts as an empty text; a private text without a word that
    ROUGE reads (Latin letters and digits) does not count.

    Source: C.-Y. Lin, ROUGE: a package for automatic evaluation of summaries (2004).

    Attributes:
        measure: ``f1``, ``recall`` (of the private text) or ``precision`` (of the released one).
    """

    measure: str = "f1"

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.rouge1",
            "higher_is_better",
            "How many words the released text shares with the private one, from 0 to 1.",
            f"{_CAUTION} the linkage figures.",
        ),
        Figure(
            "utility.rouge2",
            "higher_is_better",
            "How many pairs of neighbouring words the two texts share, from 0 to 1.",
            f"{_CAUTION} the linkage figures.",
        ),
        Figure(
            "utility.rougeL",
            "higher_is_better",
            "How many words the two texts share in the same order, from 0 to 1.",
            f"{_CAUTION} the linkage figures.",
        ),
    )

    def __post_init__(self) -> None:
        if self.measure not in _COLUMNS:
            raise ValueError(f"measure={self.measure!r} must be one of {', '.join(_COLUMNS)}")

    def measure_pairs(
        self, private: Sequence[str], released: Sequence[str]
    ) -> list[list[Tally]]:
        """Return for ROUGE-1, -2 and -L one tally per pair."""
        from seethrough.rouge import rouge_l, rouge_n, tokenize

        column = _COLUMNS[self.measure]
        tables = (
            rouge_n(private, released, 1),
            rouge_n(private, released, 2),
            rouge_l(private, released),
        )
        least = (1, 2, 1)
        words = {text: len(tokenize(text)) for text in dict.fromkeys(private)}
        return [
            _tallies(table[:, column], [words[text] >= need for text in private])
            for table, need in zip(tables, least, strict=True)
        ]

    def measure_release(
        self, private: Corpus, release: TextRelease, rng: Generator
    ) -> Sequence[Estimate]:
        """Return the three figures; see ``measure``."""
        return estimate_pairs(self, private, release, rng, self.measure_pairs)


_COLUMNS = {"recall": 0, "precision": 1, "f1": 2}


def _tallies(scores: FloatArray, counts: Sequence[bool]) -> list[Tally]:
    return [
        Tally(score, 1.0) if count else Tally(0.0, 0.0)
        for score, count in zip(scores.tolist(), counts, strict=True)
    ]
