import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.text import sentences as cutting
from seethrough.text.sentences import WORD, sentences, units


def texts(text: str) -> list[str]:
    return [unit.text for unit in units(text)]


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Pressure is 125/90 mm Hg. He rests.", ["Pressure is 125/90 mm Hg.", "He rests."]),
        ("Dr. Ola Berg saw him. Fine!", ["Dr. Ola Berg saw him.", "Fine!"]),
        ("It cost 3.5 USD (approx. 3 EUR). OK", ["It cost 3.5 USD (approx. 3 EUR).", "OK"]),
        ("我住在北京。你呢？", ["我住在北京。", "你呢？"]),
        ("Pulse is 90/min; skin is warm", ["Pulse is 90/min;", "skin is warm"]),
        ("✅ Username- 😃 admin ✅ Port: 22", ["Username-   admin", "Port: 22"]),
    ],
)
def test_sentences(line, parts):
    assert [" ".join(p.split()) for p in sentences(line)] == [" ".join(p.split()) for p in parts]


def test_wrapped_lines_are_joined_and_bullets_are_not():
    mail = (
        "The counterparties were the State Bank, as trustee for the fund, and\n"
        "another bank as agent for it.\n- one\n- two"
    )
    assert texts(mail)[1:] == ["one", "two"]
    assert texts(mail)[0].endswith("and another bank as agent for it.")


def test_headings_speakers_numbers_and_code():
    found = units("Allergies:\n1. nuts\n2. eggs")
    assert [(u.text, u.header, u.mark) for u in found] == [
        ("Allergies", "", ""),
        ("nuts", "Allergies", "1."),
        ("eggs", "Allergies", "2."),
    ]
    assert [u.speaker for u in units("Doctor: Hi.\nPatient: Hello.\nDoctor: Well?")] == [
        "Doctor",
        "Patient",
        "Doctor",
    ]
    assert [u.code for u in units("```\nx = [1]; y = {}\n```\nWhy?")] == [True, False]


@given(st.text(max_size=300))
def test_no_word_is_lost(text):
    found = " ".join(f"{u.mark} {u.speaker} {u.text}" for u in units(text))
    assert set(WORD.findall(text)) <= set(WORD.findall(found))


@given(st.text(alphabet="ab .!?;…。；\"')」\n", max_size=40))
def test_ends_are_those_of_the_pattern(text: str) -> None:
    found, plainly = cutting._ends(text), cutting._END.finditer(text)
    assert [m.span() for m in found] == [m.span() for m in plainly]
