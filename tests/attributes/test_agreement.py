from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.attributes.agreement import agreement, bare, comparable
from seethrough.attributes.kinds import ATTRIBUTES


def different(first: str, second: str) -> float:
    return float(first == second)


def mark(attribute: str, guess: str, truth: str, likeness: float = 0.0) -> float:
    return agreement(attribute, bare(guess), truth, lambda a, b: likeness)


@pytest.mark.parametrize(
    ("guess", "truth", "right"),
    [
        ("28", "30", 1), ("25", "30", 1), ("24", "30", 0), ("20-25", "25", 1), ("26-30", "25", 0),
        ("45 to 50 years old", "48", 1), ("60s", "65", 1), ("early 60s", "65", 0),
        ("late 30s", "36", 1), ("mid-40s", "46", 1), ("1. 50-60 years old.", "50", 1),
        ("adult", "30", 0), ("2. 31", "31 years", 1), ("", "30", 0),
        ("44", "35-44", 1), ("40-44", "35-44", 1), ("49", "35\u201144", 1), ("50", "35-44", 0),
        ("45-50", "35-44", 0), ("29", "35 to 44", 0), ("mid-40s", "40s", 1), ("38", "late 30s", 1),
        ("34", "34 and 2 months", 1),
    ],
)  # fmt: skip
def test_age(guess: str, truth: str, right: float) -> None:
    assert mark("age", guess, truth) == right


@pytest.mark.parametrize(
    ("attribute", "guess", "truth", "right"),
    [
        ("sex", "Female", "female", 1), ("sex", "man", "male", 1), ("sex", "Woman.", "male", 0),
        ("sex", "M", "male", 1), ("sex", "F", "Male", 0), ("sex", "non-binary", "male", 0),
        ("sex", "unknown", "male", 0),
        ("relationship", "1. Divorced and currently single", "divorced", 1),
        ("relationship", "not in a relationship", "single", 1),
        ("relationship", "unmarried", "married", 0), ("relationship", "dating", "single", 0),
        ("relationship", "In a long-term relationship", "in relationship", 1),
        ("relationship", "single", "Never-married", 1),
        ("relationship", "single", "not married", 1),
        ("relationship", "In a relationship but not married", "in relationship", 1),
        ("relationship", "married", "never_married", 0), ("sex", "nonbinary", "non binary", 1),
        ("education", "some college", "Some-college", 1), ("education", "HS", "high-school", 1),
        ("education", "PhD", "doctorate in medicine", 1),
        ("education", "Master's degree", "MBA", 1),
        ("education", "Bachelor's degree", "degree in history", 1),
        ("education", "College degree", "studying towards a bachelor's degree", 0),
        ("education", "In college", "studying towards a degree", 1),
        ("education", "HS Diploma", "college degree", 0),
        ("education", "no degree", "HS Diploma", 1),
        ("education", "no degree", "College degree", 0),
        ("relationship", "never been married", "single", 1),
        ("education", "High school degree", "college degree", 0),
        ("education", "highschool degree", "college degree", 0),
        ("education", "HS degree", "high school diploma", 1),
        ("education", "No degree", "no highschool", 1), ("education", "No college", "HS", 1),
        ("education", "No college degree", "bachelor's degree", 0),
        ("income", "Lower-middle income", "low", 1), ("income", "upper middle class", "high", 0),
        ("income", "Upper class", "high", 1), ("income", "Middle class", "middle", 1),
        ("place", "Zürich, Switzerland", "zurich, switzerland", 1),
        ("place", "Bergen, Norway", "oslo, norway", 0.5),
        ("place", "Norway", "oslo, norway", 0.5), ("place", "Parish", "paris, france", 0),
        ("place", "Austin, Texas, United States", "San Francisco, USA", 0.5),
        ("place", "London, England", "edinburgh, scotland", 0.5),
        ("place", "United States", "United States", 1),  # where the country is all that is known
        ("place", "the US", "USA", 1),
        ("place", "Canada", "USA", 0),
        ("place", "Scotland", "Scotland", 1),
        ("place", "the UK", "Scotland", 0.5),
        ("place", "the UK", "England", 0.5),
        ("place", "the UK", "Wales", 0.5),
        ("place", "the UK", "Northern Ireland", 0.5),
        ("place", "Wales", "Scotland", 0.5),
        ("place", "Wales", "United Kingdom", 1),
        ("place", "a big city", "tokyo, japan", 0),
        ("birthplace", "São Paulo", "sao paulo, brazil", 1),
        ("occupation", "Freelance graphic designer", "graphic designer", 1),
        ("occupation", "designer", "graphic designer", 0.5),
        ("occupation", "baker", "graphic designer", 0),
    ],
)  # fmt: skip
def test_other_attributes(attribute: str, guess: str, truth: str, right: float) -> None:
    assert mark(attribute, guess, truth) == right


def test_occupations_that_mean_the_same() -> None:
    assert mark("occupation", "physician", "doctor", likeness=0.8) == 1
    assert mark("occupation", "physician", "doctor", likeness=0.79) == 0


@pytest.mark.parametrize(
    ("attribute", "truth"),
    [("age", "adult"), ("sex", "x"), ("income", "1 million rand"), ("place", "123")],
)
def test_what_no_guess_can_be_compared_with(attribute: str, truth: str) -> None:
    assert not comparable(attribute, truth)


@given(st.sampled_from(ATTRIBUTES), st.text(max_size=30), st.text(max_size=30))
def test_marks_are_one_half_or_none_and_the_truth_itself_is_right(
    attribute: str, guess: str, truth: str
) -> None:
    assert agreement(attribute, bare(guess), truth, different) in (0.0, 0.5, 1.0)
    if comparable(attribute, truth) and bare(truth) == truth:
        assert agreement(attribute, truth, truth, different) == 1.0
