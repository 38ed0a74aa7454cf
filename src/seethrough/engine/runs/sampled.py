"""A sample of the private records, read in the place of all where only a few are attacked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from seethrough.statistics.seeding import generator

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.storage.store import Store

LEAST = 1_000
"""So many records are read at the least: about some of them nothing may be known."""

SPARE = 2
"""So many times as many records are read as are attacked."""


class Sampled(NamedTuple):
    """A sample of records, drawn at random.

    Attributes:
        corpus: The drawn records and all other records of the same people, in order: an adversary
            that must not see a person's records must not see any of them.
        drawn: The ids of those that may be attacked, each as likely as any other.
        others: The ids of all that were not drawn.
    """

    corpus: Corpus
    drawn: frozenset[str]
    others: Sequence[str]


def sampled(private: Corpus, targets: int | None, seed: int, store: Store) -> Sampled | None:
    """Return a sample that is large enough for so many targets; None where all are read.

    Args:
        private: The private records.
        targets: How many are attacked; all where None.
        seed: The user's seed.
        store: Where what is computed from the sample is kept.
    """
    size = len(private) if targets is None else max(LEAST, SPARE * targets)
    if size >= len(private):
        return None
    order = generator(seed, "records read").permutation(len(private)).tolist()
    ids, persons = private.ids, private.persons
    drawn = frozenset(ids[place] for place in order[:size])
    people = {persons[place] for place in order[:size]}
    return Sampled(
        private.take([i for i, person in enumerate(persons) if person in people]).keeping(store),
        drawn,
        [id_ for id_ in ids if id_ not in drawn],
    )
