"""A release as a folder of texts: there whole, with what belongs to it beside it, or not."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from seethrough.cli import run
from seethrough.engine.sanitize import sanitize
from seethrough.records.corpus import Corpus
from seethrough.records.reading import read_corpus
from seethrough.records.releases.text import TextRelease
from seethrough.sidecars.releasing import write_release
from seethrough.sidecars.sidecar import read_sidecar

BESIDE = [".holdout.jsonl", ".release.json", ".release.key"]
TEXTS = {f"AZ {n}-34 (2)": f"Person {n} sued in Kiel.\r\n" for n in range(4)}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notes/older").mkdir(parents=True)
    for name, text in TEXTS.items():
        Path("notes", f"{name}.txt").write_text(text, newline="")
    Path("notes/older/1.txt").write_text("Somebody sued.")


def call(capsys: Any, *arguments: str) -> tuple[int, str]:
    status = run(arguments)
    return status, capsys.readouterr().err


def released(capsys: Any, out: str, *more: str, sanitizer: str = "identity") -> tuple[int, str]:
    return call(capsys, "sanitize", "notes", "--with", sanitizer, "--out", out, *more)


def contents() -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in Path().rglob("*") if p.is_file()}


@pytest.mark.parametrize("out", ["out/", "out", "./out/", "link"])
def test_a_folder_in_is_a_folder_out(capsys: Any, out: str) -> None:
    if out != "out/":
        Path("out").mkdir()
    if out == "link":
        Path("link").symlink_to("out")
    status, told = released(capsys, out, "--holdout", "1")
    assert (status, f"{out}: 4 of 4 records released\n" in told) == (0, True)
    name = "link" if out == "link" else "out"
    assert sorted(map(str, Path().glob(f"{name}.*"))) == [f"{name}{end}" for end in BESIDE]
    private, again = read_corpus("notes"), read_corpus(out)
    assert len(again) == 4
    assert {*zip(again.ids, again.texts, strict=True)} < {
        *zip(private.ids, private.texts, strict=True)
    }
    for path in (out, "out" if name == "out" else "link/"):
        sidecar = read_sidecar(path, again, private)
        assert sidecar is not None
        assert (sidecar.release, sidecar.private) == ("matches", "matches")
        assert sidecar.holdout == Path(f"{name}.holdout.jsonl")


def test_a_sidecar_belongs_to_the_texts_and_their_names(capsys: Any) -> None:
    assert released(capsys, "out/")[0] == 0
    claimed = json.loads(Path("out.release.json").read_text())["release_sha256"]
    listed = "find . -name '*.txt' | sed 's:^[.]/::' | LC_ALL=C sort | tr '\\n' '\\0'"
    listed = f"cd out; {listed} | xargs -0 sha256sum | sha256sum"
    assert claimed == subprocess.check_output(listed, shell=True, text=True).split()[0]

    def checked() -> str:
        corpus = read_corpus("out")
        sidecar = read_sidecar("out", corpus)
        assert sidecar is not None
        return sidecar.release

    Path("out/.DS_Store").touch()
    assert checked() == "matches"
    Path("out/older/1.txt").rename("out/1.txt")
    assert checked() == "differs"
    Path("out/1.txt").rename("out/older/1.txt")
    assert checked() == "matches"
    Path("out/older/1.txt").write_text("Nobody sued.")
    assert checked() == "differs"


def test_an_audit_knows_how_a_folder_was_made_wherever_it_is_named_from(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert released(capsys, "out/", sanitizer="erase")[0] == 0
    monkeypatch.chdir("out")
    command = ["audit", "../notes", ".", "--attack", "identifiers", "--run", "../run", "--json"]
    assert run([*command, "--exit-zero"]) == 0
    assert json.loads(capsys.readouterr().out)["release"]["sanitizer"] == {"name": "erase"}


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize(
    ("out", "told"),
    [
        ("notes/", "notes: is the input, which would be lost"),
        ("notes/older/", "notes/older: lies in the input notes"),
        ("notes/new/", "notes/new: lies in the input notes"),
        ("full", "full: is a folder that is not empty; name a new folder, or a file in it"),
        ("full/", "full: is a folder that is not empty; name a new folder, or a file in it"),
        ("file/", "file: is there already, and is no folder; name another output"),
        ("nowhere/", "nowhere: is there already, and is no folder; name another output"),
        ("no/such/", "no/such: there is no such folder; make it, or name another output"),
        ("a" * 256 + "/", "no file can have that name"),
        ("new", "new: unknown format; end the name in .jsonl, .csv, .tsv, .parquet, .spacy, or in"
         " / for a folder of text files"),
    ],
)  # fmt: skip
def test_nothing_that_is_there_is_replaced_or_mixed_with(
    capsys: Any, out: str, told: str, force: list[str]
) -> None:
    Path("full").mkdir()
    Path("full/mine.txt").write_text("precious")
    Path("file").write_text("precious")
    Path("nowhere").symlink_to("gone")
    before = contents()
    status, error = released(capsys, out, *force)
    assert (status, told in error, len(error.splitlines())) == (64, True, 1)
    assert contents() == before


def test_the_folder_that_one_is_in_keeps_its_place(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("out").mkdir()
    monkeypatch.chdir("out")
    status, error = call(capsys, "sanitize", "../notes", "--with", "erase", "--out", ".")
    assert (status, error) == (
        64, "seethrough: .: is the folder that you are in; name one that is not\n",
    )  # fmt: skip


def test_an_id_that_is_no_name_leaves_nothing_behind(capsys: Any) -> None:
    Path("a.csv").write_text("id,text\n1,Somebody sued.\n../2,Nobody sued.\n")
    status, error = call(capsys, "sanitize", "a.csv", "--with", "erase", "--out", "out/")
    assert (status, error.splitlines()[-1]) == (
        65,
        "seethrough: out/: 1 of 2 ids cannot be names of files on every system; write a table, such"
        " as out.jsonl: '../2'",
    )
    assert sorted(os.listdir()) == ["a.csv", "notes"]


def test_ids_that_are_no_names_are_refused_before_the_work(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[int] = []
    for module, name, aligned in (("erase", "Erase", True), ("attrprompt", "AttrPrompt", False)):
        maker = getattr(import_module(f"seethrough.sanitizers.{module}"), name)

        def made(own: Any, private: Corpus, rng: Any, aligned: bool = aligned) -> TextRelease:
            worked.append(len(private))
            new = private if aligned else Corpus.from_texts(["A text."] * len(private))
            return TextRelease(new, aligned=aligned)

        monkeypatch.setattr(maker, "sanitize", made)
    Path("a.csv").write_text("id,text\n1,Somebody sued.\n../2,Nobody sued.\n")
    command = ["sanitize", "a.csv", "--out", "out/", "--model", "fake", "--with"]
    assert (call(capsys, *command, "erase")[0], worked) == (65, [0])
    assert (call(capsys, *command, "attrprompt")[0], worked) == (0, [0, 0, 2])
    assert sorted(os.listdir("out")) == ["0.txt", "1.txt"]


def test_what_is_planted_needs_more_columns_than_a_folder_has(capsys: Any) -> None:
    status, error = call(capsys, "plant", "notes", "--out", "out/")
    assert (status, error.splitlines()[-1]) == (
        65,
        "seethrough: out/: a folder of text files holds no other columns (person, canary,"
        " canary_times); write a table, such as out.jsonl",
    )
    assert os.listdir() == ["notes"]


class Killed(BaseException):
    """Stands for the end of the process: nothing after it is run."""


@pytest.mark.parametrize("there", [False, True])
def test_a_kill_leaves_no_folder_that_looks_whole(
    monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    private = read_corpus("notes")
    release = sanitize(private, "erase")
    finished = 0
    for step in range(60):
        left = [step]

        def counted(done: Any, left: list[int] = left) -> Any:
            def instead(*arguments: Any, **more: Any) -> Any:
                left[0] -= 1
                if left[0] < 0:
                    raise Killed
                return done(*arguments, **more)

            return instead

        if there:
            Path("out").mkdir()
        with monkeypatch.context() as patched:
            for name in ("rename", "link", "unlink", "mkdir", "fsync", "chmod", "rmdir"):
                patched.setattr(os, name, counted(getattr(os, name)))
            try:
                write_release(release, private, "out/", private.take([0]))
                finished += 1
            except Killed:
                pass
        if Path("out").is_dir() and os.listdir("out"):
            corpus = read_corpus("out")
            sidecar = read_sidecar("out", corpus, private)
            assert sidecar is not None
            assert (len(corpus), sidecar.release, sidecar.private) == (5, "matches", "matches")
            assert sidecar.holdout is not None
        for name in {*os.listdir()} - {"notes"}:
            shutil.rmtree(name) if Path(name).is_dir() else Path(name).unlink()
    assert 0 < finished < 50


@pytest.mark.parametrize("step", ["os.fsync", "os.rename", "pathlib.Path.mkdir"])
def test_a_full_disk_leaves_everything_as_it_was_and_the_same_command_works_later(
    capsys: Any, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = contents()
    with monkeypatch.context() as patched:
        patched.setattr(step, full)
        status, told = released(capsys, "out/", "--holdout", "1")
    assert (status, told.splitlines()[-1]) == (
        73,
        "seethrough: out/: the disk is full; free space there, then run the same command again",
    )
    assert (contents(), sorted(os.listdir())) == (before, ["notes"])
    assert released(capsys, "out/", "--holdout", "1")[0] == 0


def test_a_folder_that_was_filled_meanwhile_stays_as_it_is() -> None:
    private = Corpus.from_texts(["Somebody sued."])
    Path("out").mkdir()
    Path("out/mine.txt").write_text("precious")
    before = contents()
    with pytest.raises(Exception, match=r"out/: cannot be written \(Directory not empty\)"):
        write_release(sanitize(private, "erase"), private, "out/", replace=True)
    assert (contents(), sorted(os.listdir())) == (before, ["notes", "out"])
