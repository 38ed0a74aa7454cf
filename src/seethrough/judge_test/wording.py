"""Does a release put the records into other words, which a judge may then miss?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seethrough.release import TextRelease

if TYPE_CHECKING:
    from seethrough.data import Corpus

REWORDED = 0.5
"""Mean share of an original's wording that is gone, from which on a release counts as reworded."""

MOST = 500
"""Records that are compared at the most: the first ones."""


def is_reworded(private: Corpus, release: Any) -> bool:
    """Return whether the released records say less than half of their originals' words, in order.

    Empty records are left out: there is nothing in them that a judge could miss. A release whose
    records stand for nobody in particular counts as reworded.

    Args:
        private: The private records.
        release: The release; only of a text release can it be said.
    """
    from seethrough.rouge import rouge_l

    if not isinstance(release, TextRelease):
        return False
    if not release.aligned:
        return True
    pairs = [
        (private.texts[private.position[id_]], text)
        for id_, text in zip(release.corpus.ids, release.corpus.texts, strict=True)
        if text.strip() and id_ in private.position
    ][:MOST]
    if not pairs:
        return False
    originals, released = zip(*pairs, strict=True)
    return float(1 - rouge_l(originals, released)[:, 0].mean()) > REWORDED
