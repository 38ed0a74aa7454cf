"""Which claims a released record discloses, and by which words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from seethrough.contracts.ratings import ratings_of
from seethrough.evidence.grade import leaked
from seethrough.linkers.bm25 import BM25
from seethrough.progress import tell
from seethrough.protocols import Generator, Judge, Rating
from seethrough.text.details import content

_END = re.compile(r"(?<=[.!?…])(?<!\[…)[\"'”’)\]]*\s+|[\r\n]+|(?<=[。！？])")
_CLAUSE = re.compile(
    r"(?:(?<=[,;:])|(?<=\[…\]))\s+|\s+(?=(?:and|but|because|while|although|who|which|after|before|since|with)\s)"
)

CHUNK = 100
"""About how many claims are rated between two progress reports."""


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
    """

    record: int
    claim: int
    text: str
    grade: int


@dataclass(frozen=True, slots=True)
class Trace:
    """Where a claim leaks.

    Attributes:
        leak: The claim.
        sentence: The sentence of the released text that supports it best by itself.
        clause: The part of that sentence that does.
    """

    leak: Leak
    sentence: Part
    clause: Part


@dataclass(eq=False)
class RememberingJudge(Judge):
    """Asks a judge about each pair once; rounds that change few texts then cost little.

    It has no ``agreement``, so that a round's figures are what the judge itself said, corrected for
    nothing: they steer, and do not vouch.

    Attributes:
        judge: The judge that is asked.
    """

    judge: Judge

    def __post_init__(self) -> None:
        self._known: dict[tuple[str, str], Rating] = {}

    @property
    def unjudged(self) -> tuple[int, int]:
        """How many pairs it could not judge, and how many it was asked about."""
        return sum(r.grade is None for r in self._known.values()), len(self._known)

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        """Return one rating per pair."""
        pairs = list(zip(claims, passages, strict=True))
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        done = 0
        for some in _chunks(new):
            rated = ratings_of(self.judge, [c for c, _ in some], [text for _, text in some])
            self._known.update(zip(some, rated, strict=True))
            done += len(some)
            tell("repair: claims rated", done, len(new))
        return [self._known[pair] for pair in pairs]


