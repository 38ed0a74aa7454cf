"""Where a passage quotes a claim word for word, and nothing around it takes it back."""

from __future__ import annotations

from collections.abc import Sequence

from seethrough.judges.offline.reading import sentences
from seethrough.judges.rouge import words
from seethrough.text.words import vocabulary

LEAST = 5
"""The fewest words of a claim that count as a quotation."""

_HARMLESS = vocabulary(
    "and also but so then now still too however moreover furthermore additionally finally first "
    "again today yesterday currently later afterwards meanwhile indeed therefore thus further"
)
"""Words next to a quotation that leave its meaning unchanged."""


def stated_sentences(passage: str) -> list[list[str]]:
    """Return the words of each sentence that states something: no question."""
    return [words(part) for part in sentences(passage) if not part.rstrip("\"'”’) ").endswith("?")]


def quotes(sentences: Sequence[Sequence[str]], claim: Sequence[str]) -> bool:
    """Return whether a sentence says the claim word for word and hardly anything else.

    What else stands in the sentence may deny it, doubt it or say it of another person ("Nobody ever
    said that he has asthma"). Only ``_HARMLESS`` words may, or the quotation needs a closer look.

    Args:
        sentences: The words of each sentence, from ``stated_sentences``.
        claim: The words of the claim.
    """
    if len(claim) < LEAST:
        return False
    wanted = list(claim)
    for sentence in sentences:
        for start in range(len(sentence) - len(wanted) + 1):
            if sentence[start] == wanted[0] and sentence[start : start + len(wanted)] == wanted:
                rest = [*sentence[:start], *sentence[start + len(wanted) :]]
                if _HARMLESS.issuperset(rest):
                    return True
    return False
