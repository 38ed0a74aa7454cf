"""How many different things a number of questions brings up, and how sure that is.

What is new in an answer depends on the answers before it, so the questions are not independent
trials; and there is an end to what can be found. The figure is the number of different things that
as many questions of the same kind bring up on average.

The variance is Karlin's: where the number of questions is random (Poisson), the variance of the
number of different things is the expected number of new things in as many questions again, here
estimated by Good and Toulmin's alternating series with Efron and Thisted's weights. Things that
always come together (all mail addresses of one record) count as one, with the square of their
number. A fixed number of questions takes away the square of the things found once, over the
questions. The bootstrap over questions is no substitute: drawing questions twice finds fewer things
than were found, and too little variance for rare ones.

In simulations (5 to 1,500 records, 20 to 250 questions, equal and very unequal chances, one record
or three an answer), 95 % intervals cover 97 % on average where a record is one thing and 96 % where
it is several; the worst settings, 85 %, are those in which nearly all of very few things are found.
``tests/statistics/test_distinct.py`` repeats it.

References:
    Good and Toulmin (1956), The number of new species, and the increase in population coverage,
    when a sample is increased. Karlin (1967), Central limit theorems for certain infinite urn
    schemes. Efron and Thisted (1976), Estimating the number of unseen species, section 5. Colwell
    et al. (2012), Models and estimators linking individual-based and sample-based rarefaction,
    extrapolation and comparison of assemblages, for the estimand.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from typing import NamedTuple

from seethrough.statistics.intervals import Z

TERMS = 9
"""Terms of the series; things found more often do not add to the variance."""

PRIOR = 2.0
"""How many things' worth of ordinary variance is added to what was seen, so that few things, all
found in one way, do not look certain."""


class Recount(NamedTuple):
    """What a recount of different things needs.

    Attributes:
        found: How many different things were found.
        variance: Of that number, if as many questions were asked again; may be below 0 by chance.
        doubt: How many of the things found might well not be found again, clumps squared.
    """

    found: float
    variance: float
    doubt: float


def recount(things: Sequence[Collection[Hashable]]) -> Recount:
    """Return how many different things were found, and how far that number varies.

    Args:
        things: For each question, in any order, the things that its answer holds, whether or not
            an earlier answer held them.
    """
    questions: dict[Hashable, list[int]] = {}
    for i, own in enumerate(things):
        for thing in set(own):
            questions.setdefault(thing, []).append(i)
    together = Counter(map(tuple, questions.values()))
    once = sum(size for places, size in together.items() if len(places) == 1)
    variance = sum(size * size * _weight(len(places)) for places, size in together.items())
    doubt = sum(size * size * 0.5 ** len(places) for places, size in together.items())
    return Recount(len(questions), variance - once * once / max(len(things), 1), doubt)


def interval(
    found: Recount, possible: float | None = None, clump: float = 1.0, apiece: float = 1.0
) -> tuple[float, float]:
    """Return a 95 % interval for the expected number of different things.

    It is Wilson's score interval for a share of ``possible`` things, with the variance of the
    recount instead of the binomial one; without an end to what can be found it is the same for a
    count.

    Args:
        found: The recount.
        possible: How many different things there are to find; None where that is not known.
        clump: How many things come together, on average over the things, at least 1.
        apiece: The same on average over the clumps, at least 1; where nothing was found, so much
            would have come with the first.

    Returns:
        The ends, between 0 and ``possible``; they hold ``found.found``.

    Raises:
        ValueError: More was found than there is.
    """
    number, variance, doubt = found
    if possible is not None and number > possible:
        raise ValueError(f"found={number:g} of possible={possible:g}")
    ordinary = number if possible is None or not possible else number * (1 - number / possible)
    if not number:
        clump = apiece
    spread = max(variance, doubt)
    low = _ends(number, (spread + PRIOR * clump * min(1.0, doubt)) / (ordinary + PRIOR), possible)
    high = _ends(number, (spread + PRIOR * clump) / (ordinary + PRIOR), possible)
    return min(low[0], number), max(high[1], number)


def _ends(number: float, dispersion: float, possible: float | None) -> tuple[float, float]:
    """Return the solutions of (number - m)^2 = z^2 dispersion m (1 - m / possible)."""
    square = Z * Z * dispersion
    most = math.inf if possible is None else possible
    if most == 0 or square == 0:
        return number, number
    shrink = 1 + square / most
    centre = (number + square / 2) / shrink
    half = math.sqrt(square * number * (1 - number / most) + square * square / 4) / shrink
    return max(0.0, centre - half), min(most, centre + half)


def _weight(times: int) -> float:
    """Return what a thing found so many times adds to the expected number of new things."""
    tail = sum(math.comb(TERMS, k) for k in range(times, TERMS + 1)) / 2.0**TERMS
    return tail if times % 2 else -tail
