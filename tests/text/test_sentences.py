from time import process_time

import pytest
from hypothesis import example, given
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
        ("He won five.In 2018 she left.", ["He won five.", "In 2018 she left."]),
        ("She lives in Graz.He left!Born there", ["She lives in Graz.", "He left!", "Born there"]),
        ("Use ASP.Net or android.os.Bundle here", ["Use ASP.Net or android.os.Bundle here"]),
        ("Run app.R and Amazon.Com now", ["Run app.R and Amazon.Com now"]),
        ("Pulse is 90/min; skin is warm", ["Pulse is 90/min;", "skin is warm"]),
        (
            "On Jan. 5 he fell. It hurt in Jan. We met.",
            ["On Jan. 5 he fell.", "It hurt in Jan.", "We met."],
        ),
        (
            "He is 5 ft. 9 in. tall. He came in. We ate.",
            ["He is 5 ft. 9 in. tall.", "He came in.", "We ate."],
        ),
        ("The U.S. District Court met.", ["The U.S. District Court met."]),
        ("We left the U.S. My wife works.", ["We left the U.S.", "My wife works."]),
        (
            "I live in Apt. 4, 5 Main St. My son works.",
            ["I live in Apt. 4, 5 Main St.", "My son works."],
        ),
        (
            "I pay Sen. Hill and J. Smith Jr. Esq. for it.",
            ["I pay Sen. Hill and J. Smith Jr. Esq. for it."],
        ),
        ("My D.O.B. is 1 Jan. 1980.", ["My D.O.B. is 1 Jan. 1980."]),
        ("I have hepatitis C. My wife reads.", ["I have hepatitis C.", "My wife reads."]),
        (
            "We take vitamin D. We met J. K. Rowling.",
            ["We take vitamin D.", "We met J. K. Rowling."],
        ),
        (
            "Mr. J. I. Berg fought in World War I. I was there.",
            ["Mr. J. I. Berg fought in World War I.", "I was there."],
        ),
        ("It began at the age of 2. An aunt wept.", ["It began at the age of 2.", "An aunt wept."]),
        ("A. The lung", ["A. The lung"]),
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


@pytest.mark.parametrize(
    ("text", "headers"),
    [
        ("Plan:\n\n- rest\n- milk\n\nI left.", ["", "Plan", "Plan", ""]),
        ("## Plan\n* rest\n* milk", ["", "Plan", "Plan"]),
        ("**Plan:**\nrest", ["", "Plan"]),
        ("Dear Kim:\n\nI left.", ["", ""]),
        ("# What I did in May. And June.\nI left.", ["", "", ""]),
    ],
)
def test_what_stands_under_a_heading(text: str, headers: list[str]) -> None:
    assert [unit.header for unit in units(text)] == headers


def test_ticks_are_written_out() -> None:
    text = "☑ Smoker\n☐ Pregnant\n- [ ] Married\n[x] Retired\nHappy: ❌\nIll: ✅\n✅ Done"
    assert texts(text) == [
        "Smoker: yes",
        "Pregnant: no",
        "Married: no",
        "[x] Retired: yes",
        "Happy: no",
        "Ill: yes",
        "Done",
    ]


@pytest.mark.parametrize(
    ("text", "speakers"),
    [
        ("Tom: I fell\nAnna: oh\nTom: yes\nKim: I left\nAnna: wow", "Tom Anna Tom Kim Anna"),
        (
            "PATIENT: I fell.\nDOCTOR: I see.\nPATIENT: Yes.\nNURSE: Well.",
            "PATIENT DOCTOR PATIENT NURSE",
        ),
        (
            "Patient: I fell.\nDoctor: When?\nPatient: Monday.\nWife: Sunday.",
            "Patient Doctor Patient Wife",
        ),
        ("12/05/23, 10:32 - Anna: hi\n12/05/23, 10:33 - Tom: hello", "Anna Tom"),
        ("[10:32] Anna: hi\n[10:33] Tom: hello", "Anna Tom"),
        ("Anna (10:32): hi\nTom (10:33): hello", "Anna Tom"),
        ("<Anna> hi\n<Tom> hello\n<Anna> ok", "Anna Tom Anna"),
        ("<p> hi\n<li> hello\n<p> ok", "  "),
        ("Name: Anna Berg\nAge: 43", " "),
    ],
)
def test_who_speaks(text: str, speakers: str) -> None:
    assert [unit.speaker for unit in units(text)] == speakers.split(" ")


def test_the_time_of_a_line_is_kept() -> None:
    text = "[10:32] Anna: Hi. I fell.\n[10:33] Tom: Oh."
    assert [unit.mark for unit in units(text)] == ["[10:32]", "", "[10:33]"]


@example("❶ rest ➁ milk 🄀")
@given(st.text(max_size=300))
def test_no_word_is_lost(text):
    found = " ".join(f"{u.mark} {u.speaker} {u.text}" for u in units(text))
    assert set(WORD.findall(text)) <= set(WORD.findall(found))


@given(st.text(alphabet="ab .!?;…。；\"')」\n", max_size=40))
def test_ends_are_those_of_the_pattern(text: str) -> None:
    found, plainly = cutting._ends(text), cutting._END.finditer(text)
    assert [m.span() for m in found] == [m.span() for m in plainly]


@pytest.mark.parametrize("again", ["A. ", "Mrs. ", "( a. "])
def test_a_line_without_an_end_takes_no_quadratic_time(again: str) -> None:
    begin = process_time()
    assert sentences(again * 30_000)
    assert process_time() - begin < 10  # half a minute where each mark reads all that is before it
