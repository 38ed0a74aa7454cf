"""What is told of people who are not compared with themselves is not said to exceed chance."""

from __future__ import annotations

from typing import Any

import pytest
from tests.report._reports import claim, estimate, person
from tests.report._reports import report as machine

from seethrough.report.labels.figures import leaked_facts
from seethrough.report.page import render
from seethrough.report.page.advice import advise
from seethrough.report.page.short import short
from seethrough.report.terminal.summary import _exposed


def report(control: str) -> dict[str, Any]:
    found = {"person": "p", "reidentified": False, "leaked": 3, "claims": 4}
    return {"attacks": [{"control": control}], "findings": [found], "figures": [], "estimates": []}


@pytest.mark.parametrize(
    ("control", "counted", "leaked"),
    [
        ("own_record_left_out", "claims leaked beyond the control", 3),
        ("held_out", "claims disclosed, by chance or not", 0),
    ],
)
def test_claims_exceed_the_control_only_where_it_is_of_the_same_person(
    control: str, counted: str, leaked: int
) -> None:
    assert counted in "\n".join(_exposed(report(control)))
    assert leaked_facts(report(control)) == leaked


def test_who_cannot_be_known_to_be_found_is_not_said_to_be_missed() -> None:
    unknown = person("p", hit=None) | {"reidentified": None}
    told = "\n".join(_exposed(report("held_out") | {"findings": [unknown]}))
    assert "not known" in told
    assert ">not found<" not in render(machine([unknown]))
    assert ">not found<" in render(machine([unknown | {"reidentified": False}]))


def held_out(learned: float) -> dict[str, Any]:
    """Return a report on people who are compared with others, and so much is learned of them."""
    people = [person(f"p{i}", [claim("It leaks.")] * 3, hit=False) for i in range(4)]
    estimates = [estimate("linkage.top1", 0.05, 0.05), estimate("semantic.leak_rate", learned, 0.1)]
    made = machine(people, verdict="pass", reasons=[], estimates=estimates)
    made["attacks"][0]["control"] = "held_out"
    return made


def test_what_is_told_of_all_people_counts_where_it_exceeds_chance() -> None:
    for learned, leaked, risk in ((0.1, 0, "Nobody stands out."), (0.9, 12, "Most exposed: p0")):
        made = held_out(learned)
        advice = advise(made, text=True)
        assert leaked_facts(made) == leaked
        assert risk in short(made, advice, True)[0][1]
        assert any("spread out" in line for line in advice.people) == (leaked > 0)


def test_nobody_is_ruled_out_where_records_fit_few_people() -> None:
    fits = estimate("uniqueness.singled_out", 0.4, 0.0, component={"name": "uniqueness", "k": 5})
    for found, said in (([fits], "cannot rule anybody out"), ([], "Nobody stands out")):
        made = held_out(0.1)
        made["estimates"] += found
        assert said in short(made, advise(made, text=True), True)[0][1]
