"""Which words of a released text give a claim away."""

from __future__ import annotations

import bisect
import functools
import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from seethrough.judges.offline.lexicon import Stems, lexicon, spans
from seethrough.text.details import Token, bare, content, sentences, tokens
from seethrough.text.stemmer import english_stem
from seethrough.text.word_table import word_table
from seethrough.text.words import vocabulary as word_list

Span = tuple[int, int]

ALIKE = 0.62
"""Cosine of two words' vectors from which one may stand for the other."""

_WHO = word_list(
    "agent caller client complainant customer patient person persons people resident tenant user"
    " writer author"
)
_JOINS = frozenset(" \u00a0-–,.'’$€£%/")
"""Between two marked words, what is marked with them."""


@dataclass(frozen=True)
class Segment:
    """A stretch of a passage.

    Attributes:
        text: What stands there.
        groups: The numbers of the groups of words that it belongs to, ascending.
    """

    text: str
    groups: tuple[int, ...]


class Passage:
    """A released text, read once, to be compared with many claims."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._words = [t for t in content(text) if not says_who(text[t.start : t.end])]
        ends = [end for _, end in sentences(text)]
        self._sentence = {token: bisect.bisect_right(ends, token.start) for token in self._words}
        self._phrases = _phrases(text)

    def giving_away(self, claim: str) -> list[Span]:
        """Return the words that say what a claim says: the same ones, then words that mean it.

        Of words that occur several times, those count that stand together with the most others.
        """
        verbatim = _verbatim(claim.strip().rstrip(".").strip(), self.text)
        if verbatim is not None:
            return [verbatim]
        wanted = [t for t in content(claim) if not says_who(claim[t.start : t.end])]
        found = self._same({token.key for token in wanted})
        here = {self._sentence[token] for token in found}
        met = {token.key for token in found}
        missing = [token for token in wanted if token.key not in met]
        marked = [(t.start, t.end) for t in found]
        marked += self._meaning(claim, missing, here)
        return _merged(marked, self.text)

    def _same(self, wanted: Collection[str]) -> list[Token]:
        """Return the words that are also in the claim, sentence by sentence, fullest first."""
        by_sentence: dict[int, list[Token]] = {}
        for token in self._words:
            if token.key in wanted:
                by_sentence.setdefault(self._sentence[token], []).append(token)
        found: list[Token] = []
        open_keys = set(wanted)
        while by_sentence:
            best = max(
                by_sentence, key=lambda s: (len({t.key for t in by_sentence[s]} & open_keys), -s)
            )
            there = [t for t in by_sentence.pop(best) if t.key in open_keys]
            if not there:
                break
            found += there
            open_keys -= {t.key for t in there}
        return found

    def _meaning(self, claim: str, missing: Sequence[Token], here: Collection[int]) -> list[Span]:
        """Return synonyms, broader terms and near words of the claim's words that are missing."""
        marked: list[Span] = []
        for start, end, concepts in _phrases(claim):
            if any(start <= token.start < end for token in missing):
                wider = concepts | {b for c in concepts for b in lexicon().broader.get(c, ())}
                marked += [(s, e) for s, e, there in self._phrases if there & wider][:1]
        if marked:
            return marked
        for token in missing:
            word = claim[token.start : token.end].lower()
            near = [
                (_cosine(word, self.text[t.start : t.end].lower()), -t.start, t)
                for t in self._words
                if not here or self._sentence[t] in here
            ]
            best = max(near, default=None)
            if best is not None and best[0] >= ALIKE:
                marked.append((best[2].start, best[2].end))
        return marked


def says_who(word: str) -> bool:
    """Return whether a word only says whom a text is about, which gives nothing away."""
    return bare(word) in _WHO


def _verbatim(claim: str, text: str) -> Span | None:
    """Return where a claim stands in a text whole, not as part of other words."""
    start = text.find(claim) if claim else -1
    while start >= 0:
        end = start + len(claim)
        before, after = text[start - 1 : start], text[end : end + 1]
        if not any(edge.isascii() and edge.isalnum() for edge in (before, after)):
            return start, end
        start = text.find(claim, start + 1)
    return None


def segments(text: str, groups: Sequence[Sequence[Span]]) -> list[Segment]:
    """Cut a text where marked stretches begin or end; joined, the segments are the text again.

    Args:
        text: The text.
        groups: The marked stretches of each group, which may overlap those of others.
    """
    cuts = sorted({0, len(text), *(edge for group in groups for span in group for edge in span)})
    place = {cut: i for i, cut in enumerate(cuts)}
    inside: list[dict[int, None]] = [{} for _ in cuts]
    for number, group in enumerate(groups):
        for start, end in group:
            for i in range(place[start], place[end]):
                inside[i][number] = None
    pieces = (text[start:end] for start, end in itertools.pairwise(cuts))
    return [Segment(piece, tuple(own)) for piece, own in zip(pieces, inside, strict=False)]


def _phrases(text: str) -> list[tuple[int, int, frozenset[int]]]:
    """Return where the lexicon's phrases stand in a text, in characters, and what they mean."""
    words = tokens(text)
    stems: Stems = tuple(english_stem(text[t.start : t.end].lower()) for t in words)
    return [
        (words[first].start, words[last - 1].end, concepts)
        for first, last, concepts in spans(stems, lexicon())
    ]


def _merged(marked: Sequence[Span], text: str) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(marked):
        if merged and (start <= merged[-1][1] or _joined(text[merged[-1][1] : start])):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _joined(between: str) -> bool:
    return len(between) <= 2 and _JOINS.issuperset(between) and "." not in between


@functools.lru_cache(maxsize=500_000)
def _cosine(one: str, other: str) -> float:
    table = word_table()
    if one not in table.rank or other not in table.rank:
        return 0.0
    return float(table.vectors[table.rank[one]] @ table.vectors[table.rank[other]])
