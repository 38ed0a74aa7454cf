"""Generators that depend on a seed and a purpose alone; the numbers are this code's own.

They are written down so that a change of them, which would change every report of a seed, is seen.
"""

from __future__ import annotations

import hashlib

import numpy as np

from seethrough.statistics import seeding

SECRET = bytes(range(32))


def first(rng: np.random.Generator) -> int:
    return int(rng.integers(2**32))


def wide(entropy: bytes) -> int:
    words = np.frombuffer(entropy, dtype="<u4").tolist()
    return first(np.random.Generator(np.random.PCG64(np.random.SeedSequence(words, pool_size=8))))


def test_a_seed_and_a_purpose_give_one_stream() -> None:
    digest = hashlib.sha256(b"knowledge\x1fr7").digest()
    words = np.frombuffer(digest[:16], dtype="<u4").tolist()
    plain = np.random.Generator(np.random.PCG64([5, *words]))
    assert first(seeding.generator(5, "knowledge", "r7")) == first(plain)
    others = [(5, "knowledger7"), (5, "knowledge", "r8"), (6, "knowledge", "r7")]
    drawn = {first(seeding.generator(seed, *purpose)) for seed, *purpose in others}
    assert len(drawn | {first(seeding.generator(5, "knowledge", "r7"))}) == 4
    assert first(seeding.generator(1, "\ud800")) == first(seeding.generator(1, "\ud800"))


def test_a_secret_gives_all_of_its_bits() -> None:
    made = seeding.secret_generator(SECRET, "sanitize", "key")
    assert first(made) == wide(hashlib.sha256(SECRET + b"sanitize\x1fkey").digest())
    flipped = bytes([*SECRET[:31], SECRET[31] ^ 1])
    assert first(seeding.secret_generator(flipped, "sanitize", "key")) != first(
        seeding.secret_generator(SECRET, "sanitize", "key")
    )
    assert first(seeding.secret_generator(SECRET, "\ud800")) == wide(
        hashlib.sha256(SECRET + "\ud800".encode(errors="surrogatepass")).digest()
    )


def test_a_release_is_drawn_by_seed_or_by_secret() -> None:
    by_seed = first(seeding.of_release(3, "scrub"))
    assert by_seed == first(seeding.generator(3, "sanitize", "scrub"))
    by_secret = first(seeding.of_release(SECRET, "scrub"))
    assert by_secret == first(seeding.secret_generator(SECRET, "sanitize", "scrub"))
    assert by_seed != by_secret


def test_a_child_takes_256_bits_of_its_parent() -> None:
    parent, again = np.random.default_rng(1), np.random.default_rng(1)
    assert first(seeding.child(parent)) == wide(again.bytes(32))
    assert first(parent) == first(again)


def test_secrets_are_fresh() -> None:
    made = {seeding.fresh_secret() for _ in range(5)}
    assert len(made) == 5
    assert {len(secret) for secret in made} == {32}
