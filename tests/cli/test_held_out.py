"""People who were held out of a release are its control, and none of its targets."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from seethrough.cli import run

COLUMNS = ["--id", "Case", "--text", "Note", "--person", "Who"]


@pytest.fixture
def released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> list[str]:
    """Release 12 of 24 people, whose columns are called as the private file calls them."""
    monkeypatch.chdir(tmp_path)
    named: list[str] = getattr(request, "param", [])
    draw = random.Random(7)
    words = ["".join(draw.choices("abdegiklmnoprstu", k=6)) for _ in range(400)]
    rows = [f"{i},P{i},{' '.join(draw.sample(words, 14))}\n" for i in range(24)]
    Path("p.csv").write_text("".join(["Case,Who,Note\n", *rows]))
    made = ["sanitize", "p.csv", "--with", "identity", "-o", "o.jsonl", "--holdout", "12", *named]
    assert run(made) == 0
    return named


def audited(capsys: Any, *more: str) -> Any:
    capsys.readouterr()
    run(["audit", "p.csv", "o.jsonl", "--attack", "lexical", "--json", "--exit-zero", *more])
    return json.loads(capsys.readouterr().out)


def doubted(report: Any) -> set[str]:
    kinds = {reason["kind"] for reason in report["reasons"]}
    return kinds & {"control_in_private", "sidecar_mismatch"}


@pytest.mark.parametrize("released", [[], COLUMNS, ["--id", ""]], indirect=True)
@pytest.mark.parametrize("control", [[], ["--control", "o.jsonl.holdout.jsonl"]])
def test_people_held_out_are_no_targets(
    released: list[str], control: list[str], capsys: Any
) -> None:
    report = audited(capsys, "--unaligned", *released, *control)
    assert report["coverage"]["records_attacked"] == 12
    assert {estimate["control"]["n"] for estimate in report["estimates"]} == {12}
    assert not doubted(report)


def test_another_control_takes_nobody_out(released: list[str], capsys: Any) -> None:
    Path("copy.jsonl").write_bytes(Path("o.jsonl.holdout.jsonl").read_bytes())
    report = audited(capsys, "--unaligned", "--control", "copy.jsonl")
    assert report["coverage"]["records_attacked"] == 24
    assert doubted(report) == {"control_in_private"}


@pytest.mark.parametrize("released", [[], COLUMNS], indirect=True)
def test_in_a_plan_they_are_no_targets_either(released: list[str], capsys: Any) -> None:
    named = dict(zip([o.lstrip("-") for o in released[::2]], released[1::2], strict=True))
    Path("plan.toml").write_text(
        'private = "p.csv"\ncontrol = "o.jsonl.holdout.jsonl"\nattacks = ["lexical"]\n'
        + "".join(f'{key} = "{name}"\n' for key, name in named.items())
        + '[[releases]]\nfile = "o.jsonl"\nunaligned = true\n'
    )
    capsys.readouterr()
    run(["compare", "plan.toml", "--json", "--exit-zero"])
    told = json.loads(capsys.readouterr().out)
    assert "control_in_private" not in json.dumps(told)
    found = [estimate for cell in told["cells"] for estimate in cell["estimates"]]
    assert {(estimate["n"], estimate["control"]["n"]) for estimate in found} == {(12, 12)}
