"""Which claims a released record gives away, and which of its words do it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from seethrough.linkers.bm25 import BM25
from seethrough.protocols import Generator, Judge, Rating

_END = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|[\r\n]+|(?<=[。！？])")
_CLAUSE = re.compile(
    r"(?<=[,;:])\s+|\s+(?=(?:and|but|because|while|although|who|which|after|before|since|with)\s)"
)


class Part(NamedTuple):
    """A stretch of a text, in characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Leak:
    """A claim that a record's own released text gives away.

    Attributes:
        record: The place of the record.
        claim: The place of the claim among the record's claims.
        text: The claim.
        grade: 1 the same information, 2 similar.
        sentence: The sentence of the released text that supports it best by itself.
        clause: The part of that sentence that does.
    """

    record: int
    claim: int
    text: str
    grade: int
    sentence: Part
    clause: Part


class RememberingJudge:
    """Asks a judge about each pair once; rounds that change few texts then cost little."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._known: dict[tuple[str, str], Rating] = {}

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        """Return one rating per pair."""
        pairs = list(zip(claims, passages, strict=True))
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        rated = self._judge.rate([claim for claim, _ in new], [passage for _, passage in new])
        self._known.update(zip(new, rated, strict=True))
        return [self._known[pair] for pair in pairs]


def find_leaks(
    claims: Sequence[Sequence[str]],
    texts: Sequence[str],
    persons: Sequence[str],
    judge: Judge,
    rng: Generator,
) -> list[Leak]:
    """Return the claims that own records give away and the nearest other record does not.

    The adversary is one who has found the right record. A claim that the most similar record of
    somebody else tells as well sets nobody apart, so it is no leak.

    Args:
        claims: The claims of each private record.
        texts: The released text of each, in the same order.
        persons: Whom each is about.
        judge: Rates claims against texts and parts of them.
        rng: Breaks ties between records that are equally near.
    """
    asked = [
        (record, i)
        for record, own in enumerate(claims)
        if texts[record].strip()
        for i in range(len(own))
    ]
    rated = judge.rate([claims[r][i] for r, i in asked], [texts[r] for r, _ in asked])
    told = [(r, i, x.grade) for (r, i), x in zip(asked, rated, strict=True) if x.grade in (1, 2)]
    nearest = _nearest(texts, persons, rng)
    beside = judge.rate(
        [claims[r][i] for r, i, _ in told],
        ["" if (other := nearest[r]) is None else texts[other] for r, _, _ in told],
    )
    leaked = [
        (r, i, grade)
        for (r, i, grade), other in zip(told, beside, strict=True)
        if grade is not None and (other.grade is None or other.grade > grade)
    ]
    where = [(claims[r][i], texts[r]) for r, i, _ in leaked]
    sentences = _best(judge, where, [cut(text, _END) for _, text in where])
    inside = [_clauses(text, part) for (_, text), part in zip(where, sentences, strict=True)]
    parts = _best(judge, where, inside)
    return [
        Leak(r, i, claims[r][i], grade, sentence, part)
        for (r, i, grade), sentence, part in zip(leaked, sentences, parts, strict=True)
    ]


def cut(text: str, ends: re.Pattern[str], start: int = 0, stop: int | None = None) -> list[Part]:
    """Return the parts of a text between the places that ``ends`` finds; at least one."""
    stop = len(text) if stop is None else stop
    marks = [m.span() for m in ends.finditer(text, start, stop)]
    edges = [start, *(place for mark in marks for place in mark), stop]
    parts = [Part(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if text[a:b].strip()]
    return parts or [Part(start, stop)]


def _clauses(text: str, sentence: Part) -> list[Part]:
    return cut(text, _CLAUSE, sentence.start, sentence.end)


def _nearest(texts: Sequence[str], persons: Sequence[str], rng: Generator) -> list[int | None]:
    own: dict[str, list[int]] = {}
    for i, person in enumerate(persons):
        own.setdefault(person, []).append(i)
    links = BM25().link(texts, texts, [own[person] for person in persons], 1, rng)
    return [i if i >= 0 else None for i in links.indices[:, 0].tolist()] if len(texts) else []


def _best(
    judge: Judge, where: Sequence[tuple[str, str]], parts: Sequence[Sequence[Part]]
) -> list[Part]:
    """Return for each claim the part of the text that supports it best by itself."""
    pairs = [
        (claim, text[part.start : part.end])
        for (claim, text), own in zip(where, parts, strict=True)
        if len(own) > 1
        for part in own
    ]
    ratings = iter(judge.rate([claim for claim, _ in pairs], [piece for _, piece in pairs]))
    best = []
    for own in parts:
        scores = [_support(next(ratings)) for _ in own] if len(own) > 1 else [0.0]
        best.append(own[scores.index(min(scores))])
    return best


def _support(rating: Rating) -> float:
    return math.inf if rating.grade is None else rating.expected
