"""What a share may be where a judge's rate of false calls is only known to lie within bounds.

How often a judge calls a claim disclosed that is not depends on why it is not: a judge notices that
a fact was left out, and hardly that it was made false. A measured rate is that of a mixture of
both, and another release has another mixture. So a share lies in the region that the fewest and the
most false calls allow (Manski 2003, Partial identification of probability distributions).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from seethrough.statistics.intervals import Figured
from seethrough.statistics.judged import misclassification
from seethrough.statistics.judged.misclassification import (
    LEAST,
    PERFECT,
    Errors,
    Part,
    Parts,
)

Ends = tuple[float, float]
"""The ends of a region, each with 95 % uncertainty."""

Rates = Mapping[str, Errors]
"""A judge's error rates by kind of passage."""


class Called(NamedTuple):
    """A share of claims that a judge calls disclosed.

    Attributes:
        raw: The share with its interval.
        parts: The same claims by kind of passage; their shares sum to 1.
    """

    raw: Figured
    parts: Parts


def share(called: Called, many: Rates, few: Rates) -> Ends:
    """Return the region of a share of disclosed claims, in [0, 1].

    It holds the interval that the judge's calls have by themselves. Of passages on which the judge
    tells disclosed from other claims by less than ``misclassification.LEAST`` anything may be true.

    Args:
        called: What the judge calls disclosed.
        many: Its error rates where it makes as many false calls as is plausible.
        few: Its error rates where it makes as few.
    """
    low = _figured(called, many, 0.0)[1]
    high = _figured(called, few, 1.0)[2]
    return min(called.raw[1], low), max(called.raw[2], high)


def difference(raw: Figured, first: Called, second: Called, many: Rates, few: Rates) -> Ends:
    """Return the region of a difference of two shares of disclosed claims, in [-1, 1].

    At its lower end the judge makes many false calls on the first and few on the second, at its
    upper end few on the first and many on the second; on passages of a kind that both have it makes
    as many on either side. Each end has the smaller of two uncertainties: that of both shares taken
    as independent (Zou and Donner 2008), and that of the difference (``misclassification``).

    Args:
        raw: The difference as the judge calls them, with its interval.
        first: What it calls disclosed on one side.
        second: On the other.
        many: Its error rates where it makes as many false calls as is plausible.
        few: Its error rates where it makes as few.
    """
    lows = [
        _between(raw, first, second, rates, (0.0, 1.0))[0]
        for rates in _joined(first, second, many, few)
    ]
    highs = [
        _between(raw, first, second, rates, (1.0, 0.0))[1]
        for rates in _joined(first, second, few, many)
    ]
    return max(-1.0, min(raw[1], *lows)), min(1.0, max(raw[2], *highs))


def _joined(first: Called, second: Called, mine: Rates, theirs: Rates) -> Iterator[Rates]:
    """Yield error rates for both sides; where both have a kind, all of its rates that may matter.

    These are its rates at either end, and those between them at which nothing of a side is true: a
    corrected share does not go below 0, so that the difference turns there.
    """
    shared = sorted(k for k in first.parts if k in second.parts and mine[k] != theirs[k])
    rates = {k: theirs[k] for k in second.parts} | {k: mine[k] for k in first.parts}
    tried = []
    for kind in shared:
        least, most = sorted((mine[kind].false, theirs[kind].false))
        turns = {side.parts[kind].called for side in (first, second)}
        between = [mine[kind]._replace(false=c, false_error=0.0) for c in turns if least < c < most]
        tried.append([mine[kind], theirs[kind], *between])
    for chosen in product(*tried):
        yield rates | dict(zip(shared, chosen, strict=True))


def _between(
    raw: Figured, first: Called, second: Called, rates: Rates, unknown: tuple[float, float]
) -> Ends:
    """Return the ends of a difference at known error rates.

    Args:
        raw: The difference as the judge calls them, with its interval.
        first: What it calls disclosed on one side.
        second: On the other.
        rates: Its error rates.
        unknown: What is true of passages on which it cannot tell, on either side.
    """
    one, two = (_figured(c, rates, u) for c, u in zip((first, second), unknown, strict=True))
    value = one[0] - two[0]
    low = value - math.hypot(one[0] - one[1], two[2] - two[0])
    high = value + math.hypot(one[2] - one[0], two[0] - two[1])
    if not _blind(first, rates) and not _blind(second, rates):
        _, least, most = misclassification.difference(raw, first.parts, second.parts, rates)
        low, high = max(low, least), min(high, most)
    return low, high


def _figured(called: Called, rates: Rates, unknown: float) -> Figured:
    """Return a corrected share; so much of what the judge cannot tell is taken as disclosed."""
    blind = _blind(called, rates)
    parts = {k: Part(p.share, unknown) if k in blind else p for k, p in called.parts.items()}
    return misclassification.share(called.raw, parts, {**rates, **dict.fromkeys(blind, PERFECT)})


def _blind(called: Called, rates: Rates) -> list[str]:
    return [kind for kind in called.parts if rates[kind].found - rates[kind].false < LEAST]
