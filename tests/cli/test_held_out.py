"""People who were held out of a release are its control, and none of its targets."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from seethrough.cli import _inputs as inputs
from seethrough.cli import run
from seethrough.errors import InputError
from seethrough.records.columns import Columns

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


def test_beside_another_control_they_are_no_targets_either(
    released: list[str], capsys: Any
) -> None:
    Path("others.csv").write_text("Case,Who,Note\nx1,X1,It rained.\nx2,X2,It snowed a lot.\n")
    report = audited(capsys, "--unaligned", "--control", "others.csv")
    assert report["coverage"]["records_attacked"] == 12
    assert {estimate["control"]["n"] for estimate in report["estimates"]} == {2}
    assert not doubted(report)


@pytest.mark.parametrize("control", ['control = "others.csv"\n', ""])
def test_in_a_plan_they_are_none_beside_another_control_or_none(
    released: list[str], control: str, capsys: Any
) -> None:
    Path("others.csv").write_text("Case,Who,Note\nx1,X1,It rained.\nx2,X2,It snowed a lot.\n")
    Path("plan.toml").write_text(
        f'private = "p.csv"\n{control}attacks = ["lexical"]\n'
        '[[releases]]\nfile = "o.jsonl"\nunaligned = true\n'
    )
    capsys.readouterr()
    run(["compare", "plan.toml", "--json", "--exit-zero"])
    cells = json.loads(capsys.readouterr().out)["cells"]
    found = [estimate for cell in cells for estimate in cell["estimates"]]
    controls = {estimate["control"] and estimate["control"]["n"] for estimate in found}
    assert ({estimate["n"] for estimate in found}, controls) == ({12}, {2 if control else None})


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


def test_a_file_beside_a_release_is_known_whatever_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    beside = Path("o.jsonl.holdout.jsonl")
    beside.touch()
    Path("link").symlink_to(beside)
    for path in (tmp_path / beside, "link"):
        assert inputs.same_file(path, beside)
    for path, other in (("gone", beside), (beside, None), (beside, Path("gone"))):
        assert not inputs.same_file(path, other)


@pytest.mark.parametrize("named", ["Note", "text", None])
def test_people_held_out_of_a_model_that_is_served_are_read_whatever_the_columns_are_called(
    tmp_path: Path, named: str | None
) -> None:
    rows = [{"id": str(n), "text": f"It rained {n} times."} for n in range(3)]
    file = tmp_path / "model.holdout.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    columns: dict[str, Any] = {"text": named, "id": "Case", "person": None, "header": None}
    others = inputs.read_others(file, Columns("Note"), **columns)
    assert others.texts == [row["text"] for row in rows]
    other = tmp_path / "other.holdout.jsonl"
    other.write_text('{"Case": 1, "Note": "It rained.", "text": "Rain", "id": 7}\n')
    if named == "Note":
        assert inputs.read_others(other, Columns("Note"), **columns).texts == ["It rained."]
    with pytest.raises(InputError, match=r'no column "(Note|Case)"'):
        inputs.read_others(file.rename(tmp_path / "model.jsonl"), Columns("Note"), **columns)


def test_who_is_held_out_is_a_person_where_the_private_file_has_persons(tmp_path: Path) -> None:
    rows = [{"id": str(n), "person": "Ann", "text": f"It rained {n} times."} for n in range(3)]
    file = tmp_path / "o.jsonl.holdout.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    for person, persons in (("", ["0", "1", "2"]), ("Who", ["Ann"] * 3), (None, ["Ann"] * 3)):
        named = {"text": "Note", "id": "Case", "person": person, "header": None}
        assert inputs.read_held_out(file, Columns("Note"), **named).persons == persons


@pytest.mark.parametrize("released", [["--id", ""]], indirect=True)
def test_records_that_stand_for_private_ones_are_audited_beside_the_whole_file(
    released: list[str], capsys: Any
) -> None:
    covered = audited(capsys, *released)["coverage"]
    assert (covered["records_attacked"], covered["records_not_released"]) == (12, 12)
    beside = ["--control", "o.jsonl.holdout.jsonl"]
    assert audited(capsys, *released, *beside)["coverage"] == covered
    Path("plan.toml").write_text(
        'private = "p.csv"\nid = ""\ncontrol = "o.jsonl.holdout.jsonl"\nattacks = ["lexical"]\n'
        '[[releases]]\nfile = "o.jsonl"\n'
    )
    run(["compare", "plan.toml", "--run", "here", "--exit-zero"])
    (report,) = Path("here/reports").glob("*/report.json")
    assert json.loads(report.read_text())["coverage"] == covered


def test_a_plan_refuses_numbers_that_meet_by_luck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = [f"It was day {i} of them, and it rained a lot." for i in range(6)]
    rows = [{"id": i, "note": text} for i, text in enumerate(texts)]
    Path("p.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    Path("r.jsonl").write_text("".join(f"{json.dumps({'note': text})}\n" for text in texts))
    Path("plan.toml").write_text(
        'private = "p.jsonl"\nattacks = ["lexical"]\n[[releases]]\nfile = "r.jsonl"\n'
    )
    run(["compare", "plan.toml", "--exit-zero"])
    printed = capsys.readouterr()
    assert "no id column is in both" in printed.out + printed.err
