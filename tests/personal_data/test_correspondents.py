"""Names at the places where a letter names its reader and writer, and a dialogue its speakers."""

import pytest

from seethrough.personal_data.correspondents import correspondents
from seethrough.personal_data.identifiers import find


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Kourtney,\nthe draft is attached.", ["Kourtney"]),
        ("Zimin: I have the model. Please call.", ["Zimin"]),
        ("Hey Tana and Rhett,  please see below.", ["Tana", "Rhett"]),
        ("Please let me know.\n\nSavita\n", ["Savita"]),
        ("Shall we?\n- Vasant P. Shanbhogue", ["Vasant P. Shanbhogue"]),
        ("Ubul: What a day.\nNicole: Remember me?", ["Ubul", "Nicole"]),
    ],
)
def test_letters_and_dialogues_name_people(text: str, names: list[str]) -> None:
    assert list(correspondents(text)) == names
    written = " ".join(i.written for i in next(find([text])))
    assert all(name.replace(".", "") in written.replace(".", "") for name in names)


@pytest.mark.parametrize(
    "text",
    [
        "Guys,\nplease see below.\nThanks a lot.\nThanx,",
        "Chandigarh, Oct. 25 (PTI): The bank of India said so.",
        "Pros:\n1. It is quick.\nCons:\n2. It is not.",
        "Causes are\nCinnarizine\nFlunarizine",
        "Creatinine: It was high.\nGlucose: It was low.",
        "Gentlemen:  The meeting is at noon. However, we may be late.",
    ],
)
def test_other_words_there_are_nobody(text: str) -> None:
    assert list(correspondents(text)) == []
