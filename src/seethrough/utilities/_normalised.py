"""Answers as the reading-comprehension benchmarks compare them."""

from __future__ import annotations

import re
import string
from collections import Counter

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_SIGNS = str.maketrans("", "", string.punctuation + "’‘“”")


def normalise(answer: str) -> str:
    """Return an answer in lower case, without punctuation, articles and extra white space.

    Source: Rajpurkar et al., "SQuAD" (2016), the official evaluation. There an empty answer is
    right where the reference is an article ("A" of a choice); here such words stay if no other is
    there.
    """
    low = answer.lower().translate(_SIGNS)
    return " ".join((_ARTICLES.sub(" ", low).split()) or low.split())


def token_f1(answer: str, reference: str) -> float:
    """Return the F1 of the words that two normalised answers share, in [0, 1]."""
    said, wanted = Counter(normalise(answer).split()), Counter(normalise(reference).split())
    if not said or not wanted:
        return float(said == wanted)
    common = (said & wanted).total()
    return 2 * common / (said.total() + wanted.total())
