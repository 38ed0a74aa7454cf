"""The judge's errors that the documents state are those by which reports correct leak rates."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from seethrough.engine.judge_test.known import probes, unrelated
from seethrough.engine.judge_test.negation import negate
from seethrough.judges.asked.calibrations import SHIPPED
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
    ("page", "form"),
    [
        ("judge.md", "| {0} [{1}, {2}] | {3} [{4}, {5}] |"),
        ("measured.md", "Spearman {0} [{1}, {2}] and accuracy {3} [{4}, {5}] on 840"),
        ("utility-and-repair.md", "in {3} ({4} to {5}) (Spearman {0}, {1} to {2})"),
    ],
)
def test_the_judge_that_asks_a_model_is_stated_as_it_ships(page: str, form: str) -> None:
    shipped = json.loads(SHIPPED.read_text())["agreement"]
    numbers = [
        n for name in ("spearman", "accuracy") for n in (shipped[name], *shipped["intervals"][name])
    ]
    said = " ".join((DOCS / page).read_text().split())
    assert form.format(*(f"{n:.2f}" for n in numbers)) in said


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


def test_what_the_judge_says_of_the_invented_claims_is_stated_as_it_is() -> None:
    known = probes()
    claims = [probe.claim for probe in known]
    denied = [(own, said) for own, said in zip(claims, negate(claims), strict=True) if said]

    def told(passages: list[str], of: list[str] = claims) -> int:
        return sum(rating.grade in (1, 2) for rating in Local().rate(of, passages))

    reworded, rebuilt = told([p.reworded for p in known]), told([p.rebuilt for p in known])
    altered, strange = told([p.altered for p in known]), told(unrelated())
    nays = told([said for _, said in denied], [own for own, _ in denied])
    judge, measured = (
        " ".join((DOCS / name).read_text().split()) for name in ("judge.md", "measured.md")
    )
    assert f"finds {reworded} in a reworded passage, {rebuilt} in one rebuilt" in judge
    assert f"and {altered} in one that makes them false" in judge
    assert f"{reworded} of 60 in a reworded passage and {rebuilt} of 60 in one that" in measured
    assert (
        f"disclosed in {strange} of 60 unrelated passages, in {altered} of 60 that make it false"
        f" and in {nays} of {len(denied)} that deny it"
    ) in measured


def stated(share: float, error: float) -> str:
    return f"{share:.2f} ± {error:.2f}"
