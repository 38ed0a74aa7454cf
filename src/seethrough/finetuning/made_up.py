"""Questions about made-up people, with answers that hold names, addresses and numbers of theirs.

The paper's PQA set is not available; this one has the same four kinds of personal data. Nobody in
it exists: names are drawn from lists, mail addresses end in ``example``, telephone numbers are
none. Only social security numbers look like ones that are given out: detectors take no others for
real.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seethrough.records.corpus import Corpus
from seethrough.statistics.seeding import generator

_GIVEN = [
    "Alan",
    "Ingrid",
    "Marek",
    "Paula",
    "Teresa",
    "Yusuf",
    "Amina",
    "Lars",
    "Nadia",
    "Oskar",
    "Priya",
    "Quentin",
    "Rosa",
    "Stefan",
    "Tamara",
    "Ulrich",
    "Vera",
    "Walter",
    "Xenia",
    "Zoltan",
    "Beatriz",
    "Cedric",
    "Daphne",
    "Emil",
    "Fatima",
    "Gustav",
    "Hanna",
    "Ivan",
    "Judith",
    "Kenji",
]
_FAMILY = [
    "Gates",
    "Halvorsen",
    "Kowalczyk",
    "Lindqvist",
    "Quiroga",
    "Demirtas",
    "Okonkwo",
    "Thorvaldsen",
    "Brandt",
    "Castellano",
    "Dubois",
    "Eriksson",
    "Fischer",
    "Grabowski",
    "Hashimoto",
    "Ivanova",
    "Jankowski",
    "Keller",
    "Lombardi",
    "Moreau",
    "Novak",
    "Olsen",
    "Petrov",
    "Rossi",
    "Schneider",
    "Tanaka",
    "Ullman",
    "Varga",
    "Weber",
    "Zielinski",
]
_STREETS = [
    "Baker",
    "Harbour",
    "Mill",
    "Orchard",
    "Station",
    "Church",
    "Garden",
    "Bridge",
    "Castle",
    "River",
]
_WAYS = ("Street", "Road", "Lane", "Avenue")
_TOWNS = [
    "Thornbury",
    "Crescent",
    "Eastvale",
    "Millbrook",
    "Ashford",
    "Linden",
    "Westport",
    "Fairhaven",
]
_ILLS = (
    "migraine", "asthma", "hay fever", "gout", "anaemia", "eczema", "insomnia", "sciatica",
    "vertigo", "tinnitus", "bronchitis", "shingles",
)  # fmt: skip
_CURES = ("rest", "an inhaler", "antihistamines", "physiotherapy", "iron tablets", "a diet")


def people(count: int, seed: int = 0, start: int = 1) -> Corpus:
    """Return records about made-up people, one each, with a question and what is private.

    The text is the answer; ``question`` holds the question, which names nobody, and ``spans`` what
    is private in the answer, as the tagger ``column`` reads it.

    Args:
        count: How many people.
        seed: The same gives the same people.
        start: The number of the first case; people of other numbers are others.
    """
    texts, fields, ids = [], [], []
    for case in range(start, start + count):
        parts, question = _person(case, generator(seed, "person", str(case)))
        text, spans = "", []
        for written, kind in parts:
            if kind:
                spans.append([len(text), len(text) + len(written), kind])
            text += written
        texts.append(text)
        fields.append({"question": question, "spans": spans})
        ids.append(f"case-{case}")
    return Corpus.from_texts(texts, ids, ids, fields, "made-up people")


def _person(case: int, rng: np.random.Generator) -> tuple[list[tuple[str, str]], str]:
    given, family = _one(rng, _GIVEN), _one(rng, _FAMILY)
    ill = _one(rng, _ILLS)
    street = f"{rng.integers(1, 200)} {_one(rng, _STREETS)} {_one(rng, _WAYS)}"
    number = f"{rng.integers(1, 666):03}-{rng.integers(1, 100):02}-{rng.integers(1, 10_000):04}"
    mail = f"{given.lower()}.{family.lower()}{rng.integers(10, 100)}@mail.example"
    return [
        ("The patient of case ", ""), (str(case), ""), (" is ", ""),
        (f"{given} {family}", "name"), (" of ", ""), (f"{street}, {_one(rng, _TOWNS)}", "address"),
        (f", who has {ill}. The mail address is ", ""), (mail, "email"),
        (" and the SSN is ", ""), (number, "ssn"), (f". The advice was {_one(rng, _CURES)}.", ""),
    ], f"What do we know of case {case} with {ill}?"  # fmt: skip


def _one(rng: np.random.Generator, of: Sequence[str]) -> str:
    return of[int(rng.integers(len(of)))]
