"""Whether something holds in more rows than chance lets it (pure)."""

from __future__ import annotations

import math

import numpy as np

from seethrough.word_runs.flags import Flags

MOST = 0.05
"""Up to this share of rows beyond chance nothing follows."""

SIGMAS = 4.0
"""By so many standard deviations a share must lie beyond chance."""


def beyond_chance(share: float, chance: float, n: float) -> bool:
    """Return whether a share of n rows lies beyond a known chance."""
    noise = SIGMAS * math.sqrt(max(chance * (1 - chance), 1 / n) / n)
    return share - chance > max(MOST, noise)


def beyond_others(mine: Flags, theirs: Flags) -> bool:
    """Return whether more of one side's rows are true than of the other's, which show chance.

    Both shares vary by chance, so that the rows of both together are worth fewer than those of
    either.
    """
    both = len(mine) * len(theirs) / (len(mine) + len(theirs))
    return beyond_chance(float(mine.mean()), float(theirs.mean()), both)


def apart(mine: Flags, theirs: Flags) -> bool:
    """Return whether more of one side's rows are true than of the other's, both having chance."""
    beyond = float(mine.mean() - theirs.mean())
    share = float(np.concatenate([mine, theirs]).mean())
    deviation = math.sqrt(share * (1 - share) * (1 / len(mine) + 1 / len(theirs)))
    return beyond > max(MOST, SIGMAS * deviation)
