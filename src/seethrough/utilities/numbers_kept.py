"""Numbers: how many of the figures in the texts survive."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.protocols import Figure, Generator, Tally
from seethrough.records.releases.text import TextRelease
from seethrough.utilities._pairs import estimate_pairs

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


@dataclass(frozen=True)
class NumbersKept:
    """Looks each number of a private text up in the released text of the same id.

    A number is kept where the same value is in the released text, as often as before:
    ``12,000`` and ``12000`` are one value, ``5`` and ``five`` are not. Ages, doses, dates and
    telephone numbers all count, one for each run of digits.
    """

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.numbers_kept",
            "higher_is_better",
            "Share of the numbers in the private texts that are still in the released ones.",
            "It does not say that they are in the right place, and a number kept is often a"
            " detail that identifies a person.",
            title="Numbers kept",
        ),
    )

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Sequence[Estimate]:
        """Return the share of all numbers that are kept.

        Args:
            private: The private records; those without a number do not count.
            release: The release; where its records do not align, nothing is measured.
            rng: Draws another person's released text for the control.
        """
        return estimate_pairs(self, private, release, rng, _compare)


def numbers(text: str) -> Counter[str]:
    """Return how often each number stands in a text, as ASCII digits without grouping.

    A comma groups thousands where three digits follow it, else it is taken as a decimal point.
    """
    found: Counter[str] = Counter()
    for match in _NUMBER.findall(text):
        plain = "".join(c if c in ".," else str(unicodedata.decimal(c)) for c in match)
        plain = plain.replace(",", "") if _GROUPED.fullmatch(plain) else plain.replace(",", ".")
        found[plain] += 1
    return found


def _compare(private: Sequence[str], released: Sequence[str]) -> list[list[Tally]]:
    counts = {text: numbers(text) for text in dict.fromkeys([*private, *released])}
    return [
        [
            Tally((counts[before] & counts[after]).total(), counts[before].total())
            for before, after in zip(private, released, strict=True)
        ]
    ]
