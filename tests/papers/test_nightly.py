from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import pytest
from benchmarks.nightly import __main__ as nightly
from benchmarks.nightly import figures
from benchmarks.nightly.simulation import Counted, Drawn, Setting, Simulation

NAMES = {simulation.name: simulation for simulation in nightly.SIMULATIONS}
LONG = ("false", "learned", "promises")
"""Simulations that run whole audits, classifiers or sanitizers."""


def test_every_figure_of_every_component_is_covered() -> None:
    found = list(figures.figures())
    assert len(found) > 90
    assert [name for name in found if not figures.covered_by(name)] == []


def test_every_simulation_covers_a_figure_and_is_there() -> None:
    used = {name for _, names in figures.COVERED for name in names}
    assert used == set(NAMES)
    assert len(NAMES) == len(nightly.SIMULATIONS)


@pytest.mark.parametrize("name", [n for n in NAMES if not n.startswith(LONG)])
def test_a_few_draws_of_each_setting(name: str) -> None:
    simulation = NAMES[name]
    for setting in simulation.settings[:3]:
        found = simulation.run(setting, 12)
        assert 0 < found.of + found.none <= 12
        assert found.held >= 0.5 * found.of
        assert not found.fails


@pytest.mark.parametrize("name", ["hits", "paired facts", "judged", "rate", "exposed"])
def test_the_truth_is_what_the_draws_are_about(name: str) -> None:
    simulation, held, of = NAMES[name], 0, 0
    for setting in simulation.settings[-2:]:
        found = simulation.run(setting, 100)
        held, of = held + found.held, of + found.of
    assert held / of > 0.9  # 200 draws have a standard error of 1.5 %


def test_a_draw_is_the_same_again_and_another_with_another_seed() -> None:
    first, again, other = (NAMES["scores"].run(Setting(10), 5, seed).width for seed in (0, 0, 1))
    assert first == again != other


def always(low: float, setting: Setting, draws: int, rng: np.random.Generator) -> Iterator[Drawn]:
    for _ in range(draws):
        yield Drawn(0.5, low, 1.0)


@pytest.mark.parametrize(("low", "failed"), [(0.0, False), (0.6, True)])
def test_an_interval_that_misses_ends_with_1(
    low: float,
    failed: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    made = Simulation("made", "made up", lambda *given: always(low, *given), (Setting(3),))
    monkeypatch.setattr(nightly, "SIMULATIONS", (made,))
    monkeypatch.setattr(sys, "argv", ["nightly", "--draws", "50"])
    assert nightly.main() == int(failed)
    told = capsys.readouterr()
    assert ("FAILS" in told.out) == failed
    assert ("made, 3 people: the interval holds the truth too seldom" in told.err) == failed


def test_a_figure_that_nobody_covers_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(nightly, "SIMULATIONS", ())
    monkeypatch.setattr(figures, "MORE", ("invented.figure",))
    monkeypatch.setattr(sys, "argv", ["nightly"])
    assert nightly.main() == 1
    assert "invented.figure: no simulation covers it" in capsys.readouterr().err


def test_a_coverage_fails_where_it_is_beyond_doubt() -> None:
    # 900 of 1,000 are too few for 93 %, 920 may be chance.
    assert Counted(900, 1000, 0, 1.0, 0.93).fails
    assert not Counted(920, 1000, 0, 1.0, 0.93).fails
    assert not Counted(0, 0, 5, 1.0, 0.93).fails
    assert Counted(500, 1000, 0, 1.0, 0.93).ends == pytest.approx((0.4685, 0.5315), abs=1e-3)


def test_a_known_limit_has_a_floor_of_its_own() -> None:
    made = Simulation("made", "made up", lambda *given: always(0.6, *given), (Setting(3),),
                      known=((Setting(3), 0.0),))  # fmt: skip
    assert not made.run(Setting(3), 50).fails
    assert made.run(Setting(4), 50).fails


def test_an_unknown_simulation_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["nightly", "--only", "nothing"])
    with pytest.raises(SystemExit) as stopped:
        nightly.main()
    assert stopped.value.code == 2


def test_the_list_names_every_figure_and_why_others_are_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["nightly", "--list"])
    assert nightly.main() == 0
    printed = capsys.readouterr().out
    assert "| `semantic.leak_rate` | judged, judged half, judged difference, rated" in printed
    assert "NONE" not in printed
    assert "not an interval for a truth" in printed
