"""Who is exposed one by one, whatever the mean says; nobody is where chance explains it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from seethrough.attacks.inference import Inference
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.engine.verdict.exposure import (
    disclosed,
    exposed_beyond_chance,
    exposed_people,
)
from seethrough.evidence.linked import RankedRecord, RatedClaim, RatedRecord
from seethrough.protocols import Knowledge, Outcome, Sensitivity

ALL = ("identifier", "special", "quasi", "private", "none")
Grades = list[int | None]


def group(people: dict[str, Any]) -> Arm:
    """Return records, one a person; several of a person are told apart by a sign behind a dot."""
    known = [Knowledge(name.partition(".")[0], name, ("k",)) for name in people]
    return Arm(known, [Outcome({}, evidence=evidence) for evidence in people.values()])


def rated(grades: Grades, sensitivity: Sensitivity = "special") -> RatedRecord:
    claims = tuple(RatedClaim(f"c{i}", g, "", sensitivity) for i, g in enumerate(grades))
    return RatedRecord(("k",), "r", "text", claims)


def run(attack: Any, targets: Arm, control: Arm | None, paired: bool = True) -> Cell:
    return Cell(attack, targets, control, Arm([], []), [], paired)


def crowd(first: Grades, rest: Grades, people: int = 20) -> Arm:
    return group({f"p{i:02}": rated(first if i == 0 else rest) for i in range(people)})


def test_one_person_of_twenty_is_named_though_the_mean_is_low() -> None:
    cell = run(Inference(), crowd([1] * 8, [3] * 8), crowd([3] * 8, [3] * 8))
    reasons = exposed_people([cell])
    assert [r.questions for r in reasons] == [("sensitive",), ("anonymous",)]
    for reason in reasons:
        assert (reason.kind, reason.word, reason.figure) == (
            "exposed_people", "fail", "semantic.leak_rate",
        )  # fmt: skip
        assert reason.facts["people"] == 1
        assert reason.facts["of"] == 20
        assert reason.facts["level"] == 0.01
        assert reason.facts["private"] == {"people": ["p00"]}


def test_nobody_is_exposed_by_what_the_control_discloses_as_well() -> None:
    assert (
        exposed_people([run(Inference(), crowd([1] * 8, [3] * 8), crowd([1] * 8, [3] * 8))]) == []
    )
    others = group({f"q{i}": rated([1] * 8) for i in range(20)})
    assert exposed_people([run(Inference(), crowd([1] * 8, [3] * 8), others, paired=False)]) == []
    none = group({f"q{i}": rated([3] * 8) for i in range(20)})
    (_, reason) = exposed_people([run(Inference(), crowd([1] * 8, [3] * 8), none, paired=False)])
    assert reason.facts["private"] == {"people": ["p00"]}


def test_only_claims_of_the_question_s_classes_count() -> None:
    targets = group({f"p{i}": rated([1] * 8 if i == 0 else [3] * 8, "quasi") for i in range(20)})
    control = group({f"p{i}": rated([3] * 8, "quasi") for i in range(20)})
    assert [r.questions for r in exposed_people([run(Inference(), targets, control)])] == [
        ("anonymous",)
    ]
    targets, control = (
        group({f"p{i}": rated([1 if i in told else 3] * 8, "private") for i in range(20)})
        for told in ((0,), ())
    )
    assert [r.questions for r in exposed_people([run(Inference(), targets, control)])] == [
        ("sensitive",), ("anonymous",),
    ]  # fmt: skip


def test_a_record_that_was_not_linked_hides_nobody_and_neither_does_another_attack() -> None:
    seen, beside = crowd([1] * 8, [3] * 8), crowd([3] * 8, [3] * 8)
    unread = Arm(seen.knowledge, [*seen.outcomes[:-1], Outcome({})])
    ranked = group({"p": RankedRecord(("k",), "r", "text", 1)})
    others = [run(Inference(), seen, None), run(Inference(), ranked, ranked)]
    cells = [*others, run(Inference(), unread, beside)]
    assert [(r.facts["people"], r.facts["of"]) for r in exposed_people(cells)] == [(1, 19)] * 2


def test_without_a_control_or_without_rated_claims_nothing_is_said() -> None:
    seen = crowd([1] * 8, [3] * 8)
    assert exposed_people([run(Inference(), seen, None)]) == []
    ranked = group({"p": RankedRecord(("k",), "r", "text", 1)})
    assert exposed_people([run(Inference(), ranked, ranked)]) == []


def test_one_record_of_many_that_a_person_has_exposes_the_person() -> None:
    def notes(told: int) -> Arm:
        names = [f"p{i:02}.{j}" for i in range(20) for j in range(20)]
        return group({n: rated([1] * 10 if n in names[:told] else [3] * 10) for n in names})

    few, none = notes(1), notes(0)
    assert exposed_beyond_chance(disclosed(few, ALL), disclosed(none, ALL)) == []
    for control, paired in ((none, True), (notes(0), False)):
        reasons = exposed_people([run(Inference(), few, control, paired)])
        assert [r.questions for r in reasons] == [("sensitive",), ("anonymous",)]
        for reason in reasons:
            assert reason.facts["private"] == {"people": ["p00"]}
            assert (reason.facts["people"], reason.facts["of"]) == (1, 20)
    assert exposed_people([run(Inference(), few, few)]) == []


def test_claims_are_counted_by_person_and_those_without_a_grade_are_not() -> None:
    two = group({"p.1": rated([1, 2, None]), "p.2": rated([1, 1]), "q": rated([3, None])})
    assert disclosed(two, ALL) == {"p": (3, 4), "q": (0, 1)}
    assert disclosed(two, ("quasi",)) == {"p": (0, 0), "q": (0, 0)}
    control = group({"p.1": rated([1, 3, 3]), "p.2": rated([2, 1]), "q": rated([1, 1])})
    assert disclosed(two, ALL, unless=control) == {"p": (1, 4), "q": (0, 1)}


def test_the_worst_come_first_and_equals_by_name() -> None:
    own = {f"p{i:02}": (0, 10) for i in range(40)}
    own |= {"b": (10, 10), "a": (10, 10), "c": (30, 30)}
    guessed = {f"p{i:02}": (0, 10) for i in range(40)}
    assert exposed_beyond_chance(own, guessed) == ["c", "a", "b"]
    assert exposed_beyond_chance({}, guessed) == []
    assert exposed_beyond_chance(own, {"p": (0, 0)}) == []
    assert exposed_beyond_chance(own, guessed | {"p": (0, 0)}) == ["c", "a", "b"]


def test_whoever_is_told_without_a_name_is_exposed_by_what_is_told() -> None:
    def named(grade: int, spared: bool) -> RatedRecord:
        claim = RatedClaim("Maria Lopez has HIV.", grade, "", "identifier", "special", spared)
        return RatedRecord(("k",), "r", "text", (claim,) * 8)

    others = {f"q{i}": named(3, False) for i in range(19)}
    for spared, questions in (
        (False, [("identifiers",), ("sensitive",), ("anonymous",)]),
        (True, [("sensitive",), ("anonymous",)]),
    ):
        own = group({"p": named(1, spared)} | others)
        reasons = exposed_people([run(Inference(), own, group({"p": named(3, False)} | others))])
        assert [reason.questions for reason in reasons] == questions
        assert all(reason.facts["of"] == 20 for reason in reasons)


def test_the_reason_names_the_figure_of_all_claims_wherever_it_stands() -> None:
    attack = SimpleNamespace(figures=Inference().figures[::-1])
    cell = run(attack, crowd([1] * 8, [3] * 8), crowd([3] * 8, [3] * 8))
    assert {r.figure for r in exposed_people([cell])} == {"semantic.leak_rate"}
