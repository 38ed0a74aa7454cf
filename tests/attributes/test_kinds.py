from __future__ import annotations

import json

import pytest

from seethrough.attributes.agreement import comparable
from seethrough.attributes.kinds import not_comparable, stated


def test_columns_state_attributes_under_the_names_that_files_use() -> None:
    fields = {"Age": 43, "Patient-Sex": "F", "job title": "nurse", "hair": "red", "degree": "PhD"}
    assert stated(fields) == {"age": "43", "sex": "F", "occupation": "nurse", "education": "PhD"}


def test_a_value_that_no_guess_could_match_is_not_stated() -> None:
    assert stated({"age": "unknown", "income": "1 million rand", "sex": None, "place": ""}) == {}
    assert stated({"income": "1 million rand", "income_level": "middle"}) == {"income": "middle"}


def test_a_profile_in_one_column() -> None:
    profile = {"age": 40, "city_country": "Cape Town, South Africa"}
    expected = {"age": "40", "place": "Cape Town, South Africa"}
    assert stated({"ground_truth": profile}) == expected
    assert stated({"ground_truth": json.dumps(profile)}) == expected
    assert stated({"ground_truth": profile, "age": 41})["age"] == "41"
    assert stated({"note": "{not json", "deep": "[" * 100_000}) == {}


@pytest.mark.parametrize("nothing", ["unknown", "N/A", "NA", "NaN", "not stated", "None", "?"])
def test_a_cell_that_states_nothing_is_no_attribute(nothing: str) -> None:
    fields = {"city": nothing, "occupation": nothing}
    assert stated(fields) == {}
    assert not_comparable(fields) == 2


def test_what_only_begins_like_nothing_is_stated() -> None:
    fields = {"city": "Nancy", "occupation": "nanny"}
    assert stated(fields) == {"place": "Nancy", "occupation": "nanny"}


@pytest.mark.parametrize("nothing", [" Unknown ", "prefer not to say", "declined to state", "null"])
def test_a_value_that_says_nothing_compares_with_no_guess(nothing: str) -> None:
    assert not comparable("place", nothing)
