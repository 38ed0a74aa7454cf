from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from tests.attacks.test_memorization import Scripted

import seethrough as st
from seethrough.attacks.memorization import Memorization
from seethrough.engine.floors import baseline
from seethrough.estimates.estimate import Interval, assemble
from seethrough.finetuning.made_up import people
from seethrough.model_releases.stand_ins import KnownByHeart
from seethrough.protocols import Direction, Figure, Tally
from seethrough.records.releases.model import ModelRelease
from seethrough.taggers.column import Column


def found(direction: Direction, base: float, control: float | None, n: int = 60) -> list[Any]:
    figure = Figure("x", direction, "A.", "B.", most=1.0, questions=("sensitive",))
    names = [str(i) for i in range(n)]
    rows = {
        "control": None if control is None else [Tally(control)] * n,
        "baseline": [Tally(float(i < base * n)) for i in range(n)],
    }
    estimate = assemble(figure, {}, [Tally(1.0)] * n, names, **rows)  # type: ignore[arg-type]
    cell: Any = SimpleNamespace(attack=SimpleNamespace(figures=[figure]), estimates=[estimate])
    return [(r.kind, r.word, r.figure, r.questions) for r in baseline.reasons([cell])]


@pytest.mark.parametrize(
    ("direction", "base", "control", "knows"),
    [
        ("lower_is_better", 0.5, 0.0, True),
        ("lower_is_better", 0.05, 0.0, False),
        ("lower_is_better", 0.0, 0.0, False),
        ("lower_is_better", 0.0, 1.0, False),
        ("lower_is_better", 0.5, None, False),
        ("higher_is_better", 0.5, 1.0, True),
        ("higher_is_better", 1.0, 0.0, False),
    ],
)
def test_a_baseline_that_tells_more_of_the_targets_than_of_others(
    direction: Direction, base: float, control: float | None, knows: bool
) -> None:
    wide = ("sensitive", "anonymous")
    assert (
        found(direction, base, control) == [("baseline_knows", "inconclusive", "x", wide)] * knows
    )


def test_what_a_baseline_cannot_tell_hides_nothing_behind_it() -> None:
    figures = [
        Figure(
            name,
            "lower_is_better",
            "A.",
            "B.",
            questions=() if name == "informs" else ("sensitive",),
        )
        for name in ("informs", "alone", "no low", "no high", "as high", "knows")
    ]
    ends = Interval(0.5, 0.4, 0.6, 60, "test"), Interval(0.1, 0.0, 0.2, 60, "test")
    own = [
        replace(assemble(figure, {}, [Tally(1.0)], ["p"]), baseline=ends[0], control=ends[1])
        for figure in figures
    ]
    own[1] = replace(own[1], baseline=None)
    own[2] = replace(own[2], baseline=replace(ends[0], low=None))
    own[3] = replace(own[3], control=replace(ends[1], high=None))
    own[4] = replace(own[4], control=replace(ends[1], high=0.4))
    cell: Any = SimpleNamespace(attack=SimpleNamespace(figures=figures), estimates=own)
    assert [reason.figure for reason in baseline.reasons([cell])] == ["knows"]


@pytest.mark.long
def test_a_model_that_recites_is_no_pass_beyond_a_baseline_that_recites() -> None:
    private, control = people(80, seed=0), people(80, seed=0, start=1001)
    known = KnownByHeart.of(private)

    class Recites(Scripted):
        def untouched(self) -> Any:
            return self

    for name in ("ask", "go_on", "chances", "read"):
        setattr(Recites, name, lambda _, *given, name=name: getattr(known, name)(*given))
    attacks = [Memorization(tagger=Column())]
    result = st.audit(private, ModelRelease(Recites({})), control=control, attacks=attacks)
    assert result["memorization.exact"].value == 1
    assert result.verdict.word == "inconclusive"
    assert "baseline_knows" in {reason.kind for reason in result.verdict.reasons}
