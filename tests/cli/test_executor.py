"""``--executor`` of the commands that have much to do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from seethrough.cli import run
from seethrough.samples import path

PRIVATE, RELEASE = str(path("private.jsonl")), str(path("release.jsonl"))
COMMANDS = {
    "audit": ["audit", PRIVATE, RELEASE, "--targets", "3"],
    "sanitize": ["sanitize", PRIVATE, "--with", "scrub", "--out", "out.jsonl"],
    "compare": ["compare", PRIVATE, "--with", "erase", "--targets", "3"],
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(
    ("executor", "status", "told"),
    [
        ("rays", 64, "no executor is named 'rays'; did you mean 'ray'?"),
        ("local:processes=0.5", 64, "processes"),
        ("ray:address=10.1.2.3:6379", 64, "10.1.2.3:6379; add --allow-remote to allow that"),
        ("ray", 69, "ray is not installed; run: pip install 'seethrough[ray]'"),
    ],
)
def test_an_executor_that_cannot_be_had(
    name: str,
    executor: str,
    status: int,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "ray", None)
    assert run([*COMMANDS[name], "--executor", executor]) == status
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n"), told in said.err) == ("", 1, True), said.err
    assert [*tmp_path.iterdir()] == []
