"""Signs beside the words that a passage has in common with a claim."""

import pytest

from seethrough.judges.local import Local
from seethrough.judges.offline.signs import clash, signed_words
from seethrough.judges.rouge import words


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The patient is HIV+ and pregnant now.", "The patient is HIV- and pregnant now."),
        ("The patient is HIV+ and pregnant now.", "Now the patient is HIV- and pregnant now."),
        ("The patient's troponin is > 0.5 ng/mL.", "The patient's troponin is < 0.5 ng/mL."),
        ("The patient's troponin is >0.5 ng/mL.", "The patient's troponin is ≤ 0.5 ng/mL."),
        ("The patient's base excess is -5 mmol/L.", "The patient's base excess is 5 mmol/L."),
        ("The patient's base excess is 5 mmol/L.", "The patient's base excess is (−5) mmol/L."),
        ("The culture was gram + and MRSA +.", "The culture was gram - and MRSA -."),
        ("The culture was HIV (+) and dry.", "The culture was HIV (-) and dry."),
        ("Blood group of the patient is A+.", "Blood group of the patient is A-."),
        ("The patient has +cough at night.", "The patient has -cough at night."),
    ],
)
def test_opposite_signs_are_another_fact(claim: str, passage: str) -> None:
    assert clash(claim, passage) == "opposite"
    rating = Local().rate([claim], [passage])[0]
    assert (rating.grade, rating.note) == (3, "told with the opposite sign")
    assert Local().rate([claim], [claim])[0][:2] == (1, 1.0)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The patient is HIV+ and pregnant now.", "The patient is HIV and pregnant now."),
        ("The writer has 5+ years of practice.", "The writer has 5 years of practice."),
        ("The patient's pulse is < 90 at rest.", "The patient's pulse is 90 at rest."),
        ("The error was ± 5 mm at most.", "The error was 5 mm at most."),
        ("The patient was HIV+ in May 2003.", "The patient was HIV- in May 2003. Later HIV+."),
    ],
)
def test_other_signs_need_a_closer_look(claim: str, passage: str) -> None:
    assert clash(claim, passage) == "other"


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The patient is tall and smokes daily.", "The patient is tall - and smokes daily."),
        ("The patient takes 5 mg of warfarin.", "- The patient takes 5 mg of warfarin."),
        ("Warfarin 5 mg was given daily.", "-Warfarin 5 mg was given daily."),
        ("5 mg of warfarin were given.", "Drugs:\n-5 mg of warfarin were given."),
        ("Stay of 5-10 days in hospital.", "Stay of 5 - 10 days in hospital."),
        ("Stay of 5-10 days in hospital.", "Stay of 5 -10 days in hospital."),
        ("The patient had Covid-19 in May.", "The patient had Covid-19 in May."),
        ("She wrote an e-mail to him.", "She wrote an e-mail to him - twice."),
        ("The patient's base excess is +5 mmol.", "The patient's base excess is 5 mmol."),
        ("The patient is HIV+ and pregnant now.", "The patient is HIV + and pregnant now."),
        ("He lives in Graz with Ann.", "> He lives in Graz with Ann. -> <NAME>"),
        ("The pre- and post-test were bad.", "The pre- and post-test were bad."),
        ("The patient was HIV+ in May 2003.", "The patient was HIV- in May 2003. The patient was "
         "HIV+ in May 2003."),
    ],
)  # fmt: skip
def test_hyphens_ranges_dashes_and_bullets_are_no_signs(claim: str, passage: str) -> None:
    assert clash(claim, passage) == ""


def test_the_words_are_those_of_the_judge() -> None:
    text = "Na+ 4.1 | İzmir's A- <NAME> x_y (+) −5…"
    assert [signed.word for signed in signed_words(text)] == words(text)
