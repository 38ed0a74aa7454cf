"""False verdicts: whole audits, people wrongly named, promises wrongly called broken.

Here a draw holds where the wrong word is not said: its truth is 0, and its interval is above 0
where it was said.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.accuracy.simulated_audits import World, simulate
from benchmarks.nightly.simulation import Drawn, Generator, Setting, Simulation, spread_out
from seethrough.engine.verdict.exposure import LEVEL, exposed_beyond_chance
from seethrough.sanitizers.custext import CusText
from seethrough.word_level.epsilon_audit import audit_epsilon

SHARE = 20
"""Of so many draws one is a whole audit."""

_RIGHT, _WRONG = Drawn(0.0, 0.0, 0.0), Drawn(0.0, 1.0, 1.0)


def audits(world: str, wrong: str, setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Whole audits of invented people, with a linker and a judge that make no mistakes."""
    runs = max(2, draws // SHARE)
    seed = int(rng.integers(2**31))
    found = simulate(World(world, setting.people, setting.records), runs, seed)
    for i in range(runs):
        yield _WRONG if i < found.words[wrong] else _RIGHT


def exposed(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """What is disclosed of people without a leak: as in the control, and nobody may be named."""
    for rate, dependence in zip(rng.beta(1, 9, draws), rng.uniform(0.02, 0.3, draws), strict=True):
        sides = []
        for _ in range(2):
            asked = rng.integers(2, 12, setting.people)
            told = rng.binomial(asked, spread_out(rng, rate, dependence, setting.people))
            sides.append({str(i): (int(t), int(a)) for i, (t, a) in enumerate(zip(told, asked))})  # noqa: B905
        yield _WRONG if exposed_beyond_chance(*sides) else _RIGHT


def promises(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """CusText+ keeps its epsilon; its experiment may not call it broken."""
    for epsilon in rng.uniform(0.5, 6, max(2, draws // SHARE)):
        sanitizer = CusText(epsilon=float(epsilon), vocabulary=2000, k=10)
        seed = int(rng.integers(2**31))
        bounds = audit_epsilon(sanitizer, [("good", "great")], setting.people, seed=seed)
        yield _WRONG if any(b.broken for b in bounds) else _RIGHT


AUDITS = (Setting(3), Setting(10, 3), Setting(30), Setting(100))

SIMULATIONS = (
    *(
        Simulation(f"false {wrong} ({world})", f"whole audits, `{world}`: no false {wrong}",
                   partial(audits, world, wrong), AUDITS, 0.95)
        for world, wrong in (("none", "fail"), ("chance", "fail"), ("some", "pass"),
                             ("spread", "pass"))
    ),
    Simulation("exposed", "nobody named as exposed without a leak", exposed,
               tuple(Setting(n) for n in (3, 10, 30, 100, 300)), 1 - LEVEL),
    Simulation("promises", "no kept promise called broken", promises,
               (Setting(200), Setting(1000)), 0.95),
)  # fmt: skip
