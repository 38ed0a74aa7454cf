"""No output replaces an input; nothing is replaced unasked; a release is there whole or not."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from seethrough.cli import run
from seethrough.engine.sanitize import sanitize
from seethrough.errors import OutputError
from seethrough.fields import Names, names_in
from seethrough.records.reading import read_corpus
from seethrough.records.writing import write_corpus
from seethrough.samples import path
from seethrough.sidecars.releasing import write_release
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


AUDIT = ["audit", "a.jsonl", "b.jsonl"]
COMPARE = ["compare", "a.jsonl"]
ERASE = ["--with", "erase"]


@pytest.mark.parametrize("said", ["the file", "a link"])
@pytest.mark.parametrize(
    "command",
    [
        [*AUDIT, "--control", "x.csv"],
        [*AUDIT, "--ratings", "x.csv"],
        [*AUDIT, "--as", "rag", "--questions", "x.csv"],
        [*AUDIT, "--knowledge", "file:path=x.csv"],
        [*AUDIT, "--classifier", "given:path=x.csv"],
        [*AUDIT, "--attack", "reconstruction:shadow=x.csv"],
        [*AUDIT, "--attack", "linkage:knowledge=file(path=x.csv)"],
        [*AUDIT, "--utility", "coherence:prompt=x.csv"],
        [*AUDIT, "--as", "rag", "--service", "prompt=x.csv"],
        ["audit", "a.jsonl", "x.csv"],
        ["audit", "x.csv", "b.jsonl"],
        [*COMPARE, *ERASE, "--control", "x.csv"],
        [*COMPARE, *ERASE, "--shadow", "x.csv"],
        [*COMPARE, *ERASE, "--questions", "x.csv", "--utility", "length_kept"],
        [*COMPARE, *ERASE, "--knowledge", "file:path=x.csv"],
        [*COMPARE, *ERASE, "--attack", "reconstruction:shadow=x.csv"],
        [*COMPARE, *ERASE, "--utility", "coherence:prompt=x.csv"],
        [*COMPARE, "--with", "custext:vectors=x.csv"],
        ["compare", "x.csv", *ERASE],
    ],
    ids=" ".join,
)
def test_no_table_replaces_what_an_audit_or_a_comparison_reads(
    capsys: Any, command: list[str], said: str
) -> None:
    shutil.copy("a.jsonl", "b.jsonl")
    Path("x.csv").write_text("id,text\n1,precious\n")
    if said == "a link":
        command = [word.replace("x.csv", "known") for word in command]
        Path("known").symlink_to("x.csv")
    before = contents()
    status, told = call(capsys, *command, "--table", "x.csv", "--force")
    problem = "is the input" if said == "the file" else "is the same file as known"
    assert told == f"seethrough: x.csv: {problem}, which would be lost; name another output\n"
    assert (status, contents()) == (64, before)


def test_no_chart_replaces_an_input_either(capsys: Any) -> None:
    Path("x.svg").write_text("precious")
    told = "x.svg: is the input, which would be lost"
    for command in (["audit", "a.jsonl", "a.jsonl"], [*COMPARE, *ERASE]):
        status, error = call(capsys, *command, "--control", "x.svg", "--chart", "x.svg", "--force")
        if "charts" not in error:  # the extra is not installed
            assert (status, told in error) == (64, True)
        assert Path("x.svg").read_text() == "precious"


def test_an_input_that_would_be_lost_is_not_named_where_no_file_may_be(capsys: Any) -> None:
    Path("x.csv").write_text("person,claims\n")
    Path("known").symlink_to("x.csv")
    told = call(
        capsys, "audit", "a.jsonl", "a.jsonl", "--knowledge", "file:path=known", "--no-text",
        "--table", "x.csv", "--force",
    )  # fmt: skip
    assert told == (
        64,
        "seethrough: x.csv: is the same file as (a file), which would be lost; name another"
        " output\n",
    )


PLAN = """
private = "a.jsonl"
control = "held.jsonl"
shadow = "shadow.jsonl"
questions = "asked.jsonl"
attacks = ["identifiers"]
knowledge = "file:path=known.jsonl"

