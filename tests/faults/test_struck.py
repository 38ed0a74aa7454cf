"""At every change of a file that a command makes, the disk may be full or the process killed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.faults._struck import Commands, assert_stopped, commands

from seethrough.records.reading import read_corpus
from seethrough.samples import path
from seethrough.sidecars.sidecar import read_sidecar
from seethrough.storage.store import UNFINISHED

pytestmark = pytest.mark.system

PARTS = ["--atomizer", "sentence", "--judge", "rouge", "--linker", "bm25", "--targets", "4"]
AUDIT = ["audit", "a.jsonl", "a.jsonl", "--attack", "identifiers", "--exit-zero", "--run", "r"]
AUDIT += PARTS
SANITIZE = ["sanitize", "a.jsonl", "--with", "erase", "--holdout", "1", "--out", "b.jsonl"]
MODEL = ["--model", "fake", "--run", "q"]
COMMANDS = {
    "a model": ["sanitize", "a.jsonl", "--with", "paraphrase", "--out", "c.jsonl", *MODEL],
    "kept steps": ["sanitize", "a.jsonl", "--with", "sage:keep=k.jsonl", "-o", "c.jsonl", *MODEL],
    "canaries": ["plant", "a.jsonl", "--canaries", "20", "--out", "c.jsonl"],
    "a table": [*AUDIT, "--table", "t.csv", "--no-text"],
    "an index": [
        "audit", "a.jsonl", "a.jsonl", "--as", "rag", "--service", "model=fake,index=index",
        "--targets", "2", "--exit-zero",
    ],
    "a plan": ["compare", "plan.toml", "--run", "planned"],
}  # fmt: skip
SAMPLED = 12
"""At so many of its changes, spread evenly, a long command is struck."""


@pytest.fixture(scope="module")
def command() -> Iterator[Commands]:
    with commands() as started:
        yield started


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return fresh(tmp_path / "work")


def fresh(folder: Path) -> Path:
    """Return a folder with four records and a plan, and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    lines = path("private.jsonl").read_text("utf-8").splitlines(keepends=True)[:4]
    (folder / "a.jsonl").write_text("".join(lines), "utf-8")
    (folder / "plan.toml").write_text(
        'private = "a.jsonl"\nattacks = ["identifiers"]\ntargets = 2\n'
        '[[releases]]\nwith = "erase"\n'
    )
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


@pytest.mark.long
def test_an_audit_on_a_disk_that_fills_up(command: Commands, folder: Path) -> None:
    whole = command(folder, *AUDIT)
    report = (folder / "r" / "report.json").read_bytes()
    changes = command(fresh(folder), *AUDIT, fault="ENOSPC", at=10**6).changes
    assert changes > 40
    for at in range(changes):
        done = command(fresh(folder), *AUDIT, fault="ENOSPC", at=at)
        if done.status == 0:  # the last changes make finished files sure, and may fail
            assert at > changes - 6
            assert (folder / "r" / "report.json").read_bytes() == report
            continue
        assert_stopped(done, 73, "the disk is full; free space there, then run the same command")
        assert "Report" not in done.errors
        told = {"r/.lock", f"r/{UNFINISHED}"}
        assert [name for name in contents(folder) if "/." in name and name not in told] == []
        if at % 8 == 0:
            again = command(folder, *AUDIT)
            assert (again.status, again.output) == (0, whole.output)
            assert (folder / "r" / "report.json").read_bytes() == report


def test_an_audit_that_is_killed(command: Commands, folder: Path) -> None:
    whole = command(folder, *AUDIT)
    kept = contents(folder / "r")
    assert whole.status == 0
    for at in range(0, whole.changes, 4):
        killed = command(fresh(folder), *AUDIT, fault="killed", at=at)
        assert killed.status == -9
        again = command(folder, *AUDIT)
        assert (again.status, again.output) == (0, whole.output)
        now = contents(folder / "r")
        assert {name: now[name] for name in kept if name != ".lock"} == {
            name: content for name, content in kept.items() if name != ".lock"
        }


@pytest.mark.parametrize("there", [False, True])
def test_a_release_on_a_disk_that_fills_up(command: Commands, folder: Path, there: bool) -> None:
    def begin() -> dict[str, bytes]:
        fresh(folder)
        if there:
            assert command(folder, *SANITIZE, "--seed", "1").status == 0
        return contents(folder)

    words = [*SANITIZE, "--force"] if there else SANITIZE
    begin()
    changes, stopped = command(folder, *words, fault="ENOSPC", at=10**6).changes, 0
    for at in range(changes):
        before = begin()
        done = command(folder, *words, fault="ENOSPC", at=at)
        if done.status != 0:  # the last changes make a finished file sure, and may fail
            assert_stopped(done, 73, "b.jsonl: the disk is full")
            assert contents(folder) == before
            stopped += 1
    assert stopped >= 8


