"""The eight attributes that a text may give away about its person, and where a file states them.

Source: Yukhymenko et al., "A synthetic dataset for personal attribute inference" (SynthPAI, 2024),
section 3; Staab et al., "Beyond memorization" (2024).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from seethrough.attributes.agreement import comparable

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "age": ("age", "age_years", "patient_age"),
    "sex": ("sex", "gender", "patient_sex"),
    "place": ("place", "city_country", "city", "residence", "location", "hometown"),
    "birthplace": ("birthplace", "birth_city_country", "birth_place", "place_of_birth"),
    "occupation": ("occupation", "job", "job_title", "profession"),
    "education": ("education", "degree", "education_level"),
    "relationship": ("relationship", "relationship_status", "marital_status"),
    "income": ("income_level", "income"),
}
"""The names of columns that state each attribute, in lower case with underscores."""

ATTRIBUTES = tuple(COLUMNS)


def stated(fields: Mapping[str, Any]) -> dict[str, str]:
    """Return what a record's columns state about its person, by attribute.

    A value that no guess could be compared with, such as an age without a number, is left out. A
    column may hold a profile of several values, as a mapping or as JSON text.

    Args:
        fields: The columns of the record besides its text.
    """
    values_of = named(fields)
    found = {}
    for attribute, columns in COLUMNS.items():
        values = (values_of[column] for column in columns if column in values_of)
        for value in values:
            if comparable(attribute, value):
                found[attribute] = value
                break
    return found


def not_comparable(fields: Mapping[str, Any]) -> int:
    """Return how many attributes a record's columns state, but not so that a guess compares.

    Args:
        fields: The columns of the record besides its text.
    """
    values_of, own = named(fields), stated(fields)
    return sum(
        attribute not in own and any(values_of.get(column, "").strip() for column in columns)
        for attribute, columns in COLUMNS.items()
    )


def named(fields: Mapping[str, Any]) -> dict[str, str]:
    """Return values as text by the plain name of their column; a profile's own come after.

    Args:
        fields: The columns of a record besides its text; one may hold a profile, as in `stated`.
    """
    found: dict[str, str] = {}
    profiles = []
    for name, value in fields.items():
        if isinstance(value, str) and value.lstrip().startswith("{"):
            value = _parsed(value)
        if isinstance(value, Mapping):
            profiles.append(value)
        elif isinstance(value, str | int | float) and not isinstance(value, bool):
            found[_plain(name)] = str(value)
    for profile in profiles:
        found = named(profile) | found
    return found


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _plain(name: str) -> str:
    return "_".join(name.lower().replace("-", " ").replace("_", " ").split())
