"""Who is most exposed, and what counts as a claim that leaked."""

from __future__ import annotations

from itertools import pairwise

import pytest

from seethrough.engine.runs.cells import Arm, Cell
from seethrough.engine.verdict.exposed_people import (
    ClaimFinding,
    PersonFinding,
    RecordFinding,
    people,
)
from seethrough.evidence.linked import RankedRecord, RatedClaim, RatedRecord
from seethrough.evidence.words import GuessedText
from seethrough.protocols import Knowledge, Outcome

Graded = list[tuple[str, int | None]]


@pytest.mark.parametrize(
    ("grade", "control", "leaked"),
    [
        (1, None, True), (2, None, True), (3, None, False), (None, None, False),
        (1, 2, True), (1, 3, True), (2, 3, True), (1, 1, False), (2, 2, False), (2, 1, False),
        (3, 3, False), (None, 3, False),
    ],
)  # fmt: skip
def test_a_claim_leaks_where_the_release_says_more_than_the_control(
    grade: int | None, control: int | None, leaked: bool
) -> None:
    assert ClaimFinding(RatedClaim("She keeps bees.", grade, "", "none"), control).leaked is leaked


def outcome(graded: Graded) -> Outcome:
    """Return what a judge said of a linked record."""
    claims = tuple(RatedClaim(claim, grade, "", "quasi") for claim, grade in graded)
    return Outcome({}, evidence=RatedRecord(("k",), "r", "text", claims))


def ranked(rank: int | None) -> Outcome:
    """Return at which place the right record was found."""
    return Outcome({}, evidence=RankedRecord(("k",), "r", "text", rank))


def run(
    targets: dict[str, Outcome], control: dict[str, Outcome] | None = None, paired: bool = True
) -> Cell:
    def group(arm: dict[str, Outcome]) -> Arm:
        return Arm([Knowledge(f"p{r}", r, ()) for r in arm], list(arm.values()))

    beside = None if control is None else group(control)
    return Cell(None, group(targets), beside, Arm([], []), [], paired)  # type: ignore[arg-type]


def order(*cells: Cell) -> list[str]:
    return [finding.person for finding in people(cells)]


def test_who_is_found_comes_first_then_who_leaks_the_larger_share_then_more() -> None:
    seen: dict[str, tuple[Graded, int]] = {
        "none": ([("a", 3)], 2),
        "half": ([("a", 1), ("b", 3)], 2),
        "found": ([("a", 3)], 1),
        "one": ([("a", 1)], 2),
        "two": ([("a", 1), ("b", 2)], 2),
        "found too": ([("a", 1)], 1),
        "many of more": ([("a", 1), ("b", 1), ("c", 1), ("d", 3)], 3),
    }
    cells = [
        run({name: ranked(rank) for name, (_, rank) in seen.items()}),
        run({name: outcome(graded) for name, (graded, _) in seen.items()}),
    ]
    assert order(*cells) == [
        "pfound too", "pfound", "ptwo", "pone", "pmany of more", "phalf", "pnone",
    ]  # fmt: skip
    found = people(cells)
    assert all(a.exposure >= b.exposure for a, b in pairwise(found))
    assert [f.reidentified for f in found] == [True, True, False, False, False, False, False]


def test_what_was_judged_stands_before_what_was_only_linked() -> None:
    judged, linked = outcome([("a", 1)]), ranked(1)
    for cells in (
        (run({"r": judged}), run({"r": linked})),
        (run({"r": linked}), run({"r": judged})),
    ):
        (finding,) = people(cells)
        assert finding.asked == finding.leaked == 1
        assert finding.reidentified
    assert people([run({"r": Outcome({}, evidence=GuessedText(blind="the"))})]) == []


@pytest.mark.parametrize(
    ("hits", "found"),
    [([False, True, None], True), ([False, None], False), ([None, None], None)],
)
def test_one_record_of_several_is_enough_to_find_somebody(
    hits: list[bool | None], found: bool | None
) -> None:
    person = PersonFinding("p", [RecordFinding("r", (), None, "", hit, ()) for hit in hits])
    assert person.reidentified is found
    assert person.exposure == (found is True, 0, 0)


def test_of_several_attacks_what_most_was_learned_counts_in_any_order() -> None:
    less, more = outcome([("a", 1), ("b", 3)]), outcome([("a", 1), ("b", 2)])
    first, second = ranked(1), ranked(7)
    for cells in (
        [run({"r": less}), run({"r": more}), run({"r": first}), run({"r": second})],
        [run({"r": second}), run({"r": more}), run({"r": less}), run({"r": first})],
        [run({"r": first}), run({"r": second}), run({"r": more}), run({"r": less})],
    ):
        (finding,) = people(cells)
        assert (finding.reidentified, finding.leaked, finding.asked) == (True, 2, 2)


def test_a_paired_control_takes_away_what_it_says_too() -> None:
    targets = {"r": outcome([("a", 1), ("b", 1), ("c", 2)])}
    control = {"r": outcome([("a", 1), ("b", 3), ("c", 1)])}
    (paired,) = people([run(targets, control)])
    assert (paired.asked, paired.leaked) == (3, 1)
    (others,) = people([run(targets, control, paired=False)])
    assert others.leaked == 3
    (alone,) = people([run(targets)])
    assert alone.leaked == 3
    assert alone.reidentified is None


def test_a_fact_told_without_what_identifies_is_no_identifier_that_leaked() -> None:
    claims = (
        RatedClaim("Ann Lee has a valve.", 1, "", "identifier", "special", True),
        RatedClaim("Lee, Ann", 2, "", "identifier", None, True),
        RatedClaim("Her mail is a@b.c.", 1, "", "identifier"),
    )
    (finding,) = people([run({"r": Outcome({}, evidence=RatedRecord((), "r", "", claims))})])
    assert finding.leaked == 3
    assert finding.to_json(text=False)["by_class"] == {
        "identifier": {"claims": 3, "leaked": 1},
        "special": {"claims": 1, "leaked": 1},
    }


def test_the_machine_form_of_a_person() -> None:
    cells = [
        run({"r": ranked(1)}),
        run({"r": outcome([("a", 1), ("b", 3)])}, {"r": outcome([("a", 3), ("b", 3)])}),
    ]
    (finding,) = people(cells)
    plain = {
        "person": "pr",
        "reidentified": True,
        "claims": 2,
        "leaked": 1,
        "by_class": {"quasi": {"claims": 2, "leaked": 1}},
    }
    assert finding.to_json(text=False) == plain
    same = {"control": 3, "note": "", "class": "quasi", "also": None, "spared": False}
    claims = [
        {"claim": "a", "grade": 1, "leaked": True, **same},
        {"claim": "b", "grade": 3, "leaked": False, **same},
    ]
    record = {"record": "r", "known": ["k"], "linked": "r", "hit": True, "passage": "text"}
    assert finding.to_json(text=True) == {**plain, "records": [{**record, "claims": claims}]}


def test_a_record_of_which_nothing_was_linked_hides_none_after_it() -> None:
    cell = run({"q": Outcome({}, evidence=GuessedText(blind="the")), "r": outcome([("a", 1)])})
    assert order(cell) == ["pr"]


def test_who_is_found_without_a_claim_is_exposed_by_no_share() -> None:
    (finding,) = people([run({"r": ranked(1)})])
    assert finding.exposure == (True, 0, 0)
