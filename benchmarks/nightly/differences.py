"""Figures beside their control, their baseline, or the same figure of another release."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import combinations

import numpy as np

from benchmarks.nightly.simulation import (
    Drawn,
    Generator,
    Setting,
    Simulation,
    owners,
    spread_out,
    truths,
)
from seethrough.estimates.beyond import beyond_both, leak
from seethrough.estimates.figure import Tally
from seethrough.estimates.paired import p_value
from seethrough.estimates.relative import relative_change
from seethrough.estimates.shares import excess
from seethrough.statistics.holm import holm

LOWER = "lower_is_better"


def arms(
    rng: Generator, truth: tuple[float, ...], setting: Setting, claims: int
) -> tuple[list[list[Tally]], list[str]]:
    """Return tallies of the same targets on several arms, and whose each target is.

    People's own shares go together between arms, by a common part of the normal variables behind
    them (a Gaussian copula), as a fact that is easily guessed is easily learned, too.
    """
    from scipy.special import betaincinv, ndtr

    person = owners(rng, setting)
    together, dependence = rng.uniform(0, 0.9), rng.uniform(0.05, 0.6)
    scale = (1 - dependence) / dependence
    common = rng.normal(size=setting.people)
    of = np.ones(len(person), int) if claims == 1 else rng.integers(1, claims + 1, len(person))
    found = []
    for mean in truth:
        latent = math.sqrt(together) * common
        latent = latent + math.sqrt(1 - together) * rng.normal(size=setting.people)
        own = betaincinv(mean * scale, (1 - mean) * scale, ndtr(latent))
        values = rng.binomial(of, np.clip(own, 0, 1)[person])
        found.append([Tally(float(v), float(o)) for v, o in zip(values, of, strict=True)])
    return found, [str(p) for p in person.tolist()]


def paired(claims: int, setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """The same targets on both sides."""
    for more, less in zip(truths(rng, draws), truths(rng, draws), strict=True):
        (mine, theirs), people = arms(rng, (more, less), setting, claims)
        gap = excess(mine, theirs, people, None, LOWER)
        yield Drawn(more - less, gap.low, gap.high)


def alike(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """The same targets, nothing leaked: both sides are as likely."""
    for rate in truths(rng, draws):
        (mine, theirs), people = arms(rng, (rate, rate), setting, 8)
        gap = excess(mine, theirs, people, None, LOWER)
        yield Drawn(0.0, gap.low, gap.high)


def guessed(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """The same targets, of which the control and the baseline find next to none."""
    for rate in truths(rng, draws):
        (mine, theirs), people = arms(rng, (rate, 0.01), setting, 1)
        gap = excess(mine, theirs, people, None, LOWER)
        yield Drawn(rate - 0.01, gap.low, gap.high)


def others(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """A control of other people, half as many, three at the least."""
    few = Setting(max(3, setting.people // 2), setting.records)
    for more, less in zip(truths(rng, draws), truths(rng, draws), strict=True):
        (mine,), people = arms(rng, (more,), setting, 8)
        (theirs,), strangers = arms(rng, (less,), few, 8)
        gap = excess(mine, theirs, people, [f"other {s}" for s in strangers], LOWER)
        yield Drawn(more - less, gap.low, gap.high)


def scored(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Scores between 0 and 1 of the same targets on both sides."""
    for more, less in np.clip(rng.beta(1, 1, (draws, 2)), 0.05, 0.95):
        person = owners(rng, setting)
        rows = []
        for mean in (more, less):
            own = np.clip(spread_out(rng, mean, 0.1, setting.people), 1e-6, 1 - 1e-6)[person]
            rows.append([Tally(float(v)) for v in rng.beta(own * 6, (1 - own) * 6)])
        gap = excess(rows[0], rows[1], [str(p) for p in person.tolist()], None, LOWER)
        yield Drawn(more - less, gap.low, gap.high)


