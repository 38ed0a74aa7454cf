"""Fields whose values were taken out tell nothing, whatever words of a claim are their labels."""

from __future__ import annotations

import time

import pytest

from seethrough.judges.local import Local
from seethrough.judges.offline.forms.blank_fields import without_blank_fields

CLAIMS = [
    "Patient name: Tanja Roth.",
    "The patient's Age is 36.",
    "Occupation: clerk.",
    "Diagnosis: migraine.",
    "Allergies: ibuprofen.",
    "Smoker: former.",
    "Living situation: lives alone.",
]
LABELS = [claim.removeprefix("The patient's ").split(":")[0] for claim in CLAIMS]
LABELS[1] = "Age"


@pytest.mark.parametrize(
    "masked", ["[REDACTED]", "***", "<NAME> <NAME>", "____", "█████", "", "XXXX"]
)
@pytest.mark.parametrize("between", ["\n", "\n- ", "\n\n", ", ", "; "])
def test_a_form_whose_values_were_taken_out_tells_nothing(masked: str, between: str) -> None:
    if not masked and "\n" not in between:
        between = "\n"
    passage = between.join(f"{label}: {masked}" for label in LABELS)
    assert {rating.grade for rating in Local().rate(CLAIMS, [passage] * len(CLAIMS))} == {3}


@pytest.mark.parametrize("row", ["| {} | *** |", "{}\t***", "{} | ***", "On file. {}: ***."])
def test_so_does_a_masked_table(row: str) -> None:
    passage = "\n".join(row.format(label) for label in LABELS)
    assert {rating.grade for rating in Local().rate(CLAIMS, [passage] * len(CLAIMS))} == {3}


def test_what_is_left_in_the_form_is_told() -> None:
    values = [claim.rstrip(".").split(": ")[-1] for claim in CLAIMS]
    values[0], values[3] = "[NAME]", "[REDACTED]"
    values[1] = "36"
    passage = "\n".join(f"{label}: {value}" for label, value in zip(LABELS, values, strict=True))
    found = [rating.grade for rating in Local().rate(CLAIMS, [passage] * len(CLAIMS))]
    assert (found[0], found[3]) == (3, 3)
    assert {*found[1:3], *found[4:]} == {1}


@pytest.mark.parametrize(
    ("passage", "read"),
    [
        ("Diagnosis: [REDACTED]\nNote: headaches since May.", "\nNote: headaches since May."),
        ("Occupation: ***\nSmoker: ***\nNote: tired.", "\n\nNote: tired."),
        ("Migraine in family: ***\nDiagnosis: ***", "Migraine in family: ***\n"),
        ("Diagnosis: migraine [REDACTED]", "Diagnosis: migraine [REDACTED]"),
        ("Diagnosis:\nmigraine\nage:\n50", "Diagnosis:\nmigraine\nage:\n50"),
        ("Diagnosis: [x]\nSmoker: [No]", "Diagnosis: [x]\nSmoker: [No]"),
        ("Diagnosis: [shakes her head]", "Diagnosis: [shakes her head]"),
        ("He was told:", "He was told:"),
        ("He told us that [NAME] has migraine.", "He told us that [NAME] has migraine."),
        ("", ""),
    ],
)
def test_what_a_passage_says_beside_blank_fields_stays(passage: str, read: str) -> None:
    assert without_blank_fields("Diagnosis: migraine.", passage) == read


@pytest.mark.parametrize(
    "text",
    ["Name: " + "*" * 50_000 + "x", "a:\n" * 20_000, "- " * 30_000 + "x:", "Name:" + " " * 50_000],
)
def test_long_texts_take_no_time(text: str) -> None:
    before = time.perf_counter()
    without_blank_fields("Name: Ann.", text)
    assert time.perf_counter() - before < 2
