"""What a service can be made to recite: different things, counted over questions in sequence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.nightly.simulation import Drawn, Generator, Setting, Simulation
from seethrough.engine.runs import figures
from seethrough.engine.runs.cells import Arm
from seethrough.protocols import Figure, Found, Knowledge, Outcome, Tally

FIGURE = Figure("x", "lower_is_better", "x", "x", most=None, distinct=True)

KINDS = ("equal", "zipf", "lognormal", "hub")


def recited(several: bool, setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Each question brings up one record, some far likelier than others, or nothing."""
    for _ in range(draws):
        world = _World(rng, several)
        found = figures.figure_of(FIGURE, world.asked(setting.people, rng))
        yield Drawn(world.truth(setting.people), found.low, found.high)


def beyond(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """What is recited of the private records beyond another collection of the same size."""
    for _ in range(draws):
        own, other = _World(rng, False), _World(rng, False)
        arms = [world.asked(setting.people, rng) for world in (own, other)]
        found = figures.over(FIGURE, *arms)
        truth = own.truth(setting.people) - other.truth(setting.people)
        yield Drawn(truth, found.low, found.high)


class _World:
    """Records that questions bring up, with a chance each.

    Args:
        rng: Draws the world.
        several: Whether a record holds several things or none, which come together.
    """

    def __init__(self, rng: Generator, several: bool) -> None:
        records = int(rng.choice([20, 150, 1500]))
        weights = np.ones(records)
        kind = str(rng.choice(KINDS))
        if kind == "zipf":
            weights = 1 / np.arange(1, records + 1)
        elif kind == "lognormal":
            weights = np.exp(1.5 * rng.normal(size=records))
        elif kind == "hub":
            weights[: max(1, records // 20)] = records
        self.chances = weights / weights.sum()
        self.silent = float(rng.choice([0.0, 0.5, 0.95]))
        one = np.ones(records, dtype=np.int64)
        self.sizes = rng.geometric(0.4, records) - 1 if several else one

    def truth(self, questions: int) -> float:
        """Return the expected number of different things, per question."""
        met = 1 - (1 - self.chances * (1 - self.silent)) ** questions
        return float((self.sizes * met).sum()) / questions

    def asked(self, questions: int, rng: Generator) -> Arm:
        """Return what so many questions bring up."""
        sizes = self.sizes
        possible, held = float(sizes.sum()), max(int((sizes > 0).sum()), 1)
        clump = max(1.0, float((sizes**2).sum()) / max(possible, 1.0))
        apiece = max(1.0, possible / held)
        got = rng.choice(len(self.chances), questions, p=self.chances)
        told = rng.random(questions) >= self.silent
        outcomes, seen = [], set()
        for record, spoken in zip(got.tolist(), told.tolist(), strict=True):
            things = [100 * record + j for j in range(int(sizes[record]))] if spoken else []
            new = [t for t in things if t not in seen]
            seen.update(new)
            outcomes.append(
                Outcome({"x": Tally(len(new))}, {}, None,
                        {"x": Found(tuple(things), possible, clump, apiece)})
            )  # fmt: skip
        names = [f"question {i}" for i in range(questions)]
        return Arm([Knowledge(name, name, ()) for name in names], outcomes)


ASKED = tuple(Setting(questions) for questions in (3, 10, 30, 100, 300))

SIMULATIONS = (
    Simulation("recited", "different records, per question", partial(recited, False), ASKED),
    Simulation("recited together", "different items, several a record", partial(recited, True),
               ASKED),
    Simulation("recited beyond", "different records beyond a control", beyond, ASKED),
)  # fmt: skip
