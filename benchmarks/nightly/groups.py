"""Figures of two groups: who was in the data, and which planted secrets."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from benchmarks.nightly.simulation import Drawn, Generator, Setting, Simulation
from seethrough.engine.runs.contrasts import area, rate_at
from seethrough.statistics.one_run import one_run

FALSE = 0.01


def areas(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Scores of people in and outside are normal; those inside lie higher and spread more."""
    from scipy.special import ndtr

    for apart, spread in zip(rng.uniform(0, 2.5, draws), rng.uniform(1, 1.5, draws), strict=True):
        inside = rng.normal(apart, spread, setting.people)
        outside = rng.normal(0, 1, max(3, int(setting.people * rng.choice([0.5, 1, 2]))))
        found = area(None, _named(inside), _named(outside))
        yield Drawn(float(ndtr(apart / math.hypot(1, spread))), found.low, found.high)


def rates(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """The true-positive rate at the threshold that 1 % of everybody outside lie above."""
    for apart in rng.uniform(0, 4, draws):
        inside, outside = rng.normal(apart, 1, setting.people), rng.normal(0, 1, setting.people)
        found = rate_at(FALSE, None, _named(inside), _named(outside))
        yield Drawn(_above(_Z99 - apart), found.low, found.high)


def _above(threshold: float) -> float:
    from scipy.special import ndtr

    return float(ndtr(-threshold))


_Z99 = 2.3263478740408408


def epsilons(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Randomized response, whose epsilon is known, guesses which secrets were planted.

    Each end of the interval holds at 95 %; the upper one bounds what these guesses show, so that
    the lower one alone is held against the truth.
    """
    for truth in rng.uniform(0, 6, draws):
        member = rng.random(setting.people) < 0.5
        right = rng.random(setting.people) < 1 / (1 + math.exp(-truth))
        said = np.where(right, member, ~member).astype(float)
        said = said + 1e-3 * rng.random(setting.people)
        if not 0 < member.sum() < setting.people:
            continue
        found = one_run(said[member], said[~member], 1e-5)
        yield Drawn(truth, found.low, math.inf)


def _named(scores: np.ndarray) -> dict[str, float]:
    return {str(i): float(score) for i, score in enumerate(scores)}


ALONE = tuple(Setting(people) for people in (3, 10, 30, 100, 300))
MANY = tuple(Setting(people) for people in (100, 300, 1000))

SIMULATIONS = (
    Simulation("area", "area under the curve", areas, ALONE),
    Simulation("rate", "true-positive rate at 1 % of everybody", rates, MANY),
    Simulation("epsilon", "lower bound on epsilon", epsilons,
               tuple(Setting(n) for n in (20, 60, 200)), 0.95),
)  # fmt: skip
