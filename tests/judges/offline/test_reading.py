"""What the offline judge reads out of a text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough.judges.offline.reading import LONGEST, age_bands, exact_ages, read, sentences, sex


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He is ill. She is not.", ["He is ill.", "She is not."]),
        ("Temperature 39.5°C. Pulse 90/min.", ["Temperature 39.5°C.", "Pulse 90/min."]),
        ("Na+ 131 mEq/L\nK+ 4.1 mEq/L", ["Na+ 131 mEq/L", "K+ 4.1 mEq/L"]),
        ("Wait... what? Yes!", ["Wait... what?", "Yes!"]),
        ("他是老师。她是医生。", ["他是老师。", "她是医生。"]),
        ("", []),
        (" \n\t ", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_no_sentence_is_very_long_and_no_word_is_lost() -> None:
    text = "word, " * 500 + "end"
    parts = sentences(text)
    assert max(len(part.split()) for part in parts) <= LONGEST
    assert " ".join(parts).split() == text.split()


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("She denies fever and chills.", {"fever", "chills"}),
        ("There is no rash, but itching persists.", {"rash"}),
        ("The cervical swab is negative.", {"cervical", "swab"}),
        ("He has fever without cough. He has pain.", {"cough"}),
        ("He has fever.", set()),
    ],
)
def test_negation_reaches_to_the_end_of_its_clause(text: str, negated: set[str]) -> None:
    reading = read(text)
    content = {"fever", "chills", "rash", "itching", "cervical", "swab", "cough", "pain"}
    under = {w for w, no in zip(reading.words, reading.negated, strict=True) if no and w in content}
    assert under == negated


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("For three days he took 2,000 mg.", [(3.0, "day"), (2000.0, "mg")]),
        ("pulse is 90/min", [(90.0, "minut")]),
        ("39.5°C (102.3°F)", [(39.5, "c"), (102.3, "f")]),
        ("twice", [(2.0, "")]),
        ("version 1.2.3", [(float("nan"), "")]),
    ],
)
def test_numbers_have_values_and_units(text: str, numbers: list[tuple[float, str]]) -> None:
    found = [(n.value, n.unit) for n in read(text).numbers]
    assert str(found) == str(numbers)


@pytest.mark.parametrize("mask", ["***", "[NAME]", "<DATE_TIME>", "XXX", "█████", "____"])
def test_redaction_marks_say_nothing(mask: str) -> None:
    assert read(f"She saw {mask} on {mask}.").words == ("she", "saw", "on")
    assert read("[HCO3] is <5 and x > 3 *").words


def test_ages() -> None:
    assert age_bands("a 45-year-old man") == age_bands("a ***-year-old man") == []
    assert exact_ages("a 43-year-old woman, her son aged 7 and an 18-month-old") == [43, 7, 1.5]
    assert exact_ages("for 43 years") == []
    assert age_bands("a woman in her forties") == [(40, 49.99)]
    assert age_bands("in his early 20s") == [pytest.approx((20, 29.99))]
    assert age_bands("a middle-aged man")[0][0] < 45


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a woman brought by her husband he called", -1),
        ("he says his knee hurts", 1),
        ("the patient is well", 0),
    ],
)
def test_sex(text: str, expected: int) -> None:
    assert sex(text.split()) == expected


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    reading = read(text)
    assert len(reading.words) == len(reading.stems) == len(reading.sentence) == len(reading.negated)
    assert all(0 <= s < len(reading.sentences) for s in reading.sentence)
    assert all(0 <= a < b <= len(reading.words) for a, b, _ in reading.phrases)
