"""Who is exposed one by one, whatever the mean says; nobody is where chance explains it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from seethrough.attacks.identifiers import Identifiers
from seethrough.attacks.inference import Inference
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.engine.verdict.exposure import (
    contacts_standing,
    disclosed,
    exposed_beyond_chance,
    exposed_people,
    names_standing,
)
from seethrough.evidence.linked import RankedRecord, RatedClaim, RatedRecord
from seethrough.evidence.standing import Place, StandingIdentifiers
from seethrough.protocols import Knowledge, Outcome, Sensitivity
from seethrough.records.corpus import Corpus

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


def standing(own: dict[str, tuple[str, ...]], there: dict[str, tuple[str, ...]]) -> Arm:
    return group(
        {
            name: StandingIdentifiers(
                facts, tuple(Place(f, "r", "text") for f in there.get(name, ()))
            )
            for name, facts in own.items()
        }
    )


NOBODY = Corpus.from_texts([])

OWN = {
    "p": ("a@b.example", "Ann Lee", "555-1234", "Lee"),
    "q": ("a@b.example", "44710", "Bo Day"),
    "r": ("5551234567", "Cy Fox"),
}


def test_a_number_or_address_of_one_person_alone_fails_whatever_the_share() -> None:
    seen = standing(OWN, {"p": ("555-1234", "a@b.example"), "q": ("44710",), "r": ()})
    reason, shared = contacts_standing([run(Identifiers(), seen, None)], NOBODY)
    assert (reason.kind, reason.word, reason.questions) == (
        "contacts_standing", "fail", ("identifiers",),
    )  # fmt: skip
    assert (shared.kind, shared.word) == ("contacts_shared", "inconclusive")
    # The mail address is two people's, and five digits are too few to be anybody's alone.
    assert reason.facts == shared.facts == {"people": 1, "of": 3, "private": {"people": ["p"]}}


def test_what_other_attacks_and_records_say_hides_no_contact_data() -> None:
    seen = standing(OWN, {"r": ("5551234567",)})
    mixed = Arm([Knowledge("x", "x", ()), *seen.knowledge], [Outcome({}), *seen.outcomes])
    (reason,) = contacts_standing([run(Identifiers(), mixed, None)], NOBODY)
    assert reason.facts["private"] == {"people": ["r"]}


@pytest.mark.parametrize(("people", "words"), [(1, ["fail"]), (5, ["inconclusive"]), (6, [])])
def test_what_a_household_shares_bars_a_pass(people: int, words: list[str]) -> None:
    own = {f"p{i}": ("a@b.example",) for i in range(people)}
    reasons = contacts_standing([run(Identifiers(), standing(own, own), None)], NOBODY)
    assert [reason.word for reason in reasons] == words


def test_short_or_missing_contact_data_is_no_such_reason() -> None:
    own = OWN | {"s": ("447102",)}
    for there in ({}, {"s": ("447102",)}, {"p": ("Ann Lee",)}):
        cells = [run(Identifiers(), standing(own, there), None)]
        assert contacts_standing(cells, NOBODY) == []
    assert contacts_standing([run(Inference(), crowd([1], [1]), None)], NOBODY) == []


def test_of_a_sample_what_others_hold_is_nobodys_alone() -> None:
    seen = standing(OWN, {"p": ("555-1234",), "r": ("5551234567",)})
    sampled = replace(run(Identifiers(), seen, None), eligible=99)
    texts = ["Call 555-1234.", "Office: 555 1234", "Call 5551234567", "At 555-123-4567."]
    private = Corpus.from_texts(texts, persons=["p", "somebody else", "r", "r"])
    reason, shared = contacts_standing([sampled], private)
    assert reason.facts["private"] == {"people": ["r"]}
    assert (shared.kind, shared.facts["private"]) == ("contacts_shared", {"people": ["p"]})


def test_who_is_named_in_full_in_their_own_record_alone() -> None:
    there = {"p": ("Ann Lee", "Lee"), "q": ("Bo Day",), "r": ("5551234567",)}
    cell = run(Identifiers(), standing(OWN, there), standing(OWN, {"q": ("Bo Day",)}))
    (reason,) = names_standing([cell], NOBODY)
    assert (reason.kind, reason.word) == ("names_standing", "inconclusive")
    assert reason.facts == {"people": 1, "of": 3, "private": {"people": ["p"]}}
    # Neither a cell without such a control nor a record without this evidence hides the others.
    arms = [
        Arm([Knowledge("x", "x", ()), *arm.knowledge], [Outcome({}), *arm.outcomes])
        for arm in (cell.targets, standing(OWN, {"q": ("Bo Day",)}))
    ]
    cells = [run(Identifiers(), standing(OWN, there), None), run(Identifiers(), *arms)]
    assert names_standing(cells, NOBODY) == [reason]
    alone = standing(OWN, {"p": ("Lee",)})
    assert names_standing([run(Identifiers(), alone, standing(OWN, {}))], NOBODY) == []
    for name, full in (("李雷", 1), ("김철수", 1), ("Kowala-Branta", 0), ("李雷 2", 0)):
        cell = run(Identifiers(), standing(OWN, {"p": (name,)}), standing(OWN, {}))
        assert len(names_standing([cell], NOBODY)) == full, name
    assert names_standing([run(Identifiers(), standing(OWN, there), None)], NOBODY) == []


def test_who_is_named_in_full_where_records_stand_for_nobody() -> None:
    last = [f"{a}{b}rn" for a in "BDFGHJKL" for b in "aeiou"]
    own = {f"p{i}": (f"Ann {name}", "Bo Day") for i, name in enumerate(last)}
    others = {f"q{i}": (f"Cy {name}", "Bo Day") for i, name in enumerate(last)}
    private = Corpus.from_texts([" and ".join(names) for names in own.values()], persons=[*own])

    def named(mine: int, theirs: int) -> list[Any]:
        there = (
            {p: names for p, names in [*side.items()][:n]}
            for side, n in ((own, mine), (others, theirs))
        )
        arms = (standing(a, b) for a, b in zip((own, others), there, strict=True))
        return names_standing([run(Identifiers(), *arms, paired=False)], private)

    (reason,) = named(2, 0)
    assert (reason.kind, reason.word) == ("names_standing", "inconclusive")
    whose = {"people": ["p0", "p1"]}
    assert reason.facts == {"people": 2, "of": 40, "anywhere": True, "private": whose}
    (reason,) = named(40, 4)
    assert reason.facts["people"] == 40
    assert named(0, 0) == named(2, 1) == named(4, 3) == []


def test_a_name_that_several_people_bear_names_nobody() -> None:
    own = {f"p{i}": ("Bo Day",) for i in range(2)}
    arms = standing(own, own), standing(OWN, {})
    for persons, count in ((["p0", "p1"], 0), (["p0", "p0"], 1)):
        private = Corpus.from_texts(["Bo Day", "Bo Day"], persons=persons)
        assert len(names_standing([run(Identifiers(), *arms, paired=False)], private)) == count


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


def test_what_a_record_that_was_not_attacked_holds_is_nobodys_alone() -> None:
    seen = standing(OWN, {"p": ("555-1234",)})
    private = Corpus.from_texts(["Call 555-1234.", "Office: 555 1234"], persons=["p", "left out"])
    everything = replace(run(Identifiers(), seen, None), eligible=len(OWN))
    assert [r.kind for r in contacts_standing([everything], private)] == ["contacts_shared"]


def test_the_reason_names_the_figure_of_all_claims_wherever_it_stands() -> None:
    attack = SimpleNamespace(figures=Inference().figures[::-1])
    cell = run(attack, crowd([1] * 8, [3] * 8), crowd([3] * 8, [3] * 8))
    assert {r.figure for r in exposed_people([cell])} == {"semantic.leak_rate"}
