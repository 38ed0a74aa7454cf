"""The judge's errors that the documents state are those by which reports correct leak rates."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from seethrough.judges.local import Local

DOCS = Path(__file__).parents[2] / "docs"
ROWS = {
    "cut": "own record, nothing added",
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


def test_the_readme_states_the_shipped_figures() -> None:
    agreement = Local().agreement
    said = " ".join((DOCS.parent / "README.md").read_text().split())
    altered = agreement["parts"]["altered"]["false"]
    assert f"agrees with {100 * agreement['accuracy']:.0f} % of {agreement['n']:,} ratings" in said
    assert f"(Spearman {agreement['spearman']:.2f}, cross-validated by text)" in said
    assert f"calls {100 * altered:.0f} % of falsified facts disclosed" in said


@pytest.mark.parametrize(
    ("row", "part"),
    [
        ("anonymized", "anonymized"),
        ("every sentence rebuilt", "paraphrased"),
        ("condensed", "condensed"),
        ("three to six facts made false", "altered"),
        ("another person's record", "other"),
    ],
)
def test_agreement_by_kind_of_passage_is_stated_as_it_is(row: str, part: str) -> None:
    found = Local().agreement["parts"][part]
    told = [f"{found[figure]:.2f}" for figure in ("accuracy", "missed", "false")]
    if part == "paraphrased":
        told[2] = "-"  # hardly a claim is not disclosed there
    assert f"| {row} | {' | '.join(told)} |" in (DOCS / "judge.md").read_text()


def stated(share: float, error: float) -> str:
    return f"{share:.2f} ± {error:.2f}"
