"""ROUGE of the released texts: how much of the private wording stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from seethrough.protocols import Figure, FloatArray, Generator, Tally
from seethrough.records.releases.text import TextRelease
from seethrough.text.normalised import words
from seethrough.utilities._pairs import estimate_pairs

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus

_CAUTION = (
    "High overlap is not useful by itself, and it can identify people: see the linkage figures."
)


@dataclass(frozen=True)
class RougeKept:
    """Compares each released text with the private text of the same id by ROUGE.

    A record that was not released counts as an empty text; a private text of which ROUGE, which
    knows Latin letters and digits, reads less than half of the words does not count. The utility
    ``rouge`` is another thing: it compares the answers of a question-answering service with
    reference answers.

    Source: C.-Y. Lin, ROUGE: a package for automatic evaluation of summaries (2004).

    Attributes:
        score: ``f1``, ``recall`` (of the private text) or ``precision`` (of the released one).
    """

    score: Literal["f1", "recall", "precision"] = "f1"

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.rouge1",
            "higher_is_better",
            "How many words the released text shares with the private one, from 0 to 1.",
            _CAUTION,
            title="Words kept (ROUGE-1)",
            unit="number",
        ),
        Figure(
            "utility.rouge2",
            "higher_is_better",
            "How many pairs of neighbouring words the two texts share, from 0 to 1.",
            _CAUTION,
            title="Word pairs kept (ROUGE-2)",
            unit="number",
        ),
        Figure(
            "utility.rougeL",
            "higher_is_better",
            "How many words the two texts share in the same order, from 0 to 1.",
            _CAUTION,
            title="Wording kept in order (ROUGE-L)",
            unit="number",
        ),
    )

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Sequence[Estimate]:
        """Return ROUGE-1, ROUGE-2 and ROUGE-L, each as a mean over records in [0, 1].

        Args:
            private: The private records.
            release: The release; where its records do not align, nothing is measured.
            rng: Draws another person's released text for the control.
        """
        return estimate_pairs(self, private, release, rng, self._compare)

    def _compare(self, private: Sequence[str], released: Sequence[str]) -> list[list[Tally]]:
        from seethrough.text.rouge import rouge_l, rouge_n, tokenize

        column = _COLUMNS[self.score]
        tables = (
            rouge_n(private, released, 1),
            rouge_n(private, released, 2),
            rouge_l(private, released),
        )
        read = {text: len(tokenize(text)) for text in dict.fromkeys(private)}
        readable = {text for text, count in read.items() if 2 * count >= len(words(text))}
        return [
            _tallies(table[:, column], [t in readable and read[t] >= least for t in private])
            for table, least in zip(tables, (1, 2, 1), strict=True)
        ]


_COLUMNS = {"recall": 0, "precision": 1, "f1": 2}


def _tallies(scores: FloatArray, counts: Sequence[bool]) -> list[Tally]:
    return [
        Tally(score, 1.0) if count else Tally(0.0, 0.0)
        for score, count in zip(scores.tolist(), counts, strict=True)
    ]
