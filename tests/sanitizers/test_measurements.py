import pytest
from hypothesis import given
from hypothesis import strategies as st

import seethrough
from seethrough.redaction.measurements import is_measurement


@pytest.mark.parametrize(
    ("before", "surface", "after"),
    [
        ("pulse is ", "80", "/min"), ("pulse is ", "80", " per minute"), ("a ", "98.0°F", " fever"),
        ("blood pressure ", "120/70", " mm Hg, "), ("BP 120/70 ", "mm Hg", "."),
        ("of 11 g/", "dL", ""),
        ("reflexes are ", "2+", " throughout"), ("AST 155 ", "U/L", "\nALT"), ("at ", "37", " °C"),
        ("saturation ", "99", "%"), ("weighs ", "70", " kg"), ("at ", "18/minute", ""),
        ("osmolality 280 ", "mOsm", "/kg"), ("FSH 4 ", "mIU/mL", ""), ("a ", "2 to 3", " cm mass"),
    ],
)  # fmt: skip
def test_values_and_units(before: str, surface: str, after: str) -> None:
    start = len(before)
    assert is_measurement(before + surface + after, start, start + len(surface))


@pytest.mark.parametrize(
    ("before", "surface", "after"),
    [
        ("He is ", "37", " and well"), ("in ", "1999", ""), ("on ", "12/03/2021", ""),
        ("", "Ms Gray", ""), ("I am ", "25", " m and"), ("Dear ", "L.", ""), ("I am ", "25m", ""),
        ("call ", "555-0199", ""), ("on ", "5/12", ", in Leeds"), ("A ", "45-year-old", " man"),
        ("room ", "80", " months later"), ("", "Min", "-jun Park"), ("", "", "/min"),
        ("is ", "45", "-year-old"), ("aged ", "45", " d'Arcy"),
    ],
)  # fmt: skip
def test_ages_dates_numbers_and_names(before: str, surface: str, after: str) -> None:
    start = len(before)
    assert not is_measurement(before + surface + after, start, start + len(surface))


@given(st.text(), st.integers(0, 40), st.integers(0, 40))
def test_any_text_is_answered(text: str, start: int, length: int) -> None:
    assert is_measurement(text, start, start + length) in (True, False)


def test_scrubbing_keeps_measured_values() -> None:
    text = "Her pulse is 88/min, blood pressure 124/82 mm Hg and temperature 98.0°F."
    private = seethrough.Corpus.from_texts([text])
    assert seethrough.sanitize(private, "scrub").corpus.texts[0] == text
