"""The claims of a corpus, atomized once and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from seethrough import spec

if TYPE_CHECKING:
    from seethrough.data import Corpus
    from seethrough.protocols import Atomizer

CHUNK = 1000
"""How many records are atomized between two saves."""


def claims_of(
    atomizer: Atomizer, corpus: Corpus, progress: Callable[[int], None] = lambda done: None
) -> list[list[str]]:
    """Return the claims of each record, in order.

    They are computed once for a corpus and kept with it, in chunks, so that a killed run goes on
    where it stopped.

    Args:
        atomizer: How to split the texts.
        corpus: The records.
        progress: Called with the number of records done after each chunk.
    """
    prefix = f"claims/{spec.name_of(atomizer).replace(':', '.')}-{spec.key(atomizer)}"
    claims: list[list[str]] = []
    for start in range(0, len(corpus), CHUNK):
        key = f"{prefix}/{corpus.hash[:16]}-{start}"
        chunk = corpus.derived.get(key)
        if chunk is None:
            rows = range(start, min(start + CHUNK, len(corpus)))
            chunk = atomizer.atomize(corpus.take(rows))
            corpus.derived.put(key, chunk)
        claims.extend(chunk)
        progress(len(claims))
    return claims
