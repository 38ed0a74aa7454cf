"""What is told of people who are not compared with themselves is not said to exceed chance."""

from __future__ import annotations

from typing import Any

import pytest

from seethrough.report.labels.figures import leaked_facts
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
