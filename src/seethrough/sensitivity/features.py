"""What the classifier sees of a claim: its own words and signs, those around it, and its record."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.sensitivity import contacts, names, topics
from seethrough.text.sentences import units
from seethrough.text.word_table import DIMENSIONS, weight, word_table

Vector = npt.NDArray[np.float32]

_SHAPES: tuple[tuple[str, str], ...] = (
    ("asks", r"^The (?:writer|user) asks: "),
    ("asks to", r"^The (?:writer|user) asks to "),
    ("question", r"\?"),
    ("exclaims", r"!"),
    ("trails", r"\.\.\.|…"),
    ("patient first", r"^(?:The |This )?[Pp]atient"),
    ("self first", r"^The (?:writer|user|applicant)\b(?!'s)"),
    ("self's first", r"^The (?:writer|user|applicant)'s"),
    ("he first", r"^(?:He|She|His|Her)\b"),
    ("they first", r"^(?:They|Their|We|Our)\b"),
    ("it first", r"^(?:It|This|That|There|These|Those)\b"),
    ("you first", r"^(?:You|Your|If you)\b"),
    ("self", r"\b[Tt]he (?:writer|user|applicant)\b"),
    ("self's", r"\b[Tt]he (?:writer|user|applicant)'s"),
    ("he", r"\b[Hh](?:e|is|im)\b"),
    ("she", r"\b(?:[Ss]he|[Hh]ers?)\b"),
    ("they", r"\b[Tt]he(?:y|ir|m)\b"),
    ("you", r"\b[Yy]ou(?:r|rs)?\b"),
    ("not", r"\b(?:not|no|never|none|nobody|nothing|denies|without)\b|n't\b"),
    ("modal", r"\b(?:will|would|can|could|should|may|might|must|wants?|hopes?)\b"),
    ("past", r"\b(?:was|were|had|did|\w{3,}ed)\b"),
    ("lower first", r"^[a-z]"),
    ("quoted", r"[\"“”‘]|(?<!\w)'"),
    ("heading", r"^[A-Z][\w ]{1,30}: "),
    ("is", r"^\S+(?: \S+){0,4} (?:is|are|was|'s) \S+(?: \S+){0,3}\.$"),
    ("lives", r"\b(?:lives?|lived|living|moved|grew up|based|from|born) (?:in|to|from|at|near)?\b"),
    (
        "works",
        r"\bwork(?:s|ed|ing)? (?:as|at|for|in|with)\b|\b(?:is|was|as|am) an? [\w -]+"
        r"(?:er|or|ist|ian|ant|man|woman|eer|student|chef|nurse|clerk|pilot)\b",
    ),
    ("hospital code", r"\b(?:[A-Z]{2,5}|w/|s/p|h/o|c/o|b/l)\b"),
)  # fmt: skip
_RECORD: tuple[tuple[str, str], ...] = (
    ("i", r"\bI\b|\bi\b|\b(?:i'm|im|ive|i've)\b"),
    ("my", r"\b[Mm]y\b"),
    ("we", r"\b(?:[Ww]e|[Oo]ur|us)\b"),
    ("you", r"\b[Yy]ou(?:r|rs)?\b"),
    ("he", r"\b[Hh](?:e|is|im)\b"),
    ("she", r"\b(?:[Ss]he|[Hh]ers?)\b"),
    ("patient", r"\b[Pp]atient"),
    ("question", r"\?"),
    ("exclaims", r"!"),
    ("year-old", r"\b\d{1,3}[- ](?:year|month|week|day)s?[- ]old"),
    ("greets", r"\b(?:Dear|Hi|Hello|Hey|Regards|Sincerely|Thanks|Yours|Cheers)\b"),
    ("digit", r"\d"),
    ("capital", r"(?<=[a-z,] )[A-Z][a-z]"),
    ("dots", r"\.\.\."),
    ("quote", r"[\"“”]"),
    ("bullet", r"(?m)^[^\S\n]*(?:[-*•]|\d+[.)])\s"),
    ("mark", r"[<>{}\[\]=_|]"),
    ("named label", r"(?:^|[.?!] )[A-Z][a-z]+: "),
)
_SHAPE = tuple(re.compile(pattern) for _, pattern in _SHAPES)
_RECORDS = tuple(re.compile(pattern) for _, pattern in _RECORD)
_LENGTHS = ("words", "short", "long", "place", "located")
EMPTY = np.zeros(DIMENSIONS, dtype=np.float32)
FREQUENT = 100
"""A stem of more sentences than these does not tell where a claim was cut from."""


class Part(NamedTuple):
    """A sentence or a claim as the features see it.

    Attributes:
        words: As written.
        stems: Stems.
        topics: (t,) how often it speaks of each topic.
        vector: (64,) the mean of its words' vectors.
    """

    words: list[str]
    stems: list[str]
    topics: Vector
    vector: Vector


class Context(NamedTuple):
    """A record as the features see it.

    Attributes:
        parts: Its sentences.
        known: Names of people that it introduces, in lower case.
        summary: What is the same for all its claims.
        sentences: The sentences that each stem stands in.
    """

    parts: list[Part]
    known: frozenset[str]
    summary: Vector
    sentences: dict[str, list[int]]


@functools.lru_cache(maxsize=65_536)
def _vector(word: str) -> Vector | None:
    table = word_table()
    row = table.rank.get(word)
    return None if row is None or row < 40 else table.vectors[row] * weight(word)


def part(text: str) -> Part:
    """Read a sentence or a claim."""
    words = topics.tokens(text)
    stems = topics.stems(words)
    lexicon = topics.topics()
    count = topics.counted(stems, lexicon)
    rows = [v for w in words if (v := _vector(names.bare(w))) is not None]
    mean = np.add.reduce(rows, axis=0) / np.float32(len(rows)) if rows else EMPTY
    return Part(words, stems, count, mean)


@functools.lru_cache(maxsize=512)
def context(text: str) -> Context:
    """Read a record."""
    parts = [part(unit.text) for unit in units(text)]
    rank = word_table().rank
    words = [w for p in parts for w in p.words]
    starts: set[int] = set()
    place = 0
    sentences: dict[str, list[int]] = {}
    for number, p in enumerate(parts):
        starts.add(place)
        place += len(p.words)
        for s in dict.fromkeys(p.stems):
            sentences.setdefault(s, []).append(number)
    known = frozenset(names.bare(words[i]) for i in names.likely(words, frozenset(starts), rank))
    size = max(1, len(words))
    counts = [len(pattern.findall(text)) / size for pattern in _RECORDS]
    shares = (
        np.mean([p.topics > 0 for p in parts], axis=0)
        if parts
        else np.zeros(len(topics.subjects()))
    )
    vector = np.mean([p.vector for p in parts], axis=0) if parts else EMPTY
    more = [math.log(size + 1) / 5, len(known) / 3 if len(known) < 9 else 3.0, float(bool(known))]
    summary = np.concatenate([np.sqrt(counts), more, shares, vector]).astype(np.float32)
    return Context(parts, known, summary, sentences)


def located(claim: Part, record: Context) -> int:
    """Return the sentence that a claim was cut from, or -1 where none shares enough words."""
    votes: dict[int, float] = {}
    total = 0.0
    for s in dict.fromkeys(claim.stems):
        places = record.sentences.get(s, ())
        value = 1.0 / (1 + len(places))
        total += value
        for number in places if len(places) <= FREQUENT else ():
            votes[number] = votes.get(number, 0.0) + value
    if not votes:
        return -1
    best = max(votes, key=lambda number: (votes[number], -number))
    return best if votes[best] >= 0.3 * total else -1


def names_of() -> list[str]:
    """Return the names of the dense features, in order."""
    subjects = topics.subjects()
    vector = [str(i) for i in range(DIMENSIONS)]
    record = [name for name, _ in _RECORD] + ["size", "people", "any people"]
    return [
        *(f"pattern {n}" for n in contacts.SEEN),
        *(f"name {n}" for n in names.KINDS),
        *(f"shape {n}" for n, _ in _SHAPES),
        *(f"shape {n}" for n in _LENGTHS),
        *(f"topic {n}" for n in subjects),
        *(f"source topic {n}" for n in subjects),
        *(f"near topic {n}" for n in subjects),
        *(f"vector {n}" for n in vector),
        *(f"source vector {n}" for n in vector),
        *(f"near vector {n}" for n in vector),
        *(f"record {n}" for n in record),
        *(f"record topic {n}" for n in subjects),
        *(f"record vector {n}" for n in vector),
    ]


def dense(claim: str, record: str) -> tuple[Vector, list[str]]:
    """Return the dense features of a claim, and its stems.

    Args:
        claim: The claim.
        record: The text that it was cut from.
    """
    own = part(claim)
    about = context(record)
    place = located(own, about)
    none = np.zeros_like(own.topics)
    source, near = (about.parts[place] if place >= 0 else None), []
    if place >= 0:
        near = [about.parts[i] for i in (place - 1, place + 1) if 0 <= i < len(about.parts)]
    size = len(own.words)
    last = max(1, len(about.parts) - 1)
    lengths = [
        math.log(size + 1) / 3,
        float(size <= 3),
        float(size > 25),
        place / last if place >= 0 else 0.5,
        float(place >= 0),
    ]
    pieces: list[Any] = [
        contacts.found(claim),
        names.signs(claim, own.words, about.known, word_table().rank),
        [float(p.search(claim) is not None) for p in _SHAPE],
        lengths,
        np.minimum(own.topics, 2),
        np.minimum(source.topics, 2) if source else none,
        np.mean([np.minimum(p.topics, 2) for p in near], axis=0) if near else none,
        own.vector,
        source.vector if source else EMPTY,
        np.mean([p.vector for p in near], axis=0) if near else EMPTY,
        about.summary,
    ]
    return np.concatenate(pieces).astype(np.float32), own.stems


def table(claims: Sequence[str], records: Sequence[str]) -> tuple[Vector, list[list[str]]]:
    """Return the (n, d) dense features of claims, and the stems of each."""
    rows = [dense(c, r) for c, r in zip(claims, records, strict=True)]
    if not rows:
        return np.zeros((0, len(names_of())), dtype=np.float32), []
    return np.stack([row for row, _ in rows]), [stems for _, stems in rows]
