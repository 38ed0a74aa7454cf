"""Texts cut into claims by their grammar."""

from __future__ import annotations

from fuzzing.checks import record_of
from seethrough.atomizers.clause import _atomize

SLOW = True
LONGEST = 400
SEEDS = (
    b"She, a beekeeper who lives in Oslo, keeps ninety hives and sells honey; her son helps.",
    b"Patient is a 61 y/o F with h/o asthma, denies fever. Meds: aspirin, insulin.",
    b"User: My wife left me because I drink.\nAssistant: I am sorry to hear that.",
    b"Although it rained, he said that they had not gone, which surprised nobody.",
)
WORDS = (
    b" and ",
    b", who ",
    b" that ",
    b" because ",
    b"; ",
    b" not ",
    b"(",
    b") ",
    b' "',
    b" her ",
    b"- ",
)


def check(content: bytes) -> None:
    (claims,) = _atomize([record_of(content)])
    assert all(claim.strip() for claim in claims)
