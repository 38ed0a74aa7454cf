"""What kind of passage a judge reads: its error rates depend on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import fmean
from typing import Literal

from seethrough.judges.rouge import recall, words
from seethrough.text.stop_words import STOP_WORDS

Kind = Literal["cut", "kept", "condensed", "rewritten", "another", "another_rewritten", "none"]

REWORDED: frozenset[Kind] = frozenset({"condensed", "rewritten"})
"""The kinds of a record in other words."""

MAY_FALSIFY: frozenset[Kind] = REWORDED | {"kept"}
"""Kinds of passage that may make facts about the claims' person false.

A judge's rate of false calls on them is that of a mixture of facts left out and made false.
"""

KEPT = 0.5
"""The mean ROUGE-L recall of the claims from which a passage keeps a record's wording.

Of 333 texts with passages written by a language model, 96 % of the anonymized passages reach it and
3 % of the paraphrased ones.
"""

CONDENSED = 0.6
"""The share of a record's words up to which a passage in other words is a condensed one.

Of 333 texts with passages written by a language model, 99 % of the condensed passages lie below it,
and 1 % of those that were to be reworded.
"""

ADDED = 0.01
"""The share of a passage's words up to which it adds nothing to a record.

Of 477 texts with subtly altered passages 0.2 % lie below it, of 333 anonymized passages 0.6 %.
"""

_WORD = re.compile(r"\w+")
_PLACEHOLDER = re.compile(r"(?<![<\[{])[<\[{]++[A-Z][A-Z0-9_-]*[>\]}]+|_{2,}|\b[xX]{3,}\b")
"""One word in capitals, in brackets: several words there would tell something."""
_DENYING = frozenset(
    {"cannot", "neither", "never", "no", "nobody", "none", "nor", "not", "without"}
)


def kind_of(
    claims: Sequence[str],
    passage: str,
    own: bool | None,
    theirs: Sequence[str] = (),
    record: str | None = None,
    bare: str | None = None,
) -> Kind:
    """Return the kind of a passage that claims are judged against.

    ``cut`` is the claims' own record without some of it and with nothing added, so that nothing in
    it was made false; ``kept`` the claims' own record with most of its wording, ``rewritten`` the
    same in other words, and ``condensed`` in few other words; ``another`` another record,
    ``another_rewritten`` the same in other words than its own, and ``none`` an empty passage, which
    no judge reads.

    Args:
        claims: The claims.
        passage: What the adversary reads.
        own: Whether it is the released version of the claims' record; None if unknown: a
            passage with the claims' wording counts as their own, any other as another person's.
        theirs: The claims of the private record with the passage's id, if any.
        record: The private text that the claims were cut from; None if unknown.
        bare: The passage without what others have word for word; None if that is not known.
    """
    if not passage.strip():
        return "none"
    bare = passage if bare is None else bare
    if own is not False and record is not None and adds_nothing(bare, record):
        return "cut"
    if own is False:
        changed = theirs and overlap(theirs, passage) < KEPT
        return "another_rewritten" if changed else "another"
    if overlap(claims, passage) >= KEPT:
        return "kept"
    return "another" if own is None else reworded(bare, record)


def reworded(passage: str, record: str | None) -> Literal["condensed", "rewritten"]:
    """Return the kind of a record in other words, by its length; ``rewritten`` if it is unknown."""
    if record is not None and _length(passage) <= CONDENSED * _length(record):
        return "condensed"
    return "rewritten"


def _length(text: str) -> int:
    return sum(1 for _ in _WORD.finditer(text))


def adds_nothing(passage: str, record: str) -> bool:
    """Return whether a passage has hardly a word that a record lacks.

    Stop words except denials do not count, nor do placeholders such as ``<NAME>`` or ``[...]``.
    The order of words is not looked at.

    Args:
        passage: The passage.
        record: The text that it may have been cut from.
    """
    said = _WORD.findall(_PLACEHOLDER.sub(" ", passage).casefold())
    known = {*_WORD.findall(record.casefold()), *(STOP_WORDS - _DENYING)}
    return bool(said) and sum(word not in known for word in said) <= ADDED * len(said)


def overlap(claims: Sequence[str], passage: str) -> float:
    """Return the ROUGE-L recall of claims in a passage, in [0, 1], their mean; 0 for no claim."""
    said = words(passage)
    return fmean(recall(words(claim), said) for claim in claims) if claims else 0.0
