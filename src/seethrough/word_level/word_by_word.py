"""Theorem 1: the most likely original of each released word alone.

Source: On the Vulnerability of Text Sanitization, section 3.2.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from seethrough.parallel.spreading import spread
from seethrough.statistics.arrays import Floats, Ints
from seethrough.word_level.adversary_view import BEST, AdversaryView, Guesses
from seethrough.word_level.mechanisms.mechanism import Reversed
from seethrough.word_level.mechanisms.ragged import row_sums
from seethrough.word_level.mechanisms.tokens import UNKNOWN

_WORDS = 1_024
"""Distinct released words whose originals are looked for at once."""


def word_by_word(view: AdversaryView, prior: Floats) -> Guesses:
    """Return the guesses from each released word alone: Theorem 1's Pr(x) f(y|x).

    Equal released words get equal answers, so only the distinct ones are computed. Every word
    is considered; nothing is left out.

    Args:
        view: What the adversary has.
        prior: (words,) Pr(x), any scale.
    """
    masked, (released, inverse) = view.masked(prior), view.places.distinct
    words = np.flatnonzero(masked > 0)
    blocks = (released[i : i + _WORDS] for i in range(0, len(released), _WORDS))
    asked = (view.mechanism.reversed(block, words) for block in blocks)
    found = list(spread(partial(_answers, masked[words]), asked))
    answers = np.concatenate([np.empty((0, BEST), dtype=np.int64), *(a for a, _ in found)])
    sure = np.concatenate([np.empty(0), *(chance for _, chance in found)])
    answers = np.where(answers >= 0, np.append(words, UNKNOWN)[answers], UNKNOWN)
    nothing = answers[:, 0] == UNKNOWN
    answers[nothing, 0] = released[nothing]
    best = np.full((len(view.replaced), BEST), UNKNOWN, dtype=np.int64)
    best[:, 0] = view.released.ids
    best[view.replaced] = answers[inverse]
    chance = np.ones(len(best))
    chance[view.replaced] = sure[inverse]
    return Guesses(best, chance, np.zeros(len(best)))


def _answers(prior: Floats, asked: Reversed) -> tuple[Ints, Floats]:
    """Return the (u, BEST) candidates of released words, -1 where fewer, and the first's chance."""
    found = asked.candidates(prior, limit=BEST)
    lengths = np.diff(found.starts)
    place = np.arange(BEST)
    at = np.where(place < lengths[:, None], found.starts[:-1, None] + place, -1)
    joint = prior[found.inputs] * found.likelihood
    totals = row_sums(joint, found.starts)
    first = np.append(joint, 0.0)[at[:, 0]] / np.where(lengths > 0, totals, 1.0)
    sure = np.where(lengths > 0, first, 1.0) * (1 - found.left_out)
    return np.append(found.inputs, UNKNOWN)[at], sure
