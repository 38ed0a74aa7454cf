# ruff: noqa: D103, T201
"""More sheets from rated texts: claims that rules deny or change, beside passages that hold them.

    python altering.py OUT.jsonl RATINGS.jsonl [RATINGS.jsonl ...]

For each text: its claims (1), some denied (3) or changed (3 where little else is said, else 2),
beside the text itself and beside its paraphrase; and its claims as they are beside a passage that
is made of them, in which some are denied or changed.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from seethrough.judge_test.negation import negate

SEED = 7
LITTLE = 6
"""The most content words of a claim that says little beside what is changed."""
SMALL = 3
"""The fewest letters of a content word."""

SWAPS = [
    ("left", "right"), ("mother", "father"), ("brother", "sister"), ("son", "daughter"),
    ("wife", "husband"), ("aunt", "uncle"), ("he", "she"), ("his", "her"), ("man", "woman"),
    ("boy", "girl"), ("increased", "decreased"), ("higher", "lower"), ("before", "after"),
    ("more", "less"), ("up", "down"), ("upper", "lower"), ("accepted", "refused"), ("won", "lost"),
    ("bought", "sold"), ("morning", "evening"), ("monday", "thursday"), ("friday", "tuesday"),
    ("january", "october"), ("march", "june"), ("improved", "worsened"), ("married", "divorced"),
    ("good", "bad"), ("best", "worst"), ("old", "new"), ("always", "never"), ("hot", "cold"),
    ("daily", "weekly"), ("days", "weeks"), ("weeks", "months"), ("months", "years"),
    ("two", "five"), ("three", "six"), ("four", "nine"), ("first", "third"), ("north", "south"),
    ("east", "west"), ("arm", "leg"), ("knee", "shoulder"), ("liked", "hated"), ("love", "hate"),
    ("open", "closed"), ("early", "late"), ("long", "short"), ("large", "small"),
]  # fmt: skip
_OTHER = {a: b for pair in SWAPS for a, b in (pair, pair[::-1])}
_WORD = re.compile(r"[A-Za-z]+|\d+(?:[.,]\d+)*")

Row = dict[str, Any]


def changed(claim: str, rng: random.Random) -> str | None:
    """Return a claim with one number or one word made another, or None where rules find none."""
    places = [
        m for m in _WORD.finditer(claim) if m.group()[0].isdigit() or m.group().lower() in _OTHER
    ]
    if not places:
        return None
    chosen = rng.choice(places)
    return claim[: chosen.start()] + _another(chosen.group(), rng) + claim[chosen.end() :]


def _another(word: str, rng: random.Random) -> str:
    if word[0].isdigit():
        digits = list(word)
        places = [i for i, d in enumerate(digits) if d.isdigit()]
        at = rng.choice(places[:2])
        digits[at] = rng.choice([d for d in "123456789" if d != digits[at]])
        return "".join(digits)
    other = _OTHER[word.lower()]
    return other.capitalize() if word[0].isupper() else other


def grade_of_change(claim: str) -> int:
    words = [w for w in _WORD.findall(claim) if len(w) >= SMALL]
    return 3 if len(words) <= LITTLE else 2


def sheets(row: Row, rng: random.Random) -> Iterator[Row]:
    sure = [
        claim for claim, grade in zip(row["claims"], row["ratings"]["paraphrased"], strict=True)
        if grade == "1"
    ]  # fmt: skip
    if not sure:
        return
    denied = negate(sure)
    asked: list[tuple[str, int]] = []
    said: list[str] = []
    beside: list[tuple[str, int]] = []
    for claim, no in zip(sure, denied, strict=True):
        other = changed(claim, rng)
        ways = [(no, 3), (other, grade_of_change(claim))]
        known = [(text, grade) for text, grade in ways if text is not None]
        draw = rng.random()
        if known and draw < 0.6:
            text, grade = rng.choice(known)
            asked.append((text, grade))
            said.append(text)
            beside.append((claim, grade))
        else:
            asked.append((claim, 1))
            said.append(claim)
            beside.append((claim, 1))
    for passage, pairs in (
        (row["text"], asked), (row["passages"]["paraphrased"], asked), (" ".join(said), beside),
    ):  # fmt: skip
        yield {"text": row["id"], "passage": passage, "claims": [c for c, _ in pairs],
               "grades": [g for _, g in pairs]}  # fmt: skip


def main() -> None:
    rng = random.Random(SEED)
    count = 0
    with Path(sys.argv[1]).open("w", encoding="utf-8") as out:
        for name in sys.argv[2:]:
            with Path(name).open(encoding="utf-8") as file:
                for row in map(json.loads, file):
                    if row["weights"]:
                        for sheet in sheets(row, rng):
                            out.write(json.dumps(sheet, ensure_ascii=False) + "\n")
                            count += len(sheet["claims"])
    print(count, "claims")


if __name__ == "__main__":
    main()
