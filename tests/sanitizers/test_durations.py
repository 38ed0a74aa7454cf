import pytest
from hypothesis import given
from hypothesis import strategies as st

import seethrough
from seethrough.redaction.durations import is_duration


@pytest.mark.parametrize(
    "surface",
    [
        "3 days", "two weeks", "the past 6 months", "daily", "2-day", "Twenty-four hours later",
        "this morning", "yesterday", "every other week", "several years ago", "12 hours", "a month",
        "1.5 years", "at 3 weeks", "2 nights this week", "week 3",
    ],
)  # fmt: skip
def test_lengths_and_rhythms(surface: str) -> None:
    assert is_duration(surface)
    assert is_duration(surface.upper())


@pytest.mark.parametrize(
    "surface",
    [
        "45-year-old", "72 years old", "aged 9 years", "3 y/o", "2019", "3 March", "May", "Monday",
        "Monday morning", "14:30", "2 p.m.", "the 1990s", "her mid-40s", "12/03/2021", "Christmas",
        "the year 1987", "Ramadan", "last June", "winter", "45", "3", "", "день", "day 3 of May",
        "8 in the evening", "9.30 this morning", "12.05.19 in the morning", "Eight at night",
        "half past nine yesterday", "tomorrow at 8", "this evening at about seven",
        "this evening at around 9.30", "8 today in the morning", "9 tonight this week",
        "8 tomorrow morning", "nine thirty this morning", "eight forty in the evening",
        "ten fifty in the morning", "8. in the evening",
    ],
)  # fmt: skip
def test_dates_ages_and_what_is_not_known(surface: str) -> None:
    assert not is_duration(surface)


@given(st.text())
def test_any_text_is_answered(surface: str) -> None:
    assert is_duration(surface) in (True, False)


def test_scrubbing_keeps_durations_and_takes_dates_and_ages() -> None:
    private = seethrough.Corpus.from_texts(
        ["A 45-year-old man was admitted on March 3, 2019 after 3 days of fever."]
    )
    (text,) = seethrough.sanitize(private, "scrub").corpus.texts
    assert "3 days of fever" in text
    assert "45" not in text
    assert "March" not in text
    assert "2019" not in text
