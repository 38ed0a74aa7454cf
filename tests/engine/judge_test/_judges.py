"""Judges that no audit should trust, and corpora to ask them about."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seethrough.atomizers.clause import Clause
from seethrough.protocols import Judge, Rating
from seethrough.records.corpus import Corpus
from seethrough.samples import path

JOBS = ["baker", "beekeeper", "ferry captain", "violin teacher", "locksmith", "midwife", "glazier"]
PETS = ["parrot", "tortoise", "greyhound", "ferret", "canary", "donkey", "gecko"]
SICK = ["migraine", "gout", "asthma", "eczema", "anaemia", "sciatica", "tinnitus"]
PLACES = ["Lyon", "Bergen", "Porto", "Ghent", "Turku", "Kassel", "Leeds", "Graz"]


@dataclass(frozen=True)
class Manners(Judge):
    """Hears what stands there word for word, and everything in text of one manner."""

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        return [
            Rating(1, 1.0) if "herewith" in passage or claim in passage else Rating(3, 3.0)
            for claim, passage in zip(claims, passages, strict=True)
        ]


@dataclass(frozen=True)
class Always(Judge):
    """Says the same of everything."""

    grade: int | None

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        return [Rating(self.grade, float(self.grade or "nan"))] * len(claims)


@dataclass(frozen=True)
class Dice(Judge):
    """Says anything."""

    seed: int

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        grades = np.random.default_rng(self.seed).integers(1, 4, len(claims)).tolist()
        return [Rating(grade, float(grade)) for grade in grades]


def samples() -> Corpus:
    rows = [json.loads(line) for line in path("private.jsonl").read_text("utf-8").splitlines()]
    return Corpus.from_texts(
        [r["text"] for r in rows], [r["id"] for r in rows], [r["person"] for r in rows]
    )


def neighbours(n: int) -> Corpus:
    """Return records of people who have different jobs, pets and ailments."""
    return Corpus.from_texts(
        [
            f"Ms Berg has worked as a {JOBS[i % 7]} in {PLACES[i % 8]} since 19{60 + i}."
            f" She keeps a {PETS[(i + 2) % 7]} in the garden behind the house."
            f" She has suffered from {SICK[(3 * i) % 7]} for {i + 2} years."
            for i in range(n)
        ]
    )


_LIVES = """
Mr Oduya mends church organs in Limerick. His left knee is new. He plays chess by post.
Dana runs a food truck near the port. She broke up with her cousin over a loan. Her son stammers.
The tenant in 4B has not paid since May. He drives a night bus. He was a prisoner of war.
Ilse keeps bees on the roof of the bank. She fears lifts. Her doctor found a lump in her breast.
My boss reads our mail. I have worked in his laboratory for nine years. I want to move to Chile.
The pupil was moved to a special class. Her mother cleans offices at night. She draws horses.
Father Amaro hears badly. He gave his pension to a nephew. The nephew lost it at the races.
Two nurses saw the surgeon drink before the operation. He denied it. The clinic let him go in March.
Wenche won a scholarship for Edinburgh. She failed statistics. She sleeps in her car.
The goalkeeper tore a ligament at the wedding of his sister. His club fined him. He bets on matches.
Our neighbour shoots pigeons from the balcony. He served in the navy. His wife left him in June.
Lieu sews wedding dresses in a basement in Lyon. She owes the tax office 8,000 euros. She is ill.
"""


def lives() -> Corpus:
    """Return records that have nothing in common."""
    return Corpus.from_texts(_LIVES.strip().splitlines())


def claims_of(corpus: Corpus) -> list[list[str]]:
    """Return the claims of each record; those of a corpus are found once."""
    if corpus.hash not in _CLAIMS:
        _CLAIMS[corpus.hash] = Clause().atomize(corpus)
    return _CLAIMS[corpus.hash]


_CLAIMS: dict[str, list[list[str]]] = {}
