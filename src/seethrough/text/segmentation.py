"""Where the words of a run of letters begin, when the spaces are gone."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Mapping

from seethrough.text.vocabulary import ranks

_LONGEST = 22
_UNKNOWN_LETTER = 2.0
_RUN = re.compile(r"[^\W\d_]+")
_CASE = re.compile(r"(?<=[a-z]{2})(?=[A-Z][a-z])")
_EDGE = re.compile(
    r"(?<=[^\W\d_][,;:])(?=\d)|(?<=[,.;:!?)])(?=[^\W\d_])|(?<=[^\W\d_]{2})(?=[\d(])|(?<=\d)(?=[^\W\d_]{3})"
)


def spaced(text: str) -> str:
    """Return a text without spaces as words with spaces between them.

    Words end at punctuation, between letters and digits and before a capital behind small letters;
    inside a run of letters they are those of the list that together are most likely by frequency
    (Zipf's law), and a name that is not on the list stays in one piece.
    """
    return _RUN.sub(lambda m: _split(m.group()), _EDGE.sub(" ", _CASE.sub(" ", text)))


@functools.cache
def _costs() -> Mapping[str, float]:
    known = ranks()
    scale = math.log(len(known))
    return {
        word: math.log((rank + 1) * scale)
        for word, rank in known.items()
        if len(word) > 1 or word in ("a", "i")
    }


def _split(run: str) -> str:
    """Return a run of letters cut at the cheapest places (Viterbi)."""
    costs = _costs()
    lower = run.lower()
    if len(lower) != len(run) or lower in costs:
        return run
    unknown = math.log(len(costs) * math.log(len(costs)))
    best = [0.0]
    back = [0]
    for end in range(1, len(run) + 1):
        choices = []
        for start in range(max(0, end - _LONGEST), end):
            word = lower[start:end]
            cost = costs.get(word, unknown + _UNKNOWN_LETTER * (end - start))
            choices.append((best[start] + cost, start))
        cheapest, start = min(choices)
        best.append(cheapest)
        back.append(start)
    pieces = []
    end = len(run)
    while end:
        pieces.append(run[back[end] : end])
        end = back[end]
    return " ".join(reversed(pieces))
