"""Finished work is kept whole, for its owner alone, and belongs to one run."""

import errno
import os
import stat
from pathlib import Path

import pytest

from seethrough.errors import InputError, OutputError, UsageError
from seethrough.storage.files import write_atomically
from seethrough.storage.store import MemoryStore, RunDirectory, Store, read_json

MANIFEST = {"schema": 1, "seed": 0}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
@pytest.mark.parametrize("name", ["run.json", "work/a.json"])
def test_a_pipe_in_the_folder_is_refused_and_not_waited_for(name: str, tmp_path: Path) -> None:
    store = RunDirectory(tmp_path / "run", {})
    store.put("a", 1)
    store.close()
    (tmp_path / "run" / name).unlink()
    os.mkfifo(tmp_path / "run" / name)
    with pytest.raises(InputError, match="is a pipe, not a file"):
        RunDirectory(tmp_path / "run", {}).get("a")


@pytest.mark.parametrize("kind", ["memory", "directory"])
def test_what_was_put_is_got(kind: str, tmp_path: Path) -> None:
    store: Store = MemoryStore() if kind == "memory" else RunDirectory(tmp_path / "run", MANIFEST)
    assert store.get("claims/a") is None
    value = {"text": 'quote " newline \n emoji 👩‍⚕️', "numbers": [1, 2.5, None]}
    store.put("claims/a", value)
    assert store.get("claims/a") == value


def test_only_the_owner_can_read_a_run(tmp_path: Path) -> None:
    store = RunDirectory(tmp_path / "run", MANIFEST)
    store.put("a/b", 1)
    assert stat.S_IMODE((tmp_path / "run").stat().st_mode) == 0o700
    for file in (tmp_path / "run").rglob("*.json"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_same_run_goes_on_and_another_is_refused(tmp_path: Path) -> None:
    RunDirectory(tmp_path / "run", MANIFEST).put("a", 1)
    assert RunDirectory(tmp_path / "run", MANIFEST).get("a") == 1
    with pytest.raises(UsageError, match="another run"):
        RunDirectory(tmp_path / "run", {"schema": 1, "seed": 1})


def test_a_folder_with_other_things_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("precious")
    with pytest.raises(UsageError, match="is not a run folder"):
        RunDirectory(tmp_path, MANIFEST)
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_failed_write_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "report.json"
    write_atomically(target, b"old")
    monkeypatch.setattr("os.replace", _no_disk)
    with pytest.raises(OutputError, match=r"report\.json: the disk is full; free space"):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["report.json"]


def _no_disk(source: str, target: str) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_broken_json_names_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text('{"a": 1,\n x}')
    with pytest.raises(InputError, match=r"x\.json, line 2: broken JSON"):
        read_json(file)
    with pytest.raises(InputError, match="no such file"):
        read_json(tmp_path / "y.json")
