"""The evidence for a claim, worked by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough.judges.offline.evidence.features import NAMES, weigh
from seethrough.judges.offline.evidence.passage import index
from seethrough.judges.offline.evidence.units import units
from seethrough.judges.offline.lexicon import lexicon
from seethrough.judges.offline.reading import read


def evidence(claim: str, passage: str) -> dict[str, float]:
    said = read(claim)
    found = weigh(said, units(said), index(read(passage)), lexicon(), 0.5)
    return dict(zip(NAMES, found.tolist(), strict=True))


def test_units_are_phrases_and_content_words() -> None:
    claim = read("The patient has high blood pressure and a cat.")
    said = [" ".join(claim.words[u.first : u.last]) for u in units(claim)]
    assert said == ["high blood pressure", "cat"]
    assert units(read("The patient.")) == []


@pytest.mark.parametrize(
    ("claim", "passage", "name", "value"),
    [
        ("She has a fever.", "A fever was found.", "exact", 1),
        ("She has a fever.", "Her temperature is raised. She has pyrexia.", "concept", 1),
        ("She has a fever.", "She has pyrexia.", "exact", 0),
        ("He takes lisinopril.", "He takes an ACE inhibitor.", "concept", 0.23),
        ("He has asthma.", "He denies asthma.", "polarity", 1),
        ("He has no asthma.", "He denies asthma.", "polarity", 0),
        ("He smoked for 12 years.", "He smoked for twelve years.", "number_exact", 1),
        ("He smoked for 20 years.", "He smoked for 19 years.", "number_close", 1),
        ("He smoked for 20 years.", "He smoked for 2 years.", "number_conflict", 1),
        ("He smoked for 20 years.", "He smoked for long.", "number_missing", 1),
        ("He keeps twenty goats.", "Twenty. Oak. Sea.", "number_exact", 0),
        ("The patient is 43 years old.", "A 43-year-old woman.", "age_exact", 1),
        ("The patient is 43 years old.", "A woman in her forties.", "age_rough", 1),
        ("The patient is 43 years old.", "A 70-year-old woman.", "age_conflict", 1),
        ("The patient is 43 years old.", "A woman.", "age_silent", 1),
        ("The patient is a woman.", "She is well.", "sex_same", 1),
        ("The patient is a woman.", "An adult is well.", "sex_silent", 1),
        ("The patient is a woman.", "A man is well.", "sex_conflict", 1),
        ("The mail is from Abel Quist.", "The mail is from a man.", "name_missing", 1),
        ("The mail is from Abel Quist.", "Abel Quist wrote.", "name_missing", 0),
    ],
)
def test_each_kind_of_evidence(claim: str, passage: str, name: str, value: float) -> None:
    assert evidence(claim, passage)[name] == pytest.approx(value, abs=0.25)


def test_an_age_is_one_fact_met_by_ages() -> None:
    claim = read("The patient is an 81-year-old man.")
    assert [(u.kind, " ".join(claim.words[u.first : u.last])) for u in units(claim)] == [
        ("age", "81 year old"),
        ("word", "man"),
    ]
    assert evidence("The patient is an 81-year-old man.", "A man.")["sex_same"] == 1
    assert evidence("He is an 81-year-old man.", "A 9-year-old man.")["age_conflict"] == 1


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120), st.text(max_size=200))
def test_features_are_shares(claim: str, passage: str) -> None:
    values = np.array(list(evidence(claim, passage).values()))
    assert np.isfinite(values).all()
    assert (values >= -1e-9).all()
    assert (values <= 1 + 1e-9).all()
