"""Questions answered with yes or no say what the answer makes of them."""

import pytest

from seethrough.judges.local import Local
from seethrough.judges.offline.forms.questions import as_statements

INTERVIEW = [
    ("The patient smokes.", "Does he smoke? {}"),
    ("The patient drinks alcohol.", "Doctor: Okay, and do you drink alcohol?\nPatient: {}"),
    ("He is married.", "Q: Are you married?\nA: {}"),
    ("The patient has chest pain.", "Doctor: Any chest pain? \nPatient: {}"),
    ("She takes insulin.", "She sleeps well. Is she taking insulin? {} She has a cat."),
]


@pytest.mark.parametrize(("claim", "passage"), INTERVIEW)
def test_the_answer_decides(claim: str, passage: str) -> None:
    said = [passage.format(answer) for answer in ("No.", "Nope, never.", "Yes.", "Yeah, I do.")]
    grades = [rating.grade for rating in Local().rate([claim] * 4, said)]
    assert grades == [3, 3, 1, 1]


def test_a_denial_in_question_and_answer_is_disclosed() -> None:
    passages = [
        "Doctor: How are you? \nPatient: Well. \nDoctor: Are you married? \nPatient: No.",
        "Doctor: And you do sleep? \nPatient: Yes. \nDoctor: Do you smoke?\nPatient: No.",
    ]
    ratings = Local().rate(["He is not married.", "She does not smoke."], passages)
    assert [rating.grade for rating in ratings] == [1, 1]


@pytest.mark.parametrize(
    ("passage", "read"),
    [
        ("Did he ever steal? No, never.", "he did not ever steal. No, never."),
        ("- So, did he steal?\n- Yes.", None),
        ("Steal? No.", None),
        ("Did he not steal? No.", None),
        ("Did he steal? No one knows.", None),
        ("Did he steal? He did.", None),
        ("Does your chest pain that he could steal get worse? No.", None),
        ("Who did steal? No idea.", None),
        ("Did he sing? No.", None),
    ],
)
def test_what_is_read_as_a_statement(passage: str, read: str | None) -> None:
    assert as_statements("He steals.", passage) == (read or passage)
    assert as_statements("Did he steal?", passage) == passage