def both(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """What exceeds control and baseline: the smaller one of two differences."""
    for more, less, least in truths(rng, 3 * draws).reshape(draws, 3):
        rows, people = arms(rng, (more, less, least), setting, 8)
        gaps = [excess(rows[0], row, people, None, LOWER) for row in rows[1:]]
        found = beyond_both(*gaps)
        assert found is not None
        yield Drawn(more - max(less, least), found.low, found.high)


def rare(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Chance gives facts away here and there, and a release all of a few people."""
    chances, shares = rng.uniform(0.01, 0.2, draws), rng.uniform(0.02, 0.2, draws)
    for chance, few in zip(chances, shares, strict=True):
        of = rng.integers(4, 31, setting.people)
        guessed = rng.binomial(of, chance)
        told = np.where(rng.random(setting.people) < few, of, rng.binomial(of, chance))
        mine, theirs = (
            [Tally(float(v), float(o)) for v, o in zip(arm, of, strict=True)]
            for arm in (told, guessed)
        )
        people = [str(i) for i in range(setting.people)]
        found = leak(excess(mine, theirs, people, None, LOWER), None, 1.0)
        assert found is not None
        yield Drawn(few * (1 - chance), found.low, found.high)


def relative(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """By how many per cent one share of the same targets differs from another."""
    for more, less in rng.uniform(0.2, 0.9, (draws, 2)):
        (mine, theirs), people = arms(rng, (more, less), setting, 8)
        found = relative_change(mine, theirs, people)
        truth = 100 * (more / less - 1)
        yield Drawn(truth, None, None) if found is None else Drawn(truth, found.low, found.high)


def called(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Six differences of releases that do not differ; held where none is called one."""
    for _ in range(draws):
        tested = []
        for rate in truths(rng, 6):
            (mine, theirs), people = arms(rng, (rate, rate), setting, 1)
            tested.append(p_value(mine, theirs, people, 1.0))
        yield none_called(tested)


def table(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Three figures of four releases that do not differ; held where no difference has a star."""
    for rates in truths(rng, 3 * draws).reshape(draws, 3):
        tested = []
        for rate, claims in zip(rates, (1, 1, 8), strict=True):
            rows, people = arms(rng, (rate,) * 4, setting, claims)
            tested += [p_value(one, other, people, 1.0) for one, other in combinations(rows, 2)]
        yield none_called(tested)


def all_of_few(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Twelve differences of all of a few people and as much, a little, of everybody."""
    people = [str(i) for i in range(setting.people)]
    for share in rng.uniform(0.02, 0.98, draws):
        few = rng.random((12, setting.people)) < share
        little = rng.binomial(8, share, (12, setting.people))
        tested = [
            p_value([Tally(8.0 * v, 8) for v in one], [Tally(v, 8) for v in two], people, 1.0)
            for one, two in zip(few.tolist(), little.tolist(), strict=True)
        ]
        yield none_called(tested)


def none_called(p_values: list[float]) -> Drawn:
    """Return a draw that is held where no difference is called one."""
    return Drawn(0.0, 0.0 if min(holm(p_values)) > 0.05 else 1.0, 1.0)


RARE = tuple(Setting(people) for people in (3, 10, 20, 40, 100, 300))
FOUR = tuple(Setting(people, 2) for people in (10, 40, 100))
FEWER = tuple(Setting(people, records) for records in (1, 3) for people in (3, 10, 30, 100))

SIMULATIONS = (
    Simulation("paired hits", "difference of hits, same targets", partial(paired, 1)),
    Simulation("paired facts", "difference of facts, same targets", partial(paired, 8)),
    Simulation("no leak", "difference of facts, nothing leaked", alike),
    Simulation("nothing guessed", "difference of hits, control near 0", guessed),
    Simulation("other people", "difference to other people", others),
    Simulation("paired scores", "difference of scores, same targets", scored),
    Simulation("beyond both", "excess over control and baseline", both, FEWER),
    Simulation("rare", "excess that few people carry", rare, RARE),
    Simulation("relative change", "relative change of a share, %", relative, FEWER),
    Simulation("compare", "no release called better that is not", called, FEWER, 0.95),
    Simulation("compare four", "no release of four called better", table, FOUR, 0.95),
    Simulation(
        "compare few", "no release called better that gives all of few", all_of_few, RARE, 0.95
    ),
)