[[releases]]
file = "vendor.jsonl"

[[releases]]
model = "model"

[[releases]]
with = "sage:model=fake,keep={keep}"
"""


@pytest.mark.parametrize(
    "keep",
    [
        "plan.toml", "a.jsonl", "held.jsonl", "shadow.jsonl", "asked.jsonl", "vendor.jsonl",
        "vendor.jsonl.release.json", "vendor.jsonl.release.key", "model/seethrough.json",
    ],
)  # fmt: skip
def test_nothing_replaces_what_a_plan_names(capsys: Any, keep: str) -> None:
    Path("model").mkdir()
    for name in ("held", "shadow", "asked", "known", "vendor"):
        shutil.copy("a.jsonl", f"{name}.jsonl")
    for name in ("vendor.jsonl.release.json", "vendor.jsonl.release.key", "model/seethrough.json"):
        Path(name).write_text("{}")
    Path("plan.toml").write_text(PLAN.format(keep=keep))
    before = contents()
    status, told = call(capsys, "compare", "plan.toml", "--force")
    assert told == f"seethrough: {keep}: is the input, which would be lost; name another output\n"
    assert (status, contents()) == (64, before)


def test_a_table_is_no_place_for_what_a_sanitizer_keeps(capsys: Any) -> None:
    kept = ["--with", "sage:model=fake,keep=t.csv", "--table", "t.csv"]
    status, told = call(capsys, *COMPARE, *kept)
    assert (status, "t.csv: is also written as t.csv" in told) == (64, True)


def test_the_control_that_a_sidecar_names_is_an_input(capsys: Any) -> None:
    assert erased(capsys, "b.jsonl", "--holdout", "2")[0] == 0
    Path("b.jsonl.holdout.jsonl").rename("held.csv")
    sidecar = json.loads(Path("b.jsonl.release.json").read_text())
    Path("b.jsonl.release.json").write_text(json.dumps({**sidecar, "holdout": "held.csv"}))
    before = contents()
    status, told = call(capsys, *AUDIT, "--table", "held.csv", "--force")
    assert (status, "held.csv: is the input" in told.splitlines()[-1]) == (64, True)
    assert contents() == before


@pytest.mark.parametrize(
    "where", [["m/private.jsonl", "base"], ["a.jsonl", "m"], ["a.jsonl", "m/base"]]
)
@pytest.mark.parametrize("kept", [False, True])
def test_no_model_replaces_a_folder_that_holds_an_input(
    capsys: Any, where: list[str], kept: bool
) -> None:
    Path("m/base").mkdir(parents=True)
    Path("m/seethrough.json").write_text("{}")
    shutil.copy("a.jsonl", "m/private.jsonl")
    if kept:
        Path("m").rename("n.step-1")
        where = [name.replace("m", "n.step-1") if name[0] == "m" else name for name in where]
    named = where[0] if where[0] != "a.jsonl" else where[1]
    before = contents()
    command = ["finetune", where[0], "--with", f"vanilla:base={where[1]}", "--force"]
    more = ["-o", "n", "--keep-every", "1", "--run", "r"] if kept else ["-o", "m"]
    status, told = call(capsys, *command, *more)
    folder = "n.step-1" if kept else "m"
    assert told.splitlines()[-1] == (
        f"seethrough: {folder}: is or holds the input {named}, which would be lost; name another"
        " folder"
    )
    assert status == 64
    assert before.items() <= contents().items()


def test_who_is_held_out_of_a_training_replaces_no_input(capsys: Any) -> None:
    for name in ("m.holdout.jsonl", "m.holdout.model.json"):
        shutil.copy("a.jsonl", name)
        tagged = f"vanilla:tagger=listed(path={name})"
        command = ["finetune", "a.jsonl", "--with", tagged, "--holdout", "2", "-o", "m", "--force"]
        status, told = call(capsys, *command)
        assert (status, f"{name}: is the input, which would be lost" in told) == (64, True)
        assert Path(name).read_bytes() == Path("a.jsonl").read_bytes()


@pytest.mark.parametrize("out", ["pairs.jsonl", "./pairs.jsonl", "run/report.json"])
def test_ratings_replace_no_input(capsys: Any, monkeypatch: pytest.MonkeyPatch, out: str) -> None:
    served = "seethrough.agreement.rating_page.Page.serve"
    monkeypatch.setattr(served, lambda _: pytest.fail("served"))
    row = {"claim": "c", "passage": "p", "ratings": [1], "raters": {"Ann": 1}}
    Path("pairs.jsonl").write_text(json.dumps(row) + "\n")
    Path("run").mkdir()
    Path("run/report.json").write_text("{}")
    before = contents()
    source = "run" if out == "run/report.json" else "pairs.jsonl"
    status, told = call(capsys, "annotate", source, "-o", out)
    assert (status, "which would be lost; name another output" in told) == (64, True)
    assert contents() == before


def test_the_questions_of_a_preset_replace_no_input(capsys: Any) -> None:
    rows = [{"question": f"Who is {n}?", "text": f"Ann number {n}."} for n in range(9)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    Path("a.jsonl").write_text(lines)
    Path("r.held-out.jsonl").write_text(lines)
    before = contents()
    preset = ["--preset", "cpplm", "--base", "tiny", "--run", "r"]
    for command in (
        ["compare", "r.held-out.jsonl", *preset],
        ["compare", "a.jsonl", *preset, "--shadow", "r.held-out.jsonl"],
    ):
        status, told = call(capsys, *command)
        problem = "r.held-out.jsonl: is the input, which would be lost"
        assert (status, problem in told.splitlines()[-1]) == (64, True)
        assert contents() == before


def test_a_dangling_link_is_there(capsys: Any) -> None:
    Path("b.jsonl").symlink_to("nowhere.jsonl")
    assert erased(capsys, "b.jsonl")[0] == 64
    assert not Path("nowhere.jsonl").exists()


@pytest.mark.parametrize("out", ["b.jsonl", f"{'b' * 240}.jsonl"], ids=["there", "too long"])
def test_it_is_refused_before_any_work_is_done(
    capsys: Any, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    Path("b.jsonl").write_text("precious")
    monkeypatch.setattr(
        "seethrough.engine.sanitize.sanitize", lambda *_, **__: pytest.fail("worked")
    )
    assert erased(capsys, out)[0] == 64


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
    assert names_in(made, Names.READ) == ["names.txt"]
    assert names_in(made, Names.WRITTEN) == ["k.jsonl"]


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


@contextmanager
def killed_after(steps: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run a block that ends when it would change the folder once more."""
    left = [steps]

    def counted(done: Any) -> Any:
        def instead(*arguments: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise Killed
            return done(*arguments, **more)

        return instead

    with monkeypatch.context() as patched, suppress(Killed):
        for name in ("rename", "link", "unlink", "replace"):
            patched.setattr(os, name, counted(getattr(os, name)))
        yield


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
    finished = False
    with killed_after(steps, monkeypatch):
        write_release(release, private, "b.jsonl", private.take([0]), replace=there)
        finished = True
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


def full_disk(step: str, at: int) -> Any:
    """Return a step of writing that fails from its call number ``at`` on, counted from 0."""
    done: Any = {"os.fsync": os.fsync, "seethrough.storage.files._appear": _appear}[step]
    calls = [at]

    def full(argument: Any) -> None:
        calls[0] -= 1
        if calls[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        done(argument)

    return full


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("at", range(4))
@pytest.mark.parametrize("step", ["os.fsync", "seethrough.storage.files._appear"])
def test_a_full_disk_leaves_everything_as_it_was(
    capsys: Any, monkeypatch: pytest.MonkeyPatch, step: str, at: int, there: bool
) -> None:
    if there:
        old_release()
    before = contents()
    with monkeypatch.context() as patched:
        patched.setattr(step, full_disk(step, at))
        more = ["--force"] if there else []
        status, told = erased(capsys, "b.jsonl", "--holdout", "2", *more)
    assert status == 73
    assert told.splitlines()[-1] == (
        "seethrough: b.jsonl: the disk is full; free space there, then run the same command again"
    )
    assert contents() == before


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("at", range(2))
@pytest.mark.parametrize("step", ["os.fsync", "seethrough.storage.files._appear"])
def test_planted_records_and_their_control_are_replaced_together_or_not(
    capsys: Any, monkeypatch: pytest.MonkeyPatch, step: str, at: int, there: bool
) -> None:
    plant = ["plant", "a.jsonl", "-o", "b.jsonl", "--canaries", "20"]
    if there:
        assert call(capsys, *plant)[0] == 0
    before = contents()
    with monkeypatch.context() as patched:
        patched.setattr(step, full_disk(step, at))
        status, told = call(capsys, *plant, "--force")
    assert (status, told.splitlines()[-1][:40]) == (73, "seethrough: b.jsonl: the disk is full; f")
    assert contents() == before
    assert call(capsys, *plant, "--force")[0] == 0
    after = contents()
    assert [name for name in after if before.get(name) != after[name]] == [
        "b.jsonl", "b.jsonl.holdout.jsonl",
    ]  # fmt: skip


def test_planted_records_that_are_there_have_their_own_control(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed at any change of a name: the old file with the old control, or the new with its."""
    plant = ["plant", "a.jsonl", "-o", "b.jsonl", "--canaries", "20", "--seed"]
    assert call(capsys, *plant, "1")[0] == 0
    old = contents()
    assert call(capsys, *plant, "2", "--force")[0] == 0
    new = contents()
    for steps in range(20):
        for name, content in old.items():
            Path(name).write_bytes(content)
        finished = False
        with killed_after(steps, monkeypatch):
            run([*plant, "2", "--force"])
            finished = True
        capsys.readouterr()
        if Path("b.jsonl").exists():
            both = {name: Path(name).read_bytes() for name in old if Path(name).exists()}
            assert both in (old, new), steps
        for file in Path().glob(".*"):
            file.unlink()
    assert finished
    assert contents() == new


def test_planted_records_on_standard_output_have_a_control(capsys: Any) -> None:
    assert run(["plant", "a.jsonl", "-o", "-", "--canaries", "20"]) == 0
    printed = capsys.readouterr().out
    assert len(printed.splitlines()) > 8
    assert Path("holdout.jsonl").exists()


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


def test_an_output_in_no_such_folder_is_refused_before_anything_is_read(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seethrough.cli._inputs.read", lambda *given, **named: 1 / 0)
    status, told = erased(capsys, "gone/b.jsonl")
    assert status == 64
    assert "gone/b.jsonl: there is no such folder; make it, or name another output" in told


def test_ratings_in_no_such_folder_are_refused(capsys: Any) -> None:
    Path("pairs.jsonl").write_text(json.dumps({"claim": "c", "passage": "p"}) + "\n")
    status, told = call(capsys, "annotate", "pairs.jsonl", "-o", "gone/ratings.jsonl")
    assert status == 64
    assert "gone/ratings.jsonl: there is no such folder; make it, or name another" in told


def test_a_table_may_stand_in_the_folder_that_the_command_makes(capsys: Any) -> None:
    asked = ["audit", "a.jsonl", "a.jsonl", "--attack", "lexical", "--run", "n", "--exit-zero"]
    assert run([*asked, "--table", "m/table.csv"]) == 64
    assert run([*asked, "--table", "n/table.csv"]) == 0
    assert Path("n/table.csv").is_file()
