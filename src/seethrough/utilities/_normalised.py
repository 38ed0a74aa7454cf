"""Answers as the reading-comprehension benchmarks compare them."""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter

from seethrough.text.normalised import UNSPACED

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_UNSPACED = re.compile(rf"([{UNSPACED}])")


def normalise(answer: str) -> str:
    """Return an answer in lower case, without punctuation, articles and extra white space.

    In scripts without spaces every sign is a word. An answer of articles alone ("A" of a choice)
    stays, which the official evaluation would leave empty.

    Source: Rajpurkar et al., "SQuAD" (2016), the official evaluation; Lewis et al., "MLQA" (2020),
    for punctuation and words of other scripts.
    """
    bare = "".join(c for c in answer.lower() if not _is_sign(c))
    low = _UNSPACED.sub(r" \1 ", bare)
    return " ".join((_ARTICLES.sub(" ", low).split()) or low.split())


def _is_sign(character: str) -> bool:
    return character in string.punctuation or unicodedata.category(character).startswith("P")


def token_f1(answer: str, reference: str) -> float:
    """Return the F1 of the words that two normalized answers share, in [0, 1]."""
    said, wanted = Counter(normalise(answer).split()), Counter(normalise(reference).split())
    if not said or not wanted:
        return float(said == wanted)
    common = (said & wanted).total()
    return 2 * common / (said.total() + wanted.total())
