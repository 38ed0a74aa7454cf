"""The release as an adversary reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from seethrough.deobfuscation.undoing import disguised

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


def adversary_view(corpus: Corpus) -> tuple[Corpus, dict[str, int]]:
    """Return a released corpus with every disguise of its texts undone.

    Args:
        corpus: The released records.

    Returns:
        The same records, ids, people, fields and name with plain texts (the corpus itself where
        nothing was disguised), and how many records each step of
        `seethrough.deobfuscation.undoing.STEPS` changed.
    """
    counts = Counter[str]()

    def changes() -> Iterator[str | None]:
        for found in disguised(corpus.texts):
            counts.update(() if found is None else found.steps)
            yield None if found is None else found.text

    return corpus.rewritten(changes()), dict(counts)
