"""Random generators that depend on what they are for, never on the order of the work."""

from __future__ import annotations

import hashlib
import secrets

import numpy as np

SECRET_BYTES = 32


def generator(seed: int, *purpose: str) -> np.random.Generator:
    """Return the generator for one purpose (``"knowledge"``, a record's id) under a seed.

    Args:
        seed: The user's seed, not negative.
        purpose: What the numbers are for; other words give an independent stream.
    """
    digest = hashlib.sha256("\x1f".join(purpose).encode(errors="surrogatepass")).digest()
    words = np.frombuffer(digest[:16], dtype="<u4")
    return np.random.Generator(np.random.PCG64([seed, *words.tolist()]))


def of_release(seed: int | bytes, sanitizer: str) -> np.random.Generator:
    """Return the generator that a sanitizer draws from.

    Args:
        seed: The user's seed, or the secret of a release that nobody can repeat.
        sanitizer: The key of its spec.
    """
    if isinstance(seed, bytes):
        return secret_generator(seed, "sanitize", sanitizer)
    return generator(seed, "sanitize", sanitizer)


def fresh_secret() -> bytes:
    """Return 256 bits from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_generator(secret: bytes, *purpose: str) -> np.random.Generator:
    """Return the generator for one purpose under a secret that nobody can guess.

    Args:
        secret: What ``fresh_secret`` returned; who knows it can repeat every draw.
        purpose: What the numbers are for; other words give an independent stream.
    """
    purposes = "\x1f".join(purpose).encode(errors="surrogatepass")
    return _wide(hashlib.sha256(secret + purposes).digest())


def secret_number(secret: bytes, *purpose: str) -> int:
    """Return a number below 2^31 for one purpose, for what takes no generator."""
    return int(secret_generator(secret, *purpose).integers(2**31))


def child(rng: np.random.Generator) -> np.random.Generator:
    """Return a generator of its own for a part of the work, with 256 bits of its parent's draws."""
    return _wide(rng.bytes(SECRET_BYTES))


def _wide(entropy: bytes) -> np.random.Generator:
    # The pool of a SeedSequence is 128 bits by default; twice that fills PCG64's state and stream.
    words = np.frombuffer(entropy, dtype="<u4").tolist()
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(words, pool_size=8)))
