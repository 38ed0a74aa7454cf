"""What kind of passage a judge reads: its error rates depend on it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Literal

from seethrough.judges.rouge import recall, words

Kind = Literal["kept", "rewritten", "another", "another_rewritten", "none"]

KEPT = 0.5
"""The mean ROUGE-L recall of the claims from which a passage keeps a record's wording.

Of 333 texts with passages written by a language model, 96 % of the anonymized passages reach it and
3 % of the paraphrased ones.
"""


def kind_of(
    claims: Sequence[str], passage: str, own: bool | None, theirs: Sequence[str] = ()
) -> Kind:
    """Return the kind of a passage that claims are judged against.

    ``kept`` is the claims' own record with most of its wording, ``rewritten`` the same in other
    words, ``another`` another person's record, ``another_rewritten`` the same in other words than
    theirs, and ``none`` an empty passage, which no judge reads.

    Args:
        claims: The claims.
        passage: What the adversary reads.
        own: Whether it is the released record of the claims' person; None if unknown: a
            passage with the claims' wording counts as their own, any other as another person's.
        theirs: The claims of the private record with the passage's id, if any.
    """
    if not passage.strip():
        return "none"
    if own is False:
        changed = theirs and overlap(theirs, passage) < KEPT
        return "another_rewritten" if changed else "another"
    if overlap(claims, passage) >= KEPT:
        return "kept"
    return "another" if own is None else "rewritten"


def overlap(claims: Sequence[str], passage: str) -> float:
    """Return the ROUGE-L recall of claims in a passage, in [0, 1], their mean; 0 for no claim."""
    said = words(passage)
    return fmean(recall(words(claim), said) for claim in claims) if claims else 0.0
