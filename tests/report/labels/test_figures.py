"""A figure as a sentence, beside what is guessed anyway."""

from __future__ import annotations

from typing import Any

import pytest
from tests.report._reports import estimate, person, report

from seethrough.report.labels.figures import people_found, sentence

COMPONENT = {"name": "attack", "k": 5}


def interval(value: float | None, low: float | None, high: float | None) -> dict[str, Any]:
    return {"value": value, "low": low, "high": high, "n": 40, "people": 40}


@pytest.mark.parametrize(
    ("control", "baseline", "said"),
    [
        (interval(0.05, 0.01, 0.2), interval(0.0, 0.0, 0.1), "guessing alone would give 5 %."),
        (interval(0.94, 0.0, 1.0), None, "guessing alone would give 94 % (0 to 100)."),
        (interval(0.2, 0.0, 1.0), interval(0.3, 0.25, 0.4), "guessing alone would give 30 %."),
        (interval(0.3, None, None), None, "guessing alone would give 30 %."),
    ],
)
def test_what_is_guessed_anyway_has_its_interval_where_that_says_little(
    control: Any, baseline: Any, said: str
) -> None:
    estimate = {
        "name": "leak", "component": COMPONENT, "unit": "share", "direction": "lower_is_better",
        "control": control, "baseline": baseline, **interval(0.6, 0.4, 0.8),
    }  # fmt: skip
    report = {
        "figures": [{"name": "leak", "sentence": "It tells {value}"}],
        "attacks": [{"component": COMPONENT, "facts": 3}],
    }
    told = sentence(report, estimate).replace("\u00a0", " ")
    assert told == f"It tells 60 %; {said}"


def test_a_sentence_may_name_a_field_of_its_component() -> None:
    found = estimate("leak", 0.6, 0.1, component=COMPONENT)
    told = {"figures": [{"name": "leak", "sentence": "It fits {k} people, {mark}"}], "attacks": []}
    assert "It fits 5 people, {mark}" in sentence(told, found)


def test_a_share_that_says_little_is_not_told_without_its_interval() -> None:
    estimate = {
        "name": "leak", "component": COMPONENT, "unit": "share", "direction": "lower_is_better",
        "control": None, "baseline": None, **interval(0.0, 0.0, 0.6),
    }  # fmt: skip
    report = {
        "figures": [{"name": "leak", "sentence": "It tells {value}"}],
        "attacks": [{"component": COMPONENT, "facts": 3}],
    }
    assert sentence(report, estimate).replace("\u00a0", " ") == "It tells 0 % (0 to 60)."


@pytest.mark.parametrize(
    ("control", "baseline"), [(None, (None, None, None)), ((None, None, None), (0.0, 0.0, 0.1))]
)
def test_without_all_that_it_is_compared_with_the_figure_stands_alone(
    control: Any, baseline: Any
) -> None:
    estimate = {
        "name": "leak", "component": COMPONENT, "unit": "share", "direction": "lower_is_better",
        "control": control and interval(*control), "baseline": interval(*baseline),
        **interval(0.6, 0.4, 0.8),
    }  # fmt: skip
    report = {"figures": [{"name": "leak", "sentence": "It tells {value}"}], "attacks": []}
    report["attacks"] = [{"component": COMPONENT, "facts": None}]
    assert sentence(report, estimate).replace("\u00a0", " ") == "It tells 60 %."


@pytest.mark.parametrize(("n", "said"), [(1, "In 1 of 1 case"), (11, "In 7 of 11 cases")])
def test_one_case_is_no_cases(n: int, said: str) -> None:
    named = {"name": "leak", "unit": "share", "direction": "lower_is_better"}
    arms = {"component": COMPONENT, "control": None, "baseline": None}
    found = {**named, **arms, **interval(0.6, 0.4, 0.8), "n": n}
    report = {"figures": [{"name": "leak", "sentence": "In {counts} cases"}]}
    report["attacks"] = [{"component": COMPONENT, "facts": None}]
    assert sentence(report, found) == f"{said}."


def test_everybody_found_among_a_few_is_not_said_to_be_chance_alone() -> None:
    few = [person(f"p{i}") for i in range(8)]
    unsure = interval(0.8, -0.1, 0.95)
    found = report(few, estimates=[estimate("linkage.top1", 1.0, 0.2, excess=unsure)])
    said = "8 of 8 people were found at the first guess, which chance may explain."
    assert people_found(found) == said


def test_who_is_found_is_said_by_an_attack_that_picks_records_alone() -> None:
    fits = estimate("uniqueness.singled_out", 0.0, 0.0, component={"name": "uniqueness", "k": 5})
    people = [person("p1"), person("p2", hit=False)]
    both = report(people, estimates=[fits, estimate("linkage.top1", 0.9, 0.0)])
    assert people_found(both) == "1 of 2 people can be found at the first guess."
    assert people_found(report(people, estimates=[fits])) == ""


def test_people_whose_records_nobody_picked_out_do_not_count() -> None:
    unknown = {**person("p3"), "reidentified": None}
    found = report([person("p1"), person("p2", hit=False), unknown])
    assert people_found(found) == "1 of 2 people can be found at the first guess."
