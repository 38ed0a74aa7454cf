"""Figures of one arm: shares of hits, of facts, means of scores, and means without an end."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from benchmarks.nightly.simulation import (
    Drawn,
    Generator,
    Setting,
    Simulation,
    owners,
    spread_out,
    truths,
    up_to,
)
from seethrough.estimates.figure import Tally
from seethrough.estimates.shares import share

DEPENDENCE = (0.05, 0.6)
"""How much people differ: an intraclass correlation between these."""


def hits(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Each record is a hit or a miss; records of one person go together."""
    for truth in truths(rng, draws):
        person = owners(rng, setting)
        own = spread_out(rng, truth, rng.uniform(*DEPENDENCE), setting.people)
        hit = rng.random(len(person)) < own[person]
        yield _drawn(truth, hit.astype(float), np.ones(len(person)), person)


def facts(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Each record holds 1 to 12 facts, of which some are hits."""
    for truth in truths(rng, draws):
        person = owners(rng, setting)
        own = spread_out(rng, truth, rng.uniform(*DEPENDENCE), setting.people)
        of = rng.integers(1, 13, len(person))
        yield _drawn(truth, rng.binomial(of, own[person]).astype(float), of.astype(float), person)


def uneven(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Each record holds 1 to 60 facts, most of them few (lognormal), of which some are hits."""
    for truth in truths(rng, draws):
        person = owners(rng, setting)
        own = spread_out(rng, truth, rng.uniform(0.05, 0.9), setting.people)
        of = np.clip(np.exp(rng.normal(1.5, 1.3, len(person))), 1, 60).astype(int)
        yield _drawn(truth, rng.binomial(of, own[person]).astype(float), of.astype(float), person)


def tokens(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Each record holds 20 to 150 words, of which some are guessed back."""
    for truth in truths(rng, draws):
        person = owners(rng, setting)
        own = spread_out(rng, truth, rng.uniform(0.01, 0.1), setting.people)
        of = rng.integers(20, 151, len(person))
        yield _drawn(truth, rng.binomial(of, own[person]).astype(float), of.astype(float), person)


def scores(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Each record has a score between 0 and 1, a beta; half of its spread is its person's."""
    for truth in np.clip(rng.beta(1, 1, draws), 0.05, 0.95):
        person = owners(rng, setting)
        own = np.clip(spread_out(rng, truth, 0.1, setting.people), 1e-6, 1 - 1e-6)[person]
        values = rng.beta(own * 6, (1 - own) * 6)
        yield _drawn(truth, values, np.ones(len(person)), person)


def means(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Each record has a cost for each of its words, with a skew (gamma), as perplexity has."""
    for truth in rng.uniform(1, 6, draws):
        person = owners(rng, setting)
        own = truth * rng.gamma(8, 1 / 8, setting.people)[person]
        of = rng.integers(20, 121, len(person)).astype(float)
        value = rng.gamma(own * 4, of / 4)
        yield _drawn(truth, value, of, person)


def exposures(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Each secret is ranked among 1,024: first with some chance, else anywhere."""
    bits = np.log2(1024) - np.log2(np.arange(1, 1025))
    for first in truths(rng, draws):
        person = np.arange(setting.people)
        value = np.where(rng.random(len(person)) < first, 10.0, rng.choice(bits, len(person)))
        truth = first * 10 + (1 - first) * float(bits.mean())
        yield _drawn(truth, value, np.ones(len(person)), person)


def numbers(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Each record fits so many people of a population, over several powers of ten (lognormal)."""
    for middle in rng.uniform(3, 9, draws):
        person = owners(rng, setting)
        own = rng.normal(middle, 1.0, setting.people)[person]
        value = np.exp(own + rng.normal(0, 0.5, len(person)))
        yield _drawn(math.exp(middle + 0.5 + 0.125), value, np.ones(len(person)), person)


def halvings(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """The same as halvings of the population, which have no skew."""
    for truth in rng.uniform(2, 20, draws):
        person = owners(rng, setting)
        own = rng.normal(truth, 1.5, setting.people)[person]
        value = own + rng.normal(0, 1.0, len(person))
        yield _drawn(truth, value, np.ones(len(person)), person)


def _drawn(truth: float, values: np.ndarray, of: np.ndarray, person: np.ndarray) -> Drawn:
    tallies = [Tally(v, o) for v, o in zip(values.tolist(), of.tolist(), strict=True)]
    found = share(tallies, [str(p) for p in person.tolist()])
    return Drawn(float(truth), found.low, found.high)


ALONE = tuple(Setting(people) for people in (3, 10, 30, 100, 300))

SIMULATIONS = (
    Simulation("hits", "share of hits", hits),
    Simulation("facts", "share of facts, several a record", facts),
    Simulation("uneven facts", "share of facts, few or many a record", uneven),
    Simulation("tokens", "share of words, many a record", tokens, known=up_to(10, 0.9)),
    Simulation("scores", "mean of a score in [0, 1]", scores, known=up_to(10, 0.9)),
    Simulation("means", "mean without an upper end", means, known=up_to(10, 0.88)),
    Simulation(
        "exposures", "mean exposure of secrets", exposures, ALONE, known=up_to(10, 0.9, ALONE)
    ),
    Simulation("halvings", "mean halvings of a population", halvings, known=up_to(10, 0.9)),
    Simulation("numbers", "mean number of people who fit", numbers, known=up_to(100, 0.82)),
)
