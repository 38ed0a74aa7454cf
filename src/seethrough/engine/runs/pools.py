"""The curve over the size of the candidate pool, from where each target's own record stands.

An adversary who knows that a person is among a few of the released records has fewer to confuse
it with. The ranking of all records says how often the own record is the best of a random pool:
where none of the records ranked before it is drawn. So no pool has to be linked, and none drawn.

A target then adds a chance between 0 and 1, and these differ less than hits and misses would. Where
the figure is near 0 and people are few they may all happen to be close to it: simulated, with ranks
at random, 10 people and a chance of 0.02, an interval made of their spread alone holds the truth in
55 % of the draws. So a figure is worth at most as many trials as there are targets, and holds it in
about 90 % and more of the draws (five kinds of rankings, 10 to 200 people, pools of 2 to 200).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from seethrough import spec
from seethrough.engine.content_key import kept_as
from seethrough.engine.runs.attacks import Setting, learn, sample
from seethrough.estimates.estimate import Estimate, Interval, assemble, share
from seethrough.estimates.interval import EXACT
from seethrough.protocols import Attack, Figure, Place, Tally
from seethrough.statistics.arrays import FloatArray, IntArray
from seethrough.statistics.seeding import generator

RANKED = 50_000_000
"""So many places are ranked for all targets together: of a very large release, fewer targets."""

LEAST = 20
"""But at least so many targets."""


def by_pool(
    attack: Attack[Any], release: Any, label: str, setting: Setting
) -> dict[int, list[Estimate]]:
    """Return the figures that follow from places, by the number of candidates.

    Args:
        attack: The attack.
        release: An aligned release of the kind that it attacks.
        label: A key for the release, the same for the same release.
        setting: What the audit's cells share.
    """
    figures = [figure for figure in attack.figures if figure.by_pool]
    if not figures:
        return {}
    most = max(LEAST, RANKED // max(1, len(release.corpus)))
    setting = replace(setting.of(attack), targets=min(most, setting.targets or most))
    known = learn(attack, setting.private, setting)
    known = sample(known, setting, [k.record in release.corpus.position for k in known])
    key = f"cells/{label}/{kept_as(attack)}/places"
    kept = setting.store.get(key)
    if kept is None:
        kept = attack.places(release, known, setting.private, generator(setting.seed, "places"))
        setting.store.put(key, kept := [list(place) for place in kept])
    places, people = [Place(*place) for place in kept], [k.person for k in known]
    if not places:
        return {}
    component = spec.to_json(attack)
    return {
        size: [_estimate(figure, component, places, people, size) for figure in figures]
        for size in sizes_to(max(place.candidates for place in places))
    }


def chances(places: Sequence[Place], size: int) -> tuple[FloatArray, FloatArray]:
    """Return how often each target's own record is the best of a random pool, and of a blind guess.

    A pool holds all records of the target, and others at random; the target counts as one
    candidate, however many records there are.

    Args:
        places: (n,) where each target's own record stands among all.
        size: How many candidates a pool has, at least 1; one with more than there are has all.

    Returns:
        Two (n,) arrays of values in [0, 1].
    """
    table = [(0 if p.rank is None else p.rank, p.own, p.candidates) for p in places]
    rank, own, candidates = np.array(table, dtype=np.int64).reshape(-1, 3).T
    others = candidates - own
    drawn = np.minimum(size - 1, others)
    found = np.where(rank > 0, first_of(np.maximum(rank - 1, 0), others, drawn), 0.0)
    return found, own / np.maximum(own + drawn, 1)


def first_of(better: IntArray, others: IntArray, drawn: IntArray) -> FloatArray:
    """Return the chance that none of those who are better is drawn.

    It is ``C(others - better, drawn) / C(others, drawn)``, the hypergeometric chance of no success.

    Args:
        better: (n,) how many of the others come before one's own, each from 0 to ``others``.
        others: (n,) how many others there are.
        drawn: (n,) how many of them are drawn without replacement, each from 0 to ``others``.

    Returns:
        (n,) values in [0, 1].
    """
    from scipy.special import gammaln  # scipy.stats takes a second to import

    worse = np.asarray(others - better, dtype=np.float64)
    never = drawn > worse
    drawn = np.where(never, 0, drawn)
    logs = gammaln(worse + 1) - gammaln(others + 1.0)
    logs += gammaln(others - drawn + 1.0) - gammaln(worse - drawn + 1)
    chance: FloatArray = np.where(never, 0.0, np.exp(np.minimum(logs, 0.0)))
    return chance


def sizes_to(most: int) -> list[int]:
    """Return sizes of pools from 2 to ``most``: 2, 5, 10, 20, 50 and so on, and ``most`` itself."""
    steps = [digit * 10**power for power in range(len(str(most))) for digit in (1, 2, 5)]
    return [*(size for size in steps if 1 < size < most), *([most] if most > 1 else [])]


def _estimate(
    figure: Figure, component: Any, places: Sequence[Place], people: Sequence[str], size: int
) -> Estimate:
    found, blind = chances(places, size)
    tallies = [Tally(float(chance)) for chance in found]
    made = assemble(figure, component, tallies, people)
    own = share(tallies, people, most=len(tallies))
    guessed = float(blind.mean())
    exact = Interval(guessed, guessed, guessed, made.n, EXACT, made.people)
    return replace(made, low=own.low, high=own.high, baseline=exact)