@pytest.mark.long
def test_a_release_that_is_killed(command: Commands, folder: Path) -> None:
    assert command(folder, *SANITIZE, "--seed", "1").status == 0
    old = (folder / "b.jsonl").read_bytes()
    words = [*SANITIZE[:2], "--with", "scrub", *SANITIZE[4:], "--seed", "1"]
    saved = contents(folder)
    changes = command(folder, *words, "--force").changes
    new = (folder / "b.jsonl").read_bytes()
    assert old != new
    for at in range(changes):
        fresh(folder)
        for name, content in saved.items():
            (folder / name).write_bytes(content)
        assert command(folder, *words, "--force", fault="killed", at=at).status == -9
        now = contents(folder)
        assert now["a.jsonl"] == saved["a.jsonl"]
        assert old in now.values() or new in now.values()  # nothing is lost
        if "b.jsonl" in now:
            assert now["b.jsonl"] in (old, new)
            own = read_corpus(folder / "a.jsonl"), read_corpus(folder / "b.jsonl")
            sidecar = read_sidecar(folder / "b.jsonl", own[1], own[0])
            assert sidecar is None or sidecar.release == "matches"
        assert command(folder, *words, "--force").status == 0
        assert (folder / "b.jsonl").read_bytes() == new


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_other_commands_on_a_disk_that_fills_up(command: Commands, folder: Path, name: str) -> None:
    words = COMMANDS[name]
    changes = command(folder, *words, fault="ENOSPC", at=10**6).changes
    tried = range(0, changes, max(1, changes // SAMPLED))
    assert len(tried) >= 4
    stopped = 0
    for at in tried:
        done = command(fresh(folder), *words, fault="ENOSPC", at=at)
        if done.status not in (0, 1, 2):
            assert_stopped(done, 73, "the disk is full")
            stopped += 1
            assert not (folder / "c.jsonl").exists()
    assert stopped > len(tried) / 2


@pytest.mark.parametrize("fault", ["EROFS", "EDQUOT"])
@pytest.mark.parametrize("at", [0, 7])
def test_a_folder_that_cannot_be_written(
    command: Commands, folder: Path, fault: str, at: int
) -> None:
    before = contents(folder)
    status, told = {
        "EROFS": (64, "cannot be written (Read-only file system); name another place"),
        "EDQUOT": (73, "the disk is full; free space there"),
    }[fault]
    for words in (AUDIT, SANITIZE, *COMMANDS.values()):
        if at and words is COMMANDS["canaries"]:
            continue
        done = command(folder, *words, fault=fault, at=at)
        assert_stopped(done, status, told)
        if not at:
            assert contents(folder) == before
        fresh(folder)


def test_a_folder_of_somebody_else(command: Commands, folder: Path) -> None:
    """A folder in which not even the administrator can make a file."""
    for words in (
        [*AUDIT[:7], "/proc/r", *AUDIT[8:-2]],
        [*SANITIZE[:-1], "/proc/b.jsonl"],
        ["plant", "a.jsonl", "--canaries", "20", "--out", "/proc/c.jsonl"],
    ):
        done = command(folder, *[word for word in words if word])
        assert_stopped(done, 64, "cannot be written (No such file or directory)")


def test_what_changed_between_a_kill_and_the_next_start_is_another_run(
    command: Commands, folder: Path
) -> None:
    killed = command(folder, *AUDIT, fault="killed", at=30)
    assert killed.status == -9
    lines = (folder / "a.jsonl").read_text("utf-8").splitlines(keepends=True)
    (folder / "a.jsonl").write_text("".join(lines[:-1]), "utf-8")
    done = command(folder, *AUDIT)
    assert_stopped(done, 64, "r holds another run (other data, components or seed); name another")
    assert not (folder / "r" / "report.json").exists()


def test_so_is_a_file_that_a_part_reads(command: Commands, folder: Path) -> None:
    known = folder / "known.jsonl"
    people = [json.loads(line) for line in (folder / "a.jsonl").read_text("utf-8").splitlines()]
    rows = [{"person": row["person"], "claims": ["They like tea."]} for row in people]

    def write(claim: str) -> None:
        lines = [json.dumps({**row, "claims": [claim]}) + "\n" for row in rows]
        known.write_text("".join(lines), "utf-8")

    words = ["audit", "a.jsonl", "a.jsonl", "--attack", "linkage", "--exit-zero", "--run", "r"]
    words += [*PARTS, "--knowledge", "file:path=known.jsonl"]
    write("They like tea.")
    assert command(folder, *words, fault="killed", at=60).status == -9
    write("They like coffee.")
    resumed = command(folder, *words)
    if resumed.status == 64:
        assert "holds another run" in resumed.errors
        return
    after = json.loads((folder / "r" / "report.json").read_text())["estimates"]
    shutil.rmtree(folder / "r")
    assert command(folder, *words).status == 0
    assert json.loads((folder / "r" / "report.json").read_text())["estimates"] == after


def test_the_guard_sees_a_write(command: Commands, folder: Path) -> None:
    """Without a fault nothing is in the way, and what is outside of the folder does not count."""
    whole = command(folder, *SANITIZE)
    assert (whole.status, whole.changes > 10) == (0, True)
    assert command(folder, "list").changes == 0
