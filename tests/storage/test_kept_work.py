"""Kept work is used only where it is whole and this run's own; one process works in a folder."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough.cli import run
from seethrough.engine.audit import audit
from seethrough.engine.sanitize import sanitize
from seethrough.errors import InputError, UsageError
from seethrough.notices import SeethroughWarning, noticed_by
from seethrough.records.corpus import Corpus
from seethrough.records.reading import read_corpus
from seethrough.samples import path
from seethrough.storage import run_lock
from seethrough.storage.run_lock import RunLock
from seethrough.storage.seals import library_versions
from seethrough.storage.store import RunDirectory

MANIFEST = {"schema": 1, "private": "abc", "seed": 0}
VALUE = {"tallies": {"linkage.top1": [1.0, 1.0]}, "text": "“é” \ud800"}


@pytest.fixture
def store(tmp_path: Path) -> RunDirectory:
    made = RunDirectory(tmp_path / "run", MANIFEST)
    made.put("cells/a-0", VALUE)
    return made


def file_of(store: RunDirectory, key: str = "cells/a-0") -> Path:
    return store.path / "work" / f"{key}.json"


def again(store: RunDirectory, key: str = "cells/a-0") -> tuple[Any, list[str]]:
    told: list[str] = []
    with noticed_by(told.append):
        fresh = RunDirectory(store.path, MANIFEST)
        return fresh.get(key), told


def test_what_is_whole_is_used_without_a_word(store: RunDirectory) -> None:
    assert again(store) == (VALUE, [])


def test_no_flipped_bit_is_used(store: RunDirectory) -> None:
    file = file_of(store)
    content = file.read_bytes()
    for at in range(len(content)):
        file.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        value, told = again(store)
        assert value is None
        assert len(told) == 1


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200), st.integers(0, 400), st.integers(0, 400))
def test_nothing_but_the_whole_is_used(
    tmp_path_factory: pytest.TempPathFactory, bytes_: bytes, start: int, end: int
) -> None:
    store = RunDirectory(tmp_path_factory.mktemp("run") / "run", MANIFEST)
    store.put("a", VALUE)
    content = file_of(store, "a").read_bytes()
    changed = content[:start] + bytes_ + content[max(start, end) :]
    file_of(store, "a").write_bytes(changed)
    value, told = again(store, "a")
    assert (value, len(told)) == ((VALUE, 0) if changed == content else (None, 1))


def test_an_edited_tally_is_computed_again(store: RunDirectory) -> None:
    file = file_of(store)
    file.write_bytes(file.read_bytes().replace(b"[1.0,1.0]", b"[0.0,1.0]"))
    value, told = again(store)
    assert value is None
    assert told == [
        f"{file}: finished results were damaged or changed; what fails the check is computed again"
    ]


def test_work_of_another_version_place_or_run_is_not_used(
    store: RunDirectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("seethrough.storage.store.package_version", lambda: "99.0")
        value, told = again(store)
    here = json.loads(file_of(store).read_bytes().partition(b"\n")[0])["seethrough"]
    assert value is None
    assert told == [f"{store.path}: results of seethrough {here} are computed again"]
    with monkeypatch.context() as patched:
        libraries = {**library_versions(), "spacy": "99.0"}
        patched.setattr("seethrough.storage.store.library_versions", lambda: libraries)
        value, told = again(store)
    spacy = library_versions()["spacy"]
    assert value is None
    assert told == [f"{store.path}: results of spacy {spacy} are computed again"]
    with monkeypatch.context() as patched:
        patched.setattr("seethrough.storage.store.FORM", 99)
        assert again(store)[0] is None
    content = file_of(store).read_bytes()
    file_of(store, "cells/b-0").write_bytes(content)
    assert again(store, "cells/b-0")[0] is None
    other = RunDirectory(tmp_path / "other", {**MANIFEST, "private": "def"})
    file_of(other).parent.mkdir(parents=True)
    file_of(other).write_bytes(content)
    with pytest.warns(SeethroughWarning, match="computed again"):
        assert other.get("cells/a-0") is None


def test_edited_work_of_an_audit_changes_no_verdict(tmp_path: Path, capsys: Any) -> None:
    files = [str(path("private.jsonl")), str(path("release.jsonl"))]
    fast = ["--attack", "linkage", "--linker", "bm25", "--atomizer", "sentence", "--exit-zero"]
    command = ["audit", *files, *fast, "--targets", "20", "--json", "--run", str(tmp_path / "r")]
    assert run(command) == 0
    whole = capsys.readouterr().out
    changed = 0
    for file in (tmp_path / "r" / "work" / "cells").rglob("*targets-0.json"):
        content = file.read_bytes()
        file.write_bytes(content.replace(b'"linkage.top1":[1.0', b'"linkage.top1":[0.0'))
        changed += content != file.read_bytes()
    assert changed
    assert run(command) == 0
    printed = capsys.readouterr()
    assert printed.out == whole
    assert printed.err.count("computed again") == 1


def test_a_damaged_secret_is_not_drawn_anew(tmp_path: Path) -> None:
    private = Corpus.from_texts(["a good film", "a bad nurse"])
    sanitize(private, "erase", run=tmp_path / "run")
    secret = tmp_path / "run" / "work" / "secret.json"
    assert secret.exists()
    secret.write_bytes(secret.read_bytes()[:-3])
    with (
        noticed_by(lambda line: None),
        pytest.raises(InputError, match="the secret of this run was damaged"),
    ):
        sanitize(private, "erase", run=tmp_path / "run")


HOLD = """
import sys, time
from pathlib import Path
from seethrough.storage.store import RunDirectory
store = RunDirectory(Path(sys.argv[1]), {"seed": int(sys.argv[2])})
print("held", flush=True)
time.sleep(60)
"""


def holder(folder: Path, seed: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder), str(seed)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_second_process_is_refused_and_a_dead_one_keeps_nobody_out(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    first = holder(folder, 0)
    try:
        assert first.stdout is not None
        assert first.stdout.readline() == b"held\n"
        for seed in (0, 1):
            with pytest.raises(UsageError) as error:
                RunDirectory(folder, {"seed": seed})
            assert str(error.value) == (
                f"{folder}: process {first.pid} is using this run folder; wait for it, or name"
                " another --run"
            )
        assert json.loads((folder / "run.json").read_text()) == {"seed": 0}
    finally:
        first.send_signal(signal.SIGKILL)
        first.communicate()
    assert (folder / ".lock").exists()
    RunDirectory(folder, {"seed": 0}).close()


def test_a_manifest_that_appears_while_the_folder_is_looked_at_is_no_foreign_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    listed = Path.iterdir

    def as_another_begins(path: Path) -> Iterator[Path]:
        monkeypatch.setattr(Path, "iterdir", listed)
        RunDirectory(folder, {"seed": 0}).close()
        return listed(path)

    monkeypatch.setattr(Path, "iterdir", as_another_begins)
    RunDirectory(folder, {"seed": 0}).close()
    with pytest.raises(UsageError, match="holds another run"):
        RunDirectory(folder, {"seed": 1})


def test_of_two_that_start_at_once_in_a_new_folder_one_works(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    both = [holder(folder, seed) for seed in (0, 3)]
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and all(p.poll() is None for p in both):
            time.sleep(0.05)
        ended = [p for p in both if p.poll() is not None]
        assert len(ended) == 1
        assert b"is using this run folder" in ended[0].communicate()[1]
        winner = both[1 - both.index(ended[0])]
        seed = (0, 3)[both.index(winner)]
        manifest = folder / "run.json"  # which the winner writes once it has the lock
        while time.monotonic() < deadline and not manifest.is_file():
            time.sleep(0.05)
        assert json.loads(manifest.read_text()) == {"seed": seed}
    finally:
        for process in both:
            process.kill()
            process.communicate()


def test_one_process_may_open_a_folder_several_times(tmp_path: Path) -> None:
    first, second = RunLock(tmp_path), RunLock(tmp_path)
    first.release()
    first.release()
    assert os.path.realpath(tmp_path) in run_lock._held
    second.release()
    assert os.path.realpath(tmp_path) not in run_lock._held


def test_an_audit_lets_others_in_when_it_is_done(tmp_path: Path) -> None:
    records = read_corpus(path("private.jsonl")).take(range(12))
    found = audit(records, records, attacks=["lexical"], run=tmp_path / "run")
    assert found.folder == tmp_path / "run"
    done = subprocess.run(
        [sys.executable, "-c", HOLD.replace("60", "0"), str(tmp_path / "run"), "0"],
        capture_output=True,
        check=False,
    )
    assert b"holds another run" in done.stderr  # and not that somebody works in it
