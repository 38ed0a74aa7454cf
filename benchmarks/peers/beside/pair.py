"""The same work done by us and by a peer, timed by turns."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from seethrough.statistics.clusters import t_quantile


class Agreement(NamedTuple):
    """How far two results agree.

    Attributes:
        said: In words.
        holds: Whether they agree as far as they should.
    """

    said: str
    holds: bool = True


@dataclass(frozen=True)
class Pair:
    """The same input given to both.

    Attributes:
        what: What is done, and by what of ours.
        peer: What a user would take instead.
        n: How much is done in one run, such as ``200 queries``.
        ours: Does it our way.
        theirs: Does it the peer's way.
        agreement: Takes what both returned.
        before: Called before each run, outside the time; it forgets what ours remembers.
    """

    what: str
    peer: str
    n: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    agreement: Callable[[Any, Any], Agreement]
    before: Callable[[], object] = lambda: None


class Timed(NamedTuple):
    """Seconds of each round.

    Attributes:
        ours: (rounds,) ours.
        theirs: (rounds,) theirs in the same rounds.
        agreement: How far the results agree.
    """

    ours: Sequence[float]
    theirs: Sequence[float]
    agreement: Agreement

    @property
    def ratio(self) -> tuple[float, float, float]:
        """Theirs over ours, with a 95 % interval over rounds: Student's on logarithms.

        Both stand in the same round, so that what slows the machine for seconds slows both.
        """
        logs = np.log(np.array(self.theirs) / np.array(self.ours))
        half = t_quantile(len(logs) - 1) * float(logs.std(ddof=1)) / math.sqrt(len(logs))
        centre = float(logs.mean())
        return math.exp(centre), math.exp(centre - half), math.exp(centre + half)


def timed(pair: Pair, rounds: int) -> Timed:
    """Run both once for their results, then so often by turns, at least twice."""
    pair.before()
    agreement = pair.agreement(pair.ours(), pair.theirs())
    sides: dict[str, list[float]] = {"ours": [], "theirs": []}
    for number in range(max(2, rounds)):
        order = [("ours", pair.ours), ("theirs", pair.theirs)]
        for name, work in order if number % 2 else order[::-1]:
            pair.before()
            began = time.perf_counter()
            work()
            sides[name].append(time.perf_counter() - began)
    return Timed(sides["ours"], sides["theirs"], agreement)


def spread(seconds: Sequence[float]) -> str:
    """Return the median and the extremes, in milliseconds."""
    middle, least, most = (1000 * s for s in (median(seconds), min(seconds), max(seconds)))
    digits = 0 if middle >= 100 else 1 if middle >= 10 else 2
    return f"{middle:,.{digits}f} ({least:,.{digits}f} to {most:,.{digits}f})"
