"""Claims that are longer than what the encoder reads at once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough.judges.local import Local
from seethrough.judges.offline.pieces import ROOM, pieces, together
from seethrough.judges.offline.sheets import tokens_of
from seethrough.protocols import Rating

LONG = (
    "The user went to the clinic last week because the user had this pain in the chest, and the "
    "doctor told the user that the user has angina, and then he asked the user about drugs, and "
    "the user said that the user uses cocaine every weekend, and the user's husband works for the "
    "police in Leeds, and the user lost the job in March because the user stole money from the "
    "boss, and the user is on antidepressants since the user's mother killed herself in 2012."
)
TOLD = (
    "She uses cocaine every weekend, stole money from her boss and lost the job in March. Her "
    "husband works for the police in Leeds. She has taken antidepressants since her mother killed "
    "herself in 2012."
)


def test_what_is_told_behind_the_start_of_a_long_claim_counts() -> None:
    partly, all_told, nothing = Local().rate(
        [LONG] * 3, [TOLD, LONG.replace("The user went", "She went"), "The ferry leaves at noon."]
    )
    assert (partly.grade, all_told.grade, nothing.grade) == (2, 1, 3)
    assert all_told.expected < partly.expected < nothing.expected


def test_a_long_claim_is_rated_by_its_own_pair_alone() -> None:
    short = "The user uses cocaine every weekend."
    claims = [short, LONG, *pieces(LONG)]
    together = Local().rate(claims, [TOLD] * len(claims))
    assert together == [Local().rate([claim], [TOLD])[0] for claim in claims]


def test_pieces_end_at_commas_and_keep_all_words() -> None:
    found = pieces(LONG)
    assert len(found) == 3
    assert " ".join(found) == LONG
    assert all(part.endswith((",", ".")) for part in found)
    assert pieces("The user has asthma.") == ("The user has asthma.",)


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=400))
def test_no_piece_is_longer_than_the_encoder_reads(claim: str) -> None:
    found = pieces(claim)
    assert "".join("".join(found).split()) == "".join(claim.split())
    assert all(len(tokens_of([part])[part]) <= ROOM for part in found)


@pytest.mark.parametrize(
    ("grades", "grade"),
    [([1, 1], 1), ([3, 3, 3], 3), ([1, 3], 2), ([2, 3, 3], 2), ([1, 2], 2), ([2, 2], 2)],
)
def test_some_of_a_claim_is_a_part_of_it(grades: list[int], grade: int) -> None:
    whole, parts = Rating(3, 2.9, "a note"), [Rating(g, float(g)) for g in grades]
    expected = 2.9 if grade == 3 else pytest.approx(sum(grades) / len(grades))
    assert together(whole, parts) == (grade, expected, "a note")
