"""Ratings by people, and claims to rate."""

from __future__ import annotations

import contextlib

from fuzzing.checks import answered, file_of
from seethrough.agreement.pairs_to_rate import Pair, read_pairs
from seethrough.agreement.rating_file import RatingFile
from seethrough.agreement.ratings import read_ratings

SLOW = True
SEEDS = (
    b'{"claim": "She has goats.", "passage": "A beekeeper.", "ratings": [1, 2, 2], "kind": "kept",'
    b' "pair": "a|b", "raters": {"Ann": 1}, "set": "s"}\n',
    b'{"id": "t", "claims": ["She has goats.", "She is 61."], "passages": {"kept": "Goats."},'
    b' "ratings": {"kept": "1x"}}\n',
    b'{"schema": 2, "findings": [{"person": "p", "records": [{"passage": "Goats.", "claims":'
    b' [{"claim": "She has goats.", "grade": 1}]}]}]}',
)
WORDS = (
    b'"claims"',
    b'"passages"',
    b'"ratings"',
    b'"raters"',
    b'"known"',
    b'"records"',
    b'"findings"',
    b'"123x"',
)


def check(content: bytes) -> None:
    for name in ("input.jsonl", "input.json"):
        file = file_of(content, name)
        with answered():
            assert read_pairs(file)
    with answered(), contextlib.closing(RatingFile(file)) as kept:
        kept.rate("Ann", Pair("She has goats.", "Goats."), 1)
        assert kept.given("Ann")
    with answered():
        ratings = read_ratings(file)
        assert len(ratings.modes) == len(ratings)
