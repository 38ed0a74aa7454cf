"""Formats for pipelines on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from junitparser import JUnitXml

from seethrough.cli import run
from seethrough.samples import path

FAST = ["--attack", "linkage", "--linker", "bm25", "--atomizer", "sentence"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("private.jsonl", "release.jsonl"):
        lines = path(name).read_text("utf-8").splitlines(keepends=True)[:12]
        Path(name).write_text("".join(lines), "utf-8")


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = run(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_an_audit_in_every_form(capsys: Any) -> None:
    audit = ["audit", "private.jsonl", "release.jsonl", *FAST, "--run", "r"]
    status, out, _ = call(capsys, *audit, "--format", "markdown")
    assert (status, out[:15]) == (1, "## seethrough\n\n")
    assert "### `release.jsonl`: FAIL" in out
    assert call(capsys, "report", "r", "--format", "markdown")[1] == out
    _, xml, _ = call(capsys, *audit, "--format", "junit")
    assert next(iter(JUnitXml.fromstring(xml.encode()))).failures
    assert call(capsys, "report", "r", "--format", "junit", "-o", "j.xml")[:2] == (0, "j.xml\n")
    assert Path("j.xml").read_text() == xml
    assert call(capsys, "report", "r", "--format", "junit", "-o", "j.xml")[0] == 64
    hidden = call(capsys, *audit, "--format", "markdown", "--no-text")[1]
    assert "release.jsonl" not in hidden
    assert "### `the release`: FAIL" in hidden
    assert call(capsys, *audit, "--format", "json")[1] == call(capsys, *audit, "--json")[1]


def test_a_table_is_refused_before_any_work_and_replaced_with_force_alone(capsys: Any) -> None:
    audit = ["audit", "private.jsonl", "release.jsonl", *FAST, "--run", "r", "--table"]
    assert call(capsys, *audit, "t.xlsx")[0] == 64
    Path("t.csv").write_text("precious")
    status, _, err = call(capsys, *audit, "t.csv")
    assert (status, "t.csv: already exists" in err) == (64, True)
    assert not Path("r").exists()
    assert Path("t.csv").read_text() == "precious"
    assert call(capsys, *audit, "t.csv", "--force")[0] == 1
    assert len(Path("t.csv").read_text().splitlines()) == 1 + 12 * 2 * 3
    assert call(capsys, *audit, "private.jsonl", "--force")[0] == 64


def test_a_plan_leaves_what_a_pipeline_reads_in_its_folder(capsys: Any) -> None:
    Path("plan.toml").write_text(
        'private = "private.jsonl"\nattacks = ["linkage"]\nlinker = "bm25"\natomizer = "sentence"\n'
        'run = "here"\n[[releases]]\nwith = "erase"\n[[releases]]\nfile = "release.jsonl"\n'
    )
    status, out, _ = call(
        capsys, "compare", "plan.toml", "--format", "markdown", "--table", "t.parquet"
    )
    assert status == 1
    assert Path("here/summary.md").read_text() == out
    assert "Safest for this use" in out
    assert [s.name for s in JUnitXml.fromfile("here/junit.xml")] == ["erase", "release.jsonl"]
    assert set(pq.read_table("t.parquet")["release"].to_pylist()) == {"erase", "release.jsonl"}
    call(capsys, "compare", "plan.toml", "--no-text")
    for name in ("summary.md", "junit.xml", "comparison.json"):
        assert "release.jsonl" not in Path("here", name).read_text()
    assert (
        json.loads(Path("here/comparison.json").read_text())["releases"][1]["name"] == "release 2"
    )


def test_no_report_of_another_kind_is_taken_for_one(capsys: Any) -> None:
    Path("report.json").write_text('{"schema": 1}')
    status, _, err = call(capsys, "report", "report.json", "--format", "junit")
    assert (status, err.count("\n")) == (65, 1)


PRINTING = """
import sys
from dataclasses import dataclass
from seethrough import TextRelease


@dataclass(frozen=True)
class Printing:
    def sanitize(self, private, rng):
        print("so much is done")
        return TextRelease(private)
"""


def test_what_a_component_prints_does_not_stand_among_the_results(
    capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "printing.py").write_text(PRINTING, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    made = ("--with", "printing:Printing", "--attack", "lexical", "--targets", "20", "--json")
    _, out, err = call(capsys, "compare", str(path("private.jsonl")), *made)
    assert json.loads(out)["releases"][0]["name"] == "printing:Printing"
    assert "so much is done" in err
