"""Texts too long to attack: cut, counted, and never called safe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from seethrough.reasons import Reason

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

LONGEST = 100_000
"""Characters of a text that are attacked (about 17,000 English words). Splitting a text into claims
and comparing it with others takes seconds for so many, hours for a whole database on one line."""


def cut_overlong(corpus: Corpus) -> tuple[Corpus, int]:
    """Return a corpus whose texts have at most ``LONGEST`` characters, and how many were cut.

    A cut falls behind the last white space, if there is one in the second half.
    """
    import pyarrow.compute as pc

    if not pc.any(pc.greater(pc.utf8_length(corpus.table.column("text")), LONGEST)).as_py():
        return corpus, 0
    cut = corpus.rewritten(_cut(t) if len(t) > LONGEST else None for t in corpus.texts)
    return cut.keeping(corpus.derived), sum(len(text) > LONGEST for text in corpus.texts)


def reasons(ledger: Mapping[str, int]) -> list[Reason]:
    """Return the doubt that bars a pass if texts were cut.

    Args:
        ledger: The coverage ledger.
    """
    private, released = (ledger.get(f"{side}_records_cut", 0) for side in ("private", "released"))
    if not private and not released:
        return []
    facts = {"own": private, "released": released, "longest": LONGEST}
    return [Reason("overlong", "inconclusive", facts=facts)]


def _cut(text: str) -> str:
    beginning = text[:LONGEST]
    words = beginning.rstrip().rsplit(maxsplit=1)[0] if beginning.split() else beginning
    return words if len(words) > LONGEST // 2 else beginning
