"""Pairs where a passage gives a part of what a claim says: redacted values, compound claims."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import real

SAME, SIMILAR, UNSUPPORTED = 1, 2, 3
_VALUE = re.compile(
    r"\b(?:(?:past|last) )?\d[\d.,]*(?:[ -](?:years?|months?|weeks?|days?|hours?|minutes?|mg|kg|"
    r"cm|mL|times)\b)?(?:-old\b| ago\b| old\b)?"
)
_BARE_VALUE = re.compile(r"\b(?:is|was|of|are|:) [\d.,]+\s?\S*\.?$")
_STYLES: tuple[Callable[[random.Random, str], str], ...] = (
    lambda rng, text: "*" * len(text),
    lambda rng, text: "***",
    lambda rng, text: rng.choice(("[REDACTED]", "[DATE]", "<QUANTITY>", "[NUMBER]", "XXX")),
    lambda rng, text: "",
)
_NOUNS = (("man", "woman"), ("woman", "man"), ("male", "female"), ("female", "male"))
_WHY = (
    "comes to the physician because of a rash.", "is brought to the clinic by a neighbour.",
    "presents with back pain.", "is seen for a routine visit.", "calls about a bill.",
)  # fmt: skip


def redacted(rng: random.Random, documents: list[list[str]]) -> Iterator[tuple[str, str, int, str]]:
    """Yield pairs whose passage hides all numbers: claims with one keep a part of their support.

    A claim that gives nothing but a measured value is left out: people differ on it.
    """
    for sentences in documents:
        hide = rng.choice(_STYLES)
        text = _VALUE.sub(lambda m: hide(rng, m.group()), " ".join(sentences))  # noqa: B023
        for sentence in rng.sample(sentences, min(2, len(sentences))):
            claim = real.claim_of(rng, sentence)
            hidden = len(" ".join(_VALUE.findall(claim)).split())
            if not hidden and rng.random() < 0.3:
                yield claim, text, SAME, "redacted/elsewhere"
            elif hidden and not _BARE_VALUE.search(claim) and len(claim.split()) >= 6 + hidden:
                yield claim, text, SIMILAR, "redacted/value"


def people(rng: random.Random) -> Iterator[tuple[str, str, int, str]]:
    """Yield claims of an age and a sex together, of which a passage gives both, one or none."""
    age, (noun, wrong) = rng.randint(18, 93), rng.choice(_NOUNS)
    article = "an" if str(age)[0] == "8" or age == 18 else "a"
    claim = f"The patient is {article} {age}-year-old {noun}."
    other = (age + rng.randint(8, 40)) % 90 + 3
    hide = rng.choice(_STYLES)(rng, f"{age}-year-old")
    why = rng.choice(_WHY)
    for text, grade in (
        (f"A {age}-year-old {noun} {why}", SAME),
        (f"This {noun}, {age} years old, {why}", SAME),
        (f"A {hide} {noun} {why}", SIMILAR),
        (f"The {noun} {why}", SIMILAR),
        (f"A {age}-year-old patient {why}", SIMILAR),
        (f"A patient {why}", UNSUPPORTED),
        (f"A {hide} {wrong} {why}", UNSUPPORTED),
        (f"A {other}-year-old {wrong} {why}", UNSUPPORTED),
    ):
        if rng.random() < 0.4:
            yield claim, text, grade, "people"


def compound(rng: random.Random, documents: list[list[str]]) -> Iterator[tuple[str, str, int, str]]:
    """Yield claims that join two facts, of which a passage gives both, one or none."""
    for sentences in documents:
        told = [real.claim_of(rng, s) for s in sentences]
        places = [i for i, c in enumerate(told) if c.startswith("The patient ") and len(c) < 90]
        if len(places) < 2:
            continue
        first, second = rng.sample(places, 2)
        claim = f"{told[first].rstrip('.')} and {told[second][len('The patient ') :]}"
        for gone, grade in (((), SAME), ((first,), SIMILAR), ((second,), SIMILAR),
                            ((first, second), UNSUPPORTED)):  # fmt: skip
            left = [s for i, s in enumerate(sentences) if i not in gone]
            if left and rng.random() < 0.5:
                yield claim, " ".join(left), grade, f"compound/{2 - len(gone)}"


def pairs(rng: random.Random, data: Path, rounds: int) -> Iterator[tuple[str, str, int, str]]:
    """Yield (claim, passage, grade, kind)."""
    documents = list(real.documents(data))
    for _ in range(rounds):
        yield from redacted(rng, documents)
        yield from compound(rng, documents)
        for _ in range(len(documents) // 4):
            yield from people(rng)
