"""Length: how much is left to read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.protocols import Figure, Generator, Tally
from seethrough.records.releases.text import TextRelease
from seethrough.text.normalised import UNSPACED
from seethrough.utilities._pairs import estimate_pairs

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus

_WORD = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+")


@dataclass(frozen=True)
class LengthKept:
    """Counts the words of each released text relative to those of the private one.

    A text that grew counts as kept whole, so that padding cannot make up for records that were
    emptied. Words are runs of letters and digits; in scripts without spaces every sign is one.
    """

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.length_kept",
            "higher_is_better",
            "Length of the released texts relative to the private ones, in words, at most 1.",
            "It does not say that the words are true, useful or the same.",
            title="Length kept",
        ),
    )

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Sequence[Estimate]:
        """Return the mean over records of ``min(1, released words / private words)``.

        Args:
            private: The private records; those without a word do not count.
            release: The release; where its records do not align, nothing is measured.
            rng: Draws another person's released text for the control.
        """
        return estimate_pairs(self, private, release, rng, _compare)


def _compare(private: Sequence[str], released: Sequence[str]) -> list[list[Tally]]:
    tallies = []
    for before, after in zip(private, released, strict=True):
        words = len(_WORD.findall(before))
        kept = min(1.0, len(_WORD.findall(after)) / max(words, 1))
        tallies.append(Tally(kept) if words else Tally(0.0, 0.0))
    return [tallies]
