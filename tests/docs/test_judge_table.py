"""The judge's errors that the documents state are those by which reports correct leak rates."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from seethrough.judges.local import Local

DOCS = Path(__file__).parents[2] / "docs"
ROWS = {
    "kept": "own record, most wording kept",
    "rewritten": "own record, in other words",
    "another": "another person's record",
    "another_rewritten": "another person's record, in other words",
}


@pytest.mark.parametrize("page", ["judge.md", "threat-model.md"])
@pytest.mark.parametrize("kind", ROWS)
def test_the_errors_of_the_judge_are_stated_as_they_are(page: str, kind: str) -> None:
    errors = Local().agreement["errors"][kind]
    row = re.search(
        rf"^\| {re.escape(ROWS[kind])} \| ([^|]+) \| (\S+ ± \S+) \|$",
        (DOCS / page).read_text(),
        re.M,
    )
    assert row is not None
    found, false = row.groups()
    if kind != "another_rewritten":
        assert found == stated(errors["found"], errors["found_error"])
    assert false == stated(errors["false"], errors["false_error"])


def stated(share: float, error: float) -> str:
    return f"{share:.2f} ± {error:.2f}"
