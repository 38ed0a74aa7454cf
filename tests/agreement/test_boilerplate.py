from __future__ import annotations

from seethrough.agreement.boilerplate import LEAST, without_boilerplate
from seethrough.agreement.passages import kind_of

HEAD = "Released by the records office. Third parties were left out."
RECORDS = [f"She keeps {number} goats. Her barn is {color}." for number, color in (
    ("nine", "red"), ("four", "blue"), ("two", "grey"), ("six", "green"),
)]  # fmt: skip


def test_what_many_passages_share_is_left_out() -> None:
    released = [f"{HEAD}\n{record.split('. ')[0]}." for record in RECORDS]
    bare = without_boilerplate(released)
    assert bare == ["She keeps nine goats.", "She keeps four goats.", "She keeps two goats.",
                    "She keeps six goats."]  # fmt: skip
    # With the head it is other words than the record's, and longer; without, a cut record.
    claims = RECORDS[0].split(". ")
    assert kind_of(claims[1:], released[0], True, record=RECORDS[0]) == "rewritten"
    assert kind_of(claims[1:], released[0], True, record=RECORDS[0], bare=bare[0]) == "cut"


def test_it_takes_three_different_passages_and_a_tenth_of_all() -> None:
    few = [f"{HEAD} {record}" for record in RECORDS[: LEAST - 1]]
    assert without_boilerplate(few) == few
    assert without_boilerplate([few[0]] * 10) == [few[0]] * 10  # copies of one passage
    many = [f"Row {number} of the table is here." for number in range(40)]
    three = [f"{HEAD} {record}" for record in RECORDS[:LEAST]]
    assert without_boilerplate([*three, *many])[:LEAST] == three  # three of 43


def test_nothing_but_boilerplate_stays() -> None:
    assert without_boilerplate([HEAD, f"{HEAD} One.", f"{HEAD} Two.", ""]) == [
        HEAD, "One.", "Two.", "",
    ]  # fmt: skip
