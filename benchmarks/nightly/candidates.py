"""Who is found among few candidates, and how many people of a population fit."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from benchmarks.nightly.simulation import Drawn, Generator, Setting, Simulation
from seethrough.engine.runs.linker_choice import cross_fit
from seethrough.engine.runs.pools import chances
from seethrough.estimates.figure import Tally
from seethrough.estimates.shares import share
from seethrough.population.fitting import fitting
from seethrough.protocols import Place

POPULATION = 2000


def pools(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Ranks among 500 records: first with some chance, else drawn with a tilt to the front."""
    ranks = np.arange(1, 501)
    for first, tilt in zip(rng.beta(0.5, 0.5, draws), rng.uniform(0, 1.5, draws), strict=True):
        mix = ranks**-tilt / (ranks**-tilt).sum() * (1 - first)
        mix[0] += first
        size = int(rng.choice([2, 5, 20, 100]))
        every, _ = chances([Place(int(r), 1, 500) for r in ranks], size)
        found = every[rng.choice(500, setting.people, p=mix / mix.sum())]
        tallies = [Tally(float(c)) for c in found]
        made = share(tallies, [str(i) for i in range(len(found))], most=len(found))
        yield Drawn(float(every @ mix), made.low, made.high)


def chosen(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Three linkers find some of the people; each half is attacked by the other half's best.

    The truth is what the linkers find of everybody, by how many people each was chosen for.
    """
    names = [str(i) for i in range(setting.people)]
    for common, together in zip(
        np.clip(rng.beta(0.5, 0.5, draws), 0.02, 0.95), rng.uniform(0, 0.9, draws), strict=True
    ):
        rates = np.clip(common + rng.uniform(-0.1, 0.1, 3), 0.01, 0.99)
        easy = rng.random(setting.people)
        same = rng.random((3, setting.people)) < together
        luck = np.where(same, easy, rng.random((3, setting.people)))
        hits = (luck < rates[:, None]).astype(float)
        places = cross_fit(hits, names, int(rng.integers(2**31)))
        found = hits[places, np.arange(setting.people)]
        made = share([Tally(float(hit)) for hit in found], names)
        yield Drawn(float(rates[places].mean()), made.low, made.high)


def population(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """A sample of a population; how many of everybody fit a description of one of them?"""
    for share_ in rng.uniform(0.1, 0.8, draws):
        fits = int(rng.poisson(setting.people)) + 1
        sampled = np.array([float(rng.binomial(fits, share_)), POPULATION * share_])
        found = fitting(sampled, np.array([1.0, 0.0]), float(share_))
        yield Drawn(float(fits), math.floor(found.low), math.ceil(found.high))


ALONE = tuple(Setting(people) for people in (3, 10, 30, 100, 200))

SIMULATIONS = (
    Simulation("chosen linker", "share of hits, by the linker chosen", chosen,
               tuple(Setting(people) for people in (10, 30, 100, 300))),
    Simulation("pools", "found among few candidates", pools, ALONE),
    Simulation("population", "how many people fit, from a sample", population,
               tuple(Setting(n) for n in (1, 3, 10, 100))),
)  # fmt: skip