def _chunks(pairs: Sequence[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Yield the pairs in parts of about ``CHUNK``; neighbours with one passage stay together."""
    some: list[tuple[str, str]] = []
    for pair in pairs:
        if len(some) >= CHUNK and pair[1] != some[-1][1]:
            yield some
            some = []
        some.append(pair)
    if some:
        yield some


def find_leaks(
    claims: Sequence[Sequence[str]],
    texts: Sequence[str],
    persons: Sequence[str],
    judge: Judge,
    rng: Generator,
) -> list[Leak]:
    """Return the claims that own records give away and the nearest records of others do not.

    The adversary is one who has found the right record. A claim that the most similar records of
    two other people disclose, too, distinguishes nobody, so it is no leak. One other person is not
    enough: the records of two people may be copies, as of somebody who is there under two names.

    Args:
        claims: The claims of each private record.
        texts: The released text of each, in the same order.
        persons: The person of each.
        judge: Rates claims against texts.
        rng: Breaks ties between records that are equally near.
    """
    asked = [
        (record, i)
        for record, own in enumerate(claims)
        if texts[record].strip()
        for i in range(len(own))
    ]
    rated = judge.rate([claims[r][i] for r, i in asked], [texts[r] for r, _ in asked])
    found = [
        Leak(r, i, claims[r][i], x.grade)
        for (r, i), x in zip(asked, rated, strict=True)
        if leaked(x.grade)
    ]
    shared = set(found)
    for nearest in _nearest(texts, persons, rng):
        left = [leak for leak in found if leak in shared]
        passages = [
            "" if (other := nearest[leak.record]) is None else texts[other] for leak in left
        ]
        elsewhere = judge.rate([leak.text for leak in left], passages)
        shared = {
            leak
            for leak, other in zip(left, elsewhere, strict=True)
            if other.grade is not None and other.grade <= leak.grade
        }
    return [leak for leak in found if leak not in shared]


def worst_records(leaks: Sequence[Leak], share: float) -> list[int]:
    """Return the records that leak most: exact claims count double; of equals the first.

    Args:
        leaks: What leaks.
        share: Which share of the leaking records, rounded up.
    """
    weight: Counter[int] = Counter()
    for leak in leaks:
        weight[leak.record] += 3 - leak.grade
    ranked = sorted(weight, key=lambda record: (-weight[record], record))
    return sorted(ranked[: math.ceil(share * len(ranked))])


def over_limit(leaks: Sequence[Leak], claims: Sequence[Sequence[str]], limit: float) -> int:
    """Return how many records give away a larger share of their own claims than the limit."""
    found = Counter(leak.record for leak in leaks)
    return sum(count > limit * len(claims[record]) for record, count in found.items())


def trace(leaks: Sequence[Leak], texts: Sequence[str], judge: Judge) -> list[Trace]:
    """Return the sentence and the clause that disclose each leaked claim.

    It is the part that shares most words with the claim, a word that few parts have counting for
    more. Where parts share as many, or none shares any, it is the one that supports the claim best
    by itself.

    Args:
        leaks: What leaks.
        texts: The released text of each record.
        judge: Rates claims against parts of the texts.
    """
    sentences = _best(judge, leaks, texts, [cut(texts[leak.record], _END) for leak in leaks])
    clauses = [
        cut(texts[leak.record], _CLAUSE, part.start, part.end)
        for leak, part in zip(leaks, sentences, strict=True)
    ]
    parts = _best(judge, leaks, texts, clauses)
    return [Trace(*found) for found in zip(leaks, sentences, parts, strict=True)]


def cut(text: str, ends: re.Pattern[str], start: int = 0, stop: int | None = None) -> list[Part]:
    """Return the parts of a text between the places that ``ends`` finds; at least one."""
    stop = len(text) if stop is None else stop
    marks = [m.span() for m in ends.finditer(text, start, stop)]
    edges = [start, *(place for mark in marks for place in mark), stop]
    parts = [Part(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if text[a:b].strip()]
    return parts or [Part(start, stop)]


def _nearest(
    texts: Sequence[str], persons: Sequence[str], rng: Generator
) -> Iterator[list[int | None]]:
    """Yield for each record the nearest one of another person, then that of a third person."""
    own: dict[str, list[int]] = {}
    for i, person in enumerate(persons):
        own.setdefault(person, []).append(i)
    left_out = [own[person] for person in persons]
    for _ in range(2 if len(texts) else 0):
        links = BM25().link(texts, texts, left_out, 1, rng)
        nearest = [i if i >= 0 else None for i in links.indices[:, 0].tolist()]
        yield nearest
        left_out = [
            [*before, *(() if i is None else own[persons[i]])]
            for before, i in zip(left_out, nearest, strict=True)
        ]


def _best(
    judge: Judge, leaks: Sequence[Leak], texts: Sequence[str], parts: Sequence[Sequence[Part]]
) -> list[Part]:
    """Return for each leak the part of its record's text that discloses it."""
    likely = [
        _most_shared(leak.text, texts[leak.record], own)
        for leak, own in zip(leaks, parts, strict=True)
    ]
    pairs = [
        (leak.text, texts[leak.record][part.start : part.end])
        for leak, own in zip(leaks, likely, strict=True)
        if len(own) > 1
        for part in own
    ]
    ratings = iter(judge.rate([claim for claim, _ in pairs], [piece for _, piece in pairs]))
    best = []
    for own in likely:
        scores = [_support(next(ratings)) for _ in own] if len(own) > 1 else [0.0]
        best.append(own[scores.index(min(scores))])
    return best


def _most_shared(claim: str, text: str, parts: Sequence[Part]) -> Sequence[Part]:
    """Return the parts that share most words with a claim: one, or several where they tie."""
    if len(parts) < 2:
        return parts
    said = {token.key for token in content(claim)}
    words = [{token.key for token in content(text[p.start : p.end])} & said for p in parts]
    having = Counter(key for shared in words for key in shared)
    weights = [round(sum(1 / having[key] for key in shared), 9) for shared in words]
    return [p for p, weight in zip(parts, weights, strict=True) if weight == max(weights)]


def _support(rating: Rating) -> float:
    return math.inf if rating.grade is None else rating.expected
