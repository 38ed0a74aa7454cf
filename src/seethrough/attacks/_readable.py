"""Which released record an adversary reads who takes it for the target's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seethrough.protocols import Generator, Knowledge

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


def readable(known: Knowledge, corpus: Corpus, rng: Generator) -> str | None:
    """Return the id of the target's record or, unseen, of somebody else's; None for none."""
    if known.record not in known.unseen:
        return known.record if known.record in corpus.position else None
    others = len(corpus) - len(corpus.places(known.unseen))
    if not others:
        return None
    while True:
        id_ = corpus.ids[int(rng.integers(len(corpus)))]
        if id_ not in known.unseen:
            return id_
