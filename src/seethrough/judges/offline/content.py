"""Which words of a claim carry its fact, and whether a passage has them in other sentences, too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from seethrough.judges.offline.reading import LIGHT, STOP
from seethrough.text.stemmer import english_stem


def content(words: Iterable[str]) -> set[str]:
    """Return the stems of the words that carry a fact."""
    return {english_stem(word) for word in words if word not in STOP} - LIGHT


def told_elsewhere(claim: Iterable[str], rest: Iterable[Sequence[str]]) -> bool:
    """Return whether half of a claim's words that carry a fact are in the rest of a passage.

    Args:
        claim: The words of the claim.
        rest: The words of the other sentences.
    """
    wanted = content(claim)
    met = wanted & content(word for sentence in rest for word in sentence)
    return bool(met) and 2 * len(met) >= len(wanted)
