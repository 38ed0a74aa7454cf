"""A claim's words in a row, turned around."""

import pytest

from seethrough.judges.local import Local
from seethrough.judges.offline.turned import turned


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        ("The patient left a note.", "She left no note and called a friend.", "denied"),
        ("The patient has urinary urgency.", "He has no urinary urgency.", "denied"),
        ("The patient smokes.", "He has never smoked.", "denied"),
        ("The patient has a cough.", "He hasn't had any cough.", "denied"),
        ("Police called under the protocol.", "Police not called under the protocol.", "denied"),
        ("The bank has given back half.", "If the bank had given back half I'd be glad.", "unreal"),
        ("The patient stopped smoking.", "He would have stopped smoking by then.", "unreal"),
        ("The user carries two pens.", "It's her cousin who carries two pens.", "another"),
        ("The patient has diabetes.", "His father has diabetes.", "another"),
        ("The patient has HIV.", "She is well. Her older sister had HIV.", "another"),
        ("The writer lost his job.", "I hear that my brother lost his job.", "another"),
        ("The user is pregnant.", "Her neighbour is pregnant.", "another"),
        ("He was born in Detroit.", "It was his assistant who was born in Detroit.", "another"),
    ],
)
def test_what_is_turned_around(claim: str, passage: str, expected: str) -> None:
    assert turned(claim, passage) == expected
    assert Local().rate([claim], [passage])[0].grade == 3


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The patient has HIV.", "Nobody knows that she has HIV."),
        ("The patient has HIV.", "Her husband does not know she has HIV."),
        ("The patient has HIV.", "There is no doubt she has HIV."),
        ("The patient smokes.", "He not only smokes, he drinks."),
        ("The patient drinks five beers.", "He drinks no less than five beers."),
        ("The patient has a rash.", "She has no fever but has a rash."),
        ("The patient has a rash.", "No fever, has a rash."),
        ("The patient smokes.", "He had never smoked. Now he smokes."),
        ("The patient smokes cigarettes.", "He smokes no cigarettes. Cigarettes he smokes too."),
        ("The patient has no cough.", "He has no cough."),
        ("Case 4471 was closed.", "Case no. 4471 was closed."),
        ("The patient has HIV.", "Why doesn't he have HIV?"),
        ("The patient has HIV.", "It is the patient who has HIV."),
        ("The patient has HIV.", "It is she who has HIV."),
        ("The patient was prescribed oxycodone.", "It was her doctor who prescribed oxycodone."),
        ("The patient has diabetes.", "His father has diabetes, too."),
        ("The patient has diabetes.", "He and his father have diabetes."),
        ("The patient has diabetes.", "His father has diabetes. He has diabetes."),
        ("The patient has a fever.", "She says her daughter has a fever."),
        ("The patient has chest pain.", "Ms K. called. Her husband has chest pain."),
        ("The patient's father has diabetes.", "His father has diabetes."),
        ("The writer has asthma.", "My brother and I have asthma."),
        ("The patient's son was two.", "She left without her son, who was two."),
        ("The patient would move.", "He would move if he could."),
    ],
)
def test_what_is_not(claim: str, passage: str) -> None:
    assert turned(claim, passage) == ""
