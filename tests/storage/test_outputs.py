"""No output replaces an input; nothing is replaced unasked; a release is there whole or not."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from seethrough.cli import run
from seethrough.engine.sanitize import sanitize
from seethrough.errors import OutputError
from seethrough.records.reading import read_corpus
from seethrough.records.writing import write_corpus
from seethrough.samples import path
from seethrough.sidecars.releasing import files_named, write_release
from seethrough.sidecars.sidecar import read_sidecar
from seethrough.spec import parse
from seethrough.storage.files import FileSet, _appear

BESIDE = ("", ".release.json", ".release.key", ".holdout.jsonl")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = path("private.jsonl").read_text("utf-8").splitlines(keepends=True)[:8]
    Path("a.jsonl").write_text("".join(lines), "utf-8")


def call(capsys: Any, *arguments: str) -> tuple[int, str]:
    status = run(arguments)
    return status, capsys.readouterr().err


def erased(capsys: Any, out: str, *more: str) -> tuple[int, str]:
    return call(capsys, "sanitize", "a.jsonl", "--with", "erase", "--out", out, *more)


def contents() -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in Path().rglob("*") if p.is_file()}


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize(
    "how", ["itself", "path", "no path", "symlink", "hard link", "link to a link"]
)
def test_an_input_is_never_an_output(capsys: Any, how: str, force: list[str]) -> None:
    paths = {"itself": "a.jsonl", "path": "folder/../a.jsonl", "no path": "missing/../a.jsonl"}
    out = paths.get(how, "b.jsonl")
    if how == "path":
        Path("folder").mkdir()
    if how in ("symlink", "link to a link"):
        Path("b.jsonl").symlink_to("c.jsonl" if how == "link to a link" else "a.jsonl")
        if how == "link to a link":
            Path("c.jsonl").symlink_to("a.jsonl")
    if how == "hard link":
        os.link("a.jsonl", "b.jsonl")
    before = contents()
    status, told = erased(capsys, out, *force)
    assert status == 64
    assert out in told
    assert "input" in told or "same file as a.jsonl" in told
    assert len(told.splitlines()) == 1
    assert contents() == before


@pytest.mark.parametrize("out", ["a.jsonl", "missing/../a.jsonl"])
def test_standard_input_is_no_output_either(out: str) -> None:
    before = contents()
    command = [sys.executable, "-m", "seethrough", "sanitize", "-", "--with", "erase", "--force"]
    with open("a.jsonl", "rb") as file:
        done = subprocess.run(
            [*command, "-o", out], stdin=file, capture_output=True, text=True, check=False
        )
    assert done.returncode == 64
    assert f"{out}: is the same file as standard input, which would be lost" in done.stderr
    assert contents() == before


def test_what_is_written_beside_a_release_is_no_input_either(capsys: Any) -> None:
    shutil.copy("a.jsonl", "x.jsonl.holdout.jsonl")
    before = contents()
    command = ["sanitize", "x.jsonl.holdout.jsonl", "--with", "erase", "-o", "x.jsonl", "--force"]
    assert call(capsys, *command, "--holdout", "2")[0] == 64
    assert contents() == before


@pytest.mark.parametrize("there", BESIDE)
def test_what_is_there_is_replaced_with_force_alone(capsys: Any, there: str) -> None:
    Path(f"b.jsonl{there}").write_text("precious")
    before = contents()
    status, told = erased(capsys, "b.jsonl", "--holdout", "2")
    assert status == 64
    assert told.startswith(f"seethrough: b.jsonl{there}: already exists; name another")
    assert contents() == before
    assert erased(capsys, "b.jsonl", "--holdout", "2", "--force")[0] == 0
    assert all("precious" not in Path(f"b.jsonl{end}").read_text() for end in BESIDE)
    assert sorted(os.listdir()) == sorted(["a.jsonl", *(f"b.jsonl{end}" for end in BESIDE)])


def test_a_dangling_link_is_there(capsys: Any) -> None:
    Path("b.jsonl").symlink_to("nowhere.jsonl")
    assert erased(capsys, "b.jsonl")[0] == 64
    assert not Path("nowhere.jsonl").exists()


def test_it_is_refused_before_any_work_is_done(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("b.jsonl").write_text("precious")
    monkeypatch.setattr(
        "seethrough.engine.sanitize.sanitize", lambda *_, **__: pytest.fail("worked")
    )
    assert erased(capsys, "b.jsonl")[0] == 64


def test_what_a_sanitizer_writes_is_an_output_and_what_it_reads_an_input(capsys: Any) -> None:
    Path("steps.jsonl").write_text("precious")
    sage = "sage:model=fake,keep=steps.jsonl"
    for command in (
        ["sanitize", "a.jsonl", "--with", sage, "-o", "b.jsonl"],
        ["compare", "a.jsonl", "--with", sage],
    ):
        status, told = call(capsys, *command)
        assert (status, "steps.jsonl: already exists" in told) == (64, True)
    assert Path("steps.jsonl").read_text() == "precious"
    status, told = call(
        capsys, "sanitize", "a.jsonl", "--with", "sage:model=fake,keep=b.jsonl", "-o", "b.jsonl"
    )
    assert (status, "also written as" in told) == (64, True)
    Path("names.txt").write_text("Job")
    made = parse("sanitizers", "chain:steps=sage(attributes_file=names.txt,keep=k.jsonl)")
    assert files_named(made) == (["names.txt"], [Path("k.jsonl")])


def test_an_existing_page_is_replaced_with_force_alone(capsys: Any) -> None:
    fast = ["--atomizer", "sentence", "--judge", "rouge", "--linker", "bm25", "--exit-zero"]
    assert call(capsys, "audit", "a.jsonl", "a.jsonl", "--run", "r", *fast)[0] == 0
    Path("page.html").write_text("precious")
    assert call(capsys, "report", "r", "-o", "page.html")[0] == 64
    assert call(capsys, "report", "r", "-o", "r/report.json", "--force")[0] == 64
    assert Path("page.html").read_text() == "precious"
    assert call(capsys, "report", "r")[0] == 0  # the run's own page
    assert call(capsys, "report", "r", "-o", "page.html", "--force")[0] == 0
    shutil.copy("r/report.json", "report.json")
    Path("report.html").write_text("precious")
    assert call(capsys, "report", "report.json")[0] == 64
    assert Path("report.html").read_text() == "precious"


class Killed(BaseException):
    """Stands for the end of the process: nothing after it is run."""


def old_release() -> None:
    private = read_corpus("a.jsonl")
    write_release(sanitize(private, "identity"), private, "b.jsonl")


@pytest.mark.parametrize("steps", range(17))
@pytest.mark.parametrize("there", [False, True])
def test_a_kill_never_leaves_a_text_with_a_wrong_sidecar(
    monkeypatch: pytest.MonkeyPatch, steps: int, there: bool
) -> None:
    if there:
        old_release()
    before = contents()
    private = read_corpus("a.jsonl")
    release = sanitize(private, "erase")
    left = [steps]

    def counted(done: Any) -> Any:
        def instead(*arguments: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise Killed
            return done(*arguments, **more)

        return instead

    with monkeypatch.context() as patched:
        for name in ("rename", "link", "unlink", "replace"):
            patched.setattr(os, name, counted(getattr(os, name)))
        try:
            write_release(release, private, "b.jsonl", private.take([0]), replace=there)
            finished = True
        except Killed:
            finished = False
    if finished:
        assert {f"b.jsonl{end}" for end in BESIDE} <= contents().keys()
    if not Path("b.jsonl").exists():
        kept = [p for p in Path().iterdir() if p.read_bytes() == before.get("b.jsonl")]
        assert not there or kept or finished  # moved aside, not lost
        return
    sidecar = read_sidecar("b.jsonl", read_corpus("b.jsonl"), private)
    assert sidecar is None or (sidecar.release, sidecar.private) in {
        ("matches", "matches"),
        ("matches", "absent"),
    }
    if Path("b.jsonl").read_bytes() != before.get("b.jsonl"):
        assert sidecar is not None
        assert Path("b.jsonl.holdout.jsonl").exists()


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("at", range(4))
@pytest.mark.parametrize("step", ["os.fsync", "seethrough.storage.files._appear"])
def test_a_full_disk_leaves_everything_as_it_was(
    capsys: Any, monkeypatch: pytest.MonkeyPatch, step: str, at: int, there: bool
) -> None:
    if there:
        old_release()
    before = contents()
    done = {"os.fsync": os.fsync, "seethrough.storage.files._appear": _appear}[step]
    calls = [at]

    def full(argument: Any) -> None:
        calls[0] -= 1
        if calls[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        done(argument)

    with monkeypatch.context() as patched:
        patched.setattr(step, full)
        more = ["--force"] if there else []
        status, told = erased(capsys, "b.jsonl", "--holdout", "2", *more)
    assert status == 73
    assert told.splitlines()[-1] == (
        "seethrough: b.jsonl: the disk is full; free space there, then run the same command again"
    )
    assert contents() == before


@pytest.mark.skipif(not os.access("/dev/full", os.W_OK), reason="no /dev/full here")
def test_a_full_device_is_named(capsys: Any) -> None:
    status, told = erased(capsys, "/dev/full")
    assert (status, told.splitlines()[-1][:40]) == (64, "seethrough: /dev/full: unknown format; e")
    with pytest.raises(OutputError, match="/dev/full: the disk is full"):
        write_corpus(read_corpus("a.jsonl"), "/dev/full", format="jsonl")


def test_a_full_disk_anywhere_is_one_line(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("seethrough.engine.sanitize.sanitize", full)
    status, told = erased(capsys, "b.jsonl")
    assert status == 73
    assert told.splitlines()[-1] == (
        "seethrough: the run, the output or the temporary folder: the disk is full; free space"
        " there, then run the same command again"
    )


def test_files_appear_together_or_not(tmp_path: Path) -> None:
    files = FileSet(replace=False)
    for name in ("text", "beside"):
        with files.open(tmp_path / name) as file:
            file.write(name.encode())
    assert not (tmp_path / "text").exists()
    assert files.staged(tmp_path / "text").read_bytes() == b"text"
    (tmp_path / "beside").write_bytes(b"of somebody else, meanwhile")
    with pytest.raises(Exception, match="beside: was created meanwhile; add --force"):
        files.commit()
    assert (tmp_path / "beside").read_bytes() == b"of somebody else, meanwhile"
    assert not (tmp_path / "text").exists()
    assert [p for p in os.listdir(tmp_path) if p.startswith(".")] == []


def test_a_release_on_standard_output_has_no_sidecar(capsys: Any) -> None:
    assert run(["sanitize", "a.jsonl", "--with", "erase", "-o", "-"]) == 0
    printed = capsys.readouterr().out
    assert len([json.loads(line) for line in printed.splitlines()]) == 8
    assert os.listdir() == ["a.jsonl"]
