"""A folder of text files as records."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from seethrough.cli import run
from seethrough.errors import InputError, UsageError
from seethrough.records.corpus import Corpus
from seethrough.records.reading import read, read_corpus, read_pair
from seethrough.records.writing import write_corpus

TEXTS = {"b.txt": "Zoë is a nurse. 😀\r\n", "a.txt": "", "ward 3/c.v2.TXT": "\ufeffPaul has gout."}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in TEXTS.items():
        file = tmp_path / "notes" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8", newline="")
    return tmp_path / "notes"


def refused(folder: Path) -> InputError:
    with pytest.raises(InputError) as error:
        read(folder)
    return error.value


def test_each_file_is_a_record_and_its_name_the_id(folder: Path) -> None:
    (folder / ".DS_Store").write_bytes(b"\0")
    for path in (folder, f"{folder}/"):
        reading = read(path)
        assert reading.corpus.name == "notes"
        assert reading.corpus.ids == ["a", "b", "ward 3/c.v2"]
        assert reading.corpus.texts == ["", "Zoë is a nurse. 😀\r\n", "Paul has gout."]
        assert reading.ledger["empty_texts"] == 1


def test_a_release_in_a_folder_meets_a_table_by_its_ids(folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "release.csv"
    table.write_text("text,id\nA nurse.,b\nNothing.,a\nSomebody.,ward 3/c.v2\n")
    private, release = read_pair(folder, table)
    assert {*private.corpus.ids} == {*release.corpus.ids}
    assert (private.columns.id, private.columns.text) == ("id", "text")


@pytest.mark.parametrize("other", ["notes.pdf", ".hidden.txt.bak", "ward 3/labels.ann", "LICENSE"])
def test_another_file_is_no_record_lost_in_silence(folder: Path, other: str) -> None:
    (folder / other).write_text("Paul has gout.")
    error = refused(folder)
    assert str(error).endswith(f"files that are not .txt (1 of 4); move them out of it: {other}")
    assert other not in error.bare


def test_a_link_to_a_folder_is_not_followed(folder: Path) -> None:
    (folder / "again").symlink_to(folder)
    assert "files that are not .txt (1 of 4)" in str(refused(folder))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"caf\xe9", "byte offset 3 is not UTF-8"),
        (b"a\0bc", "NUL byte"),
        (b"\xff\xfea\0", "UTF-16"),
    ],
)
def test_what_is_wrong_with_a_file_names_it_where_names_may_be_told(
    folder: Path, content: bytes, told: str
) -> None:
    (folder / "Paul Keller.txt").write_bytes(content)
    error = refused(folder)
    assert error.bare.startswith(f"{folder}, file 1, line 1: ")
    assert told in error.bare
    assert "Keller" not in error.bare
    assert str(error).endswith(" (file 1 is Paul Keller.txt)")


def test_a_pipe_in_a_folder_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    assert f"{folder}, file 3: is a pipe" in str(refused(folder))


def test_folders_in_folders_are_read_however_deep(folder: Path) -> None:
    deep, before = folder, sys.getrecursionlimit()
    for _ in range(400):
        deep /= "d"
        deep.mkdir()
    (deep / "e.txt").write_text("Deep.")
    sys.setrecursionlimit(400)
    try:
        assert read(folder).corpus.ids == ["a", "b", f"{'d/' * 400}e", "ward 3/c.v2"]
    finally:
        sys.setrecursionlimit(before)


def test_a_folder_with_tables_is_none_of_texts(folder: Path) -> None:
    (folder / "records.csv").write_text("id,text\n1,a\n")
    assert str(refused(folder)).endswith("is a folder; name a file in it, such as records.csv")


def test_nothing_is_written_into_the_texts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(folder.rglob("*"))
    out = folder / "ward 3" / "d.jsonl"
    assert run(["sanitize", str(folder), "--with", "erase", "--out", str(out)]) == 64
    assert f"lies in the input {folder}" in capsys.readouterr().err
    assert sorted(folder.rglob("*")) == before


IDS = ["AZ 12-34 (2)", "ward 3/c.v2", "b.csv/1", ".hidden", "a", "a.txt"]
SAID = ["", "Zoë\r\nhas\rgout.\n\n", "\ufeffPaul 😀", " NA.", "\x85\u2028\x0c", "a\tb"]


@pytest.mark.parametrize("there", [False, True])
def test_what_is_written_is_read_again_as_it_was(tmp_path: Path, there: bool) -> None:
    out = tmp_path / "released"
    if there:
        out.mkdir()
    write_corpus(Corpus.from_texts(SAID, IDS), out if there else f"{out}/")
    again = read_corpus(out)
    assert dict(zip(again.ids, again.texts, strict=True)) == dict(zip(IDS, SAID, strict=True))
    assert (out / "ward 3/c.v2.txt").read_bytes() == "Zoë\r\nhas\rgout.\n\n".encode()
    modes = {path.stat().st_mode & 0o777 for path in (out, *out.rglob("*.txt")) if path.is_file()}
    assert (modes, out.stat().st_mode & 0o777) == ({0o600}, 0o700)


def test_a_folder_that_is_written_has_texts_alone(tmp_path: Path) -> None:
    records = [
        (Corpus.from_texts(["a"], ["1"], ["Ann"]), "person"),
        (Corpus.from_texts(["a"], ["1"], fields=[{"ward": 3}]), "ward"),
        (Corpus.from_texts(["a\0"], ["1"]), "NUL"),
        (Corpus.from_texts(["a"], ["../1"]), "ids cannot be"),
    ]
    for corpus, told in records:
        with pytest.raises(InputError, match=told):
            write_corpus(corpus, f"{tmp_path}/out/")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("precious")
    with pytest.raises(UsageError, match="not empty"):
        write_corpus(Corpus.from_texts(["a"]), f"{tmp_path}/out/")
    assert [path.name for path in tmp_path.rglob("*")] == ["out", "mine.txt"]
