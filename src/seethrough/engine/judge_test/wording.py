"""Does a release put the records into other words, which a judge may then miss?"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from seethrough.text.normalised import words

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.records.releases.release import Release

REWORDED = 0.5
"""Mean share of an original's pairs of words that is gone, from which on a release is reworded."""

MOST = 500
"""Records that are compared at the most: every so many."""


def is_reworded(private: Corpus, release: Release) -> bool:
    """Return whether the released records hold less than half of their originals' pairs of words.

    Pairs of neighbouring words, as in ROUGE-2: a long record holds many words of any other in
    order, whatever it is about, so that the longest common subsequence tells padding from
    wording that was kept no better than chance does. Empty records are left out: there is nothing
    in them that a judge could miss. A release whose records correspond to no particular person
    counts as reworded.

    Args:
        private: The private records.
        release: The release; only of one that is read can it be said.
    """
    if not release.readable:
        return False
    if not release.aligned:
        return True
    pairs = [
        (private.texts[private.position[id_]], text)
        for id_, text in zip(release.corpus.ids, release.corpus.texts, strict=True)
        if text.strip() and id_ in private.position
    ]
    pairs = pairs[:: -(-len(pairs) // MOST) or 1]
    kept = [share for pair in pairs if (share := _kept(*pair)) is not None]
    return bool(kept) and 1 - sum(kept) / len(kept) > REWORDED


def _kept(original: str, released: str) -> float | None:
    """Return the share of an original's pairs of words that are kept; None where it has none."""
    said, there = words(original), words(released)
    wanted = set(pairwise(said))
    return len(wanted & set(pairwise(there))) / len(wanted) if wanted else None
