"""Contact data and full names that stand in the release, whatever the share of all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.engine.verdict.test_exposure import crowd, group, run

from seethrough.attacks.identifiers import Identifiers
from seethrough.attacks.inference import Inference
from seethrough.engine.runs.cells import Arm
from seethrough.engine.verdict.standing import contacts_standing, names_standing
from seethrough.evidence.standing import Place, StandingIdentifiers
from seethrough.protocols import Knowledge, Outcome
from seethrough.records.corpus import Corpus


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


@pytest.mark.parametrize(
    ("identifier", "reasons"),
    [
        *((address, 1) for address in ("12 Oak Street", "Hauptstr. 12", "P.O. Box 211")),
        *((code, 1) for code in ("KX19 ABC", "40213", "3-3047", "an_otter", "x.com/otter")),
        *((short, 0) for short in ("12", "1987", "R5-2")),
    ],
)
def test_the_address_or_code_of_one_person_in_their_own_record(
    identifier: str, reasons: int
) -> None:
    arms = standing(OWN, {"p": (identifier,)}), standing(OWN, {})
    assert len(names_standing([run(Identifiers(), *arms)], NOBODY)) == reasons
    assert contacts_standing([run(Identifiers(), *arms)], NOBODY) == []


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


def test_what_a_record_that_was_not_attacked_holds_is_nobodys_alone() -> None:
    seen = standing(OWN, {"p": ("555-1234",)})
    private = Corpus.from_texts(["Call 555-1234.", "Office: 555 1234"], persons=["p", "left out"])
    everything = replace(run(Identifiers(), seen, None), eligible=len(OWN))
    assert [r.kind for r in contacts_standing([everything], private)] == ["contacts_shared"]
