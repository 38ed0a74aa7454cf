"""What a folder holds, whatever order its file system lists it in."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from seethrough.reproducing.kept_command import hashes
from seethrough.storage import contents
from seethrough.storage.contents import contents_of


def test_files_of_a_folder_come_in_the_order_of_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "b").mkdir()
    for name in ("c", "b/x", "a"):
        (tmp_path / name).write_text(name)
    walked = [(folder, names, files[::-1]) for folder, names, files in os.walk(tmp_path)][::-1]
    expected = [hashlib.sha256(name.encode()).hexdigest() for name in ("a", "b/x", "c")]
    assert contents_of(str(tmp_path)) == expected
    monkeypatch.setattr(contents.os, "walk", lambda name: walked)
    assert contents_of(str(tmp_path)) == expected


def test_what_a_system_leaves_in_a_folder_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("a")
    before = contents_of(str(tmp_path)), hashes([str(tmp_path)])
    for name in (".DS_Store", "notes/Thumbs.db", "notes/desktop.ini"):
        (tmp_path / name).write_text("seen")
    assert (contents_of(str(tmp_path)), hashes([str(tmp_path)])) == before
    (tmp_path / "notes" / "b.txt").write_text("b")
    assert contents_of(str(tmp_path)) != before[0]
    assert hashes([str(tmp_path)]) != before[1]


def test_a_file_that_cannot_be_read_is_left_to_its_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> str:
        raise PermissionError(path)

    (tmp_path / "a").write_text("a")
    monkeypatch.setattr(contents, "file_sha256", refused)
    assert contents_of(str(tmp_path / "a")) == [""]
    assert contents_of(str(tmp_path / "b")) == []
