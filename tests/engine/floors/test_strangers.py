"""A control that knows what strangers cannot: named by figure, and by the people it knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from seethrough.attacks.inference import Inference
from seethrough.engine.floors import strangers
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.engine.verdict.limits import Tolerances
from seethrough.evidence.linked import RatedClaim, RatedRecord
from seethrough.protocols import Knowledge, Outcome, Tally
from seethrough.reasons import Reason

PEOPLE = 40
FIGURE = "semantic.leak_rate"
NOBODY = Arm([], [])


def group(disclosed: Sequence[bool], prefix: str) -> Arm:
    """Return an arm in which one person each has five claims, all disclosed or none."""
    outcomes = []
    for hit in disclosed:
        claims = [RatedClaim(f"c{i}", 1 if hit else 3, "", "special") for i in range(5)]
        seen = RatedRecord(("k",), "r", "text", tuple(claims))
        tallies = {figure.name: Tally(0.0) for figure in Inference.figures}
        outcomes.append(Outcome(tallies | {FIGURE: Tally(float(hit))}, evidence=seen))
    people = [Knowledge(f"{prefix}{i}", f"{prefix}{i}", ()) for i in range(len(outcomes))]
    return Arm(people, outcomes)


def run(control: Arm | None) -> Cell:
    return Cell(Inference(), NOBODY, control, NOBODY, (), False)


def reasons(cell: Cell, originals: Arm | None, tolerance: float = 0.05) -> list[Reason]:
    return strangers.reasons(cell, originals, Tolerances(tolerance))


SILENT = group([False] * PEOPLE, "o")
TELLING = group([i < 30 for i in range(PEOPLE)], "c")


def test_a_control_that_learns_more_than_strangers_originals_disclose_is_named() -> None:
    figure, people = reasons(run(TELLING), SILENT)
    assert (figure.kind, figure.word, figure.figure) == ("strangers_tell", "inconclusive", FIGURE)
    assert figure.facts == {"control": 0.75, "originals": 0.0, "held_out": True}
    assert people.facts["held_out"]
    (figure, people) = reasons(replace(run(TELLING), paired=True), SILENT)
    assert figure.facts == {"control": 0.75, "originals": 0.0}
    assert "held_out" not in people.facts
    assert figure.questions == ("sensitive", "anonymous")
    assert (people.kind, people.word) == ("told_elsewhere", "inconclusive")
    assert (people.facts["people"], people.facts["of"]) == (30, PEOPLE)
    assert set(people.facts["private"]["people"]) <= {f"c{i}" for i in range(30)}


def test_as_much_as_strangers_disclose_is_nothing() -> None:
    assert reasons(run(SILENT), SILENT) == []
    assert reasons(run(TELLING), TELLING) == []


def test_what_a_small_tolerance_does_not_excuse_is_named_and_a_large_one_excuses_no_more() -> None:
    def named(telling: int, tolerance: float) -> bool:
        told, silent = group([i < telling for i in range(80)], "c"), group([False] * 80, "o")
        found = reasons(run(told), silent, tolerance)
        return "strangers_tell" in {reason.kind for reason in found}

    assert [named(8, tolerance) for tolerance in (0.01, 0.05)] == [True, False]
    assert [named(20, tolerance) for tolerance in (0.05, 0.5)] == [True, True]


def test_two_people_of_whom_all_is_known_are_named_though_no_figure_rises() -> None:
    (people,) = reasons(run(group([i < 2 for i in range(PEOPLE)], "c")), SILENT)
    assert (people.kind, people.facts["private"]) == ("told_elsewhere", {"people": ["c0", "c1"]})


def test_where_there_is_nothing_to_compare_nothing_is_said() -> None:
    assert reasons(run(None), SILENT) == []
    assert reasons(run(TELLING), None) == []
    assert reasons(run(TELLING), NOBODY) == []


def test_a_figure_that_decides_nothing_or_counts_nothing_is_no_doubt() -> None:
    class Informs(Inference):
        figures = tuple(replace(figure, questions=()) for figure in Inference.figures)

    told = reasons(replace(run(TELLING), attack=Informs()), SILENT)
    assert [reason.kind for reason in told] == ["told_elsewhere"]
    nothing = [Outcome({f.name: Tally(0.0, 0) for f in Inference.figures}, evidence=o.evidence)
               for o in TELLING.outcomes]  # fmt: skip
    told = reasons(run(Arm(TELLING.knowledge, nothing)), SILENT)
    assert [reason.kind for reason in told] == ["told_elsewhere"]


def test_a_blind_guess_of_each_token_reads_no_strangers_record() -> None:
    class TokenForToken(Inference):
        token_for_token = True

    assert reasons(replace(run(TELLING), attack=TokenForToken()), SILENT) == []


def test_figures_that_chance_raises_are_passed_over() -> None:
    class ByChance(Inference):
        figures = tuple(replace(figure, by_chance=True) for figure in Inference.figures)

    told = reasons(replace(run(TELLING), attack=ByChance()), SILENT)
    assert [reason.kind for reason in told] == ["told_elsewhere"]
