"""Claims in other words, by rule."""

from __future__ import annotations

import pytest

from seethrough.engine.judge_test.rewording import is_field, reword


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("Diagnosis: migraine.", "Migraine is given as diagnosis."),
        ("Smoker: former.", "Former is given as smoker."),
        ("The patient's age: 36.", "Thirty-six is given as age."),
        ("Place of residence: Ghent.", None),  # most of its words would stay in order
        ("The writer asks: are you well?", None),
        ("Migraine.", None),
        ("Time: 12:30", None),
        (": ", None),
    ],
)
def test_a_field_of_a_form_is_said_with_its_value_first(claim: str, told: str | None) -> None:
    assert reword([claim]) == [told]


@pytest.mark.parametrize(
    ("claim", "field"), [("Diagnosis: migraine.", True), ("She has a migraine.", False)]
)
def test_what_a_field_is(claim: str, field: bool) -> None:
    assert is_field(claim) == field
