"""``seethrough reproduce``: the same command on the same files gives the same figures."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from seethrough.cli import audit as verb
from seethrough.cli import run
from seethrough.cli._kept import arguments
from seethrough.errors import InputError
from seethrough.judges.asked import calibrations
from seethrough.judges.asked.calibrations import Calibration
from seethrough.judges.llm import Llm
from seethrough.reproducing.kept_command import FILE, hashes, read_command, software
from seethrough.samples import path
from seethrough.statistics.fits.cuts import Cuts
from seethrough.storage.seals import with_checksum

pytestmark = pytest.mark.system

FAST = ["--attack", "linkage:knowledge=first(k=2)", "--atomizer", "sentence", "--linker", "bm25"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("private.jsonl", "release.jsonl"):
        lines = path(name).read_text("utf-8").splitlines(keepends=True)[:15]
        (tmp_path / name).write_text("".join(lines), "utf-8")


def audited(*more: str) -> None:
    assert run(["audit", "private.jsonl", "release.jsonl", *FAST, "--run", "kept", *more]) in (
        0,
        1,
        2,
    )


def test_the_same_files_give_the_same_figures(tmp_path: Path, capsys: Any) -> None:
    audited("--targets", "9", "--seed", "4")
    before = {file: file.read_bytes() for file in (tmp_path / "kept").rglob("*") if file.is_file()}
    capsys.readouterr()
    assert run(["reproduce", "kept"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("SAME: 2 of 2 figures came out the same.\n")
    assert "The same software" in out
    after = {file: file.read_bytes() for file in (tmp_path / "kept").rglob("*") if file.is_file()}
    assert after == before


def test_an_input_in_the_folder_that_is_emptied_is_not_lost(tmp_path: Path, capsys: Any) -> None:
    audited()
    (tmp_path / "kept" / "again").mkdir()
    (tmp_path / "private.jsonl").rename(tmp_path / "kept" / "again" / "private.jsonl")
    (tmp_path / "private.jsonl").symlink_to("kept/again/private.jsonl")
    capsys.readouterr()
    assert run(["reproduce", "kept"]) == 64
    told = capsys.readouterr().err
    assert told == (
        f"seethrough: {tmp_path / 'private.jsonl'}: an input, and kept/again is emptied; move it"
        " elsewhere\n"
    )
    assert (tmp_path / "private.jsonl").read_text()


@pytest.mark.long
def test_another_processor_is_named(tmp_path: Path, capsys: Any) -> None:
    audited()
    kept = tmp_path / "kept" / FILE
    command = json.loads(kept.read_text())
    assert command["software"]["instruction sets"] not in ("", "unknown")
    command["software"]["instruction sets"] = "AVX1024"
    kept.write_text(json.dumps(with_checksum(command)))
    capsys.readouterr()
    assert run(["reproduce", "kept"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Software that differs: instruction sets AVX1024, now" in out


@pytest.mark.long
def test_a_judge_that_was_calibrated_since_is_named(capsys: Any) -> None:
    judge = Llm("fake")
    asked = ["--attack", "inference:judge=llm(model=fake)", "--targets", "3"]
    audited(*asked)
    calibrations.write(Calibration(judge.identity, Cuts(0.9, 0.2), {"accuracy": 0.7, "n": 9}))
    capsys.readouterr()
    assert run(["reproduce", "kept"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "A judge is calibrated otherwise than it was" in out


@pytest.mark.long
def test_a_figure_that_moved_is_shown_with_the_software_that_did(
    tmp_path: Path, capsys: Any
) -> None:
    audited()
    file, kept = tmp_path / "kept" / "report.json", tmp_path / "kept" / FILE
    report, command = json.loads(file.read_text()), json.loads(kept.read_text())
    (top1,) = [e for e in report["estimates"] if e["name"] == "linkage.top1"]
    top1["value"], command["software"]["numpy"] = 0.123, "0.9"
    file.write_text(json.dumps(with_checksum(report)))
    kept.write_text(json.dumps(with_checksum(command)))
    capsys.readouterr()
    assert run(["reproduce", "kept"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("DIFFERENT: 1 of 2 figures differ.\n")
    assert "Found at the first guess" in out
    assert "12 %" in out
    assert "numpy 0.9, now" in out
    assert run(["reproduce", "kept", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [figure["same"] for figure in found["figures"]] == [False, True]
    assert not found["same"]
    assert found["software"]["numpy"][0] == "0.9"


def test_other_files_cannot_reproduce_it(capsys: Any) -> None:
    audited()
    with Path("release.jsonl").open("a") as file:
        file.write("\n")
    capsys.readouterr()
    assert run(["reproduce", "kept"]) == 65
    assert "release.jsonl: not what the run read" in capsys.readouterr().err
    Path("release.jsonl").unlink()
    assert run(["reproduce", "kept"]) == 65
    assert "release.jsonl: not there; reproduce needs the same files" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["release.jsonl.release.json", "release.jsonl.release.key"])
def test_what_appeared_beside_the_release_since_is_named(name: str, capsys: Any) -> None:
    audited()
    Path(name).write_text("{}")
    capsys.readouterr()
    assert run(["reproduce", "kept"]) == 65
    assert f"{name}: not what the run read" in capsys.readouterr().err


def test_a_start_folder_that_is_gone_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    files = ["../private.jsonl", "../release.jsonl", *FAST, "--run", "../kept"]
    assert run(["audit", *files]) in (0, 1, 2)
    monkeypatch.chdir(tmp_path)
    gone.rmdir()
    capsys.readouterr()
    assert run(["reproduce", "kept"]) == 65
    assert capsys.readouterr().err.startswith(f"seethrough: {gone}: the run was started in this")


def test_a_folder_that_is_not_there_is_said(capsys: Any) -> None:
    assert run(["reproduce", "nowhere"]) == 65
    assert "nowhere: no such folder" in capsys.readouterr().err


def test_a_run_that_names_nothing_keeps_no_command(tmp_path: Path, capsys: Any) -> None:
    audited()
    assert (tmp_path / "kept" / FILE).exists()
    audited("--no-text")  # in the same folder: what was kept before goes
    assert not (tmp_path / "kept" / FILE).exists()
    assert run(["reproduce", "kept"]) == 65
    assert "not one with --no-text" in capsys.readouterr().err


def test_a_command_that_cannot_be_run_again_is_not_kept(tmp_path: Path) -> None:
    audited("--model", "fake", "--model-base-url", "http://user:word@127.0.0.1:9/v1")
    assert not (tmp_path / "kept" / FILE).exists()


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"schema": 2}', "[" * 100_000, '{"schema": 1, "arguments": [1]}', "\xff"],
)
def test_a_damaged_command_is_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_bytes(content.encode("latin-1"))
    with pytest.raises(InputError, match=r"command\.json"):
        read_command(tmp_path)


def test_a_command_with_a_field_of_another_type_is_refused(tmp_path: Path) -> None:
    audited()
    file = tmp_path / "kept" / FILE
    whole = json.loads(file.read_text())
    assert read_command(tmp_path / "kept").arguments[:1] == [str(tmp_path / "private.jsonl")]
    for name in whole.keys() - {"sha256"}:
        file.write_text(json.dumps(with_checksum({**whole, name: 5})))
        with pytest.raises(InputError):
            read_command(tmp_path / "kept")
        fewer = {key: value for key, value in whole.items() if key != name}
        file.write_text(json.dumps(with_checksum(fewer)))
        with pytest.raises(InputError):
            read_command(tmp_path / "kept")


@pytest.mark.parametrize(
    "given",
    [
        [],
        ["--seed", "3", "--targets", "5", "--attack", "linkage", "--attack", "lexical"],
        ["--unaligned", "--no-header", "--release-header", "--allow-remote", "--exit-zero"],
        ["--tolerance", "0.1", "--fail-above", "linkage.top1=0.5", "--judge", "rouge", "--json"],
        ["--model", "fake", "--control", "c.jsonl", "--format", "junit", "--run", "elsewhere"],
    ],
)
def test_the_arguments_mean_what_was_given(given: list[str], tmp_path: Path) -> None:
    def read(words: list[str]) -> click.Context:
        return verb.command.make_context("audit", [*words])

    aside = {"run", "table", "force", "as_json", "form_of_output", "exit_zero"}
    context = read(["private.jsonl", "release.jsonl", *given])
    again = read([*arguments(context)])
    where = {"private": "private.jsonl", "release": "release.jsonl"}
    for name, value in context.params.items():
        if name in where:
            assert again.params[name] == str(tmp_path / where[name])
        elif name not in aside:
            assert again.params[name] == value, name
    assert not aside & {name for name in aside if again.params[name] == "elsewhere"}


def test_a_folder_is_known_by_all_that_is_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "deep").mkdir(parents=True)
    (folder / "a").write_text("1")
    (folder / "deep" / "b").write_text("2")
    (before,) = hashes([str(folder)]).values()
    (folder / "deep" / "b").write_text("3")
    (after,) = hashes([str(folder)]).values()
    shutil.move(folder / "deep" / "b", folder / "deep" / "c")
    (renamed,) = hashes([str(folder)]).values()
    assert len({before, after, renamed}) == 3
    assert hashes([str(tmp_path / "none")]) == {str(tmp_path / "none"): ""}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such a name")
def test_a_name_in_another_encoding_is_hashed_like_any_other(tmp_path: Path) -> None:
    before = hashes([str(tmp_path)])
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text("Paul has gout.")
    assert hashes([str(tmp_path)]) != before


def test_of_two_versions_of_a_package_the_one_that_is_imported_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "numpy-0.9.dist-info").mkdir()
    (tmp_path / "numpy-0.9.dist-info" / "METADATA").write_text("Name: numpy\nVersion: 0.9\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert software.__wrapped__()["numpy"] == "0.9"
