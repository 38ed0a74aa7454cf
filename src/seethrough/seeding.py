"""Random generators that depend on what they are for, never on the order of the work."""

from __future__ import annotations

import hashlib

import numpy as np


def generator(seed: int, *purpose: str) -> np.random.Generator:
    """Return the generator for one purpose (``"knowledge"``, a record's id) under a seed.

    Args:
        seed: The user's seed, not negative.
        purpose: What the numbers are for; other words give an independent stream.
    """
    digest = hashlib.sha256("\x1f".join(purpose).encode(errors="surrogatepass")).digest()
    words = np.frombuffer(digest[:16], dtype="<u4")
    return np.random.Generator(np.random.PCG64([seed, *words.tolist()]))
