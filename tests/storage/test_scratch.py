"""Large tables lie on disk in files without a name: the same ones, and nothing of them is left."""

from __future__ import annotations

import errno
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from seethrough.cli import run
from seethrough.errors import InputError, OutputError
from seethrough.records.corpus import Corpus
from seethrough.records.reading import read_corpus
from seethrough.samples import path
from seethrough.storage import scratch
from seethrough.storage.scratch import scratch_in

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux what is mapped")

FAST = ["--atomizer", "sentence", "--judge", "rouge", "--linker", "bm25", "--targets", "6"]
ODD = ["", "naïve café\t🩺", "a\u2028b\x00c", "\ud800 Zahnarzt\r\nüber", "x" * 10_000]

HELD = """
import sys, time
from pathlib import Path
from seethrough.records.reading import read_corpus
from seethrough.storage import scratch
scratch.LARGE = 1
with scratch.scratch_in(Path(sys.argv[2])):
    corpus = read_corpus(sys.argv[1])
    print(len(corpus), flush=True)
    time.sleep(60)
"""

CAPPED = """
import re, resource, sys
from pathlib import Path
from seethrough.records.reading import read_corpus
from seethrough.storage import scratch
place, room = sys.argv[1], int(sys.argv[2])
if place == "memory":
    scratch.LARGE = 1 << 40
read_corpus("few.jsonl")  # with all that reading imports
held = int(re.search(r"VmData:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) << 10
resource.setrlimit(resource.RLIMIT_DATA, (held + room, held + room))
try:
    with scratch.scratch_in(Path(place)):
        corpus = read_corpus("many.jsonl")
        print(len(corpus), sum(map(len, corpus.texts)))
except MemoryError:
    print("too little memory")
"""


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table is large."""
    monkeypatch.setattr(scratch, "LARGE", 1)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder that is named, which is empty whatever happens."""
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "folder"
    place.mkdir()
    yield place
    gc.collect()
    assert os.listdir(place) == []
    assert mapped(place) == 0
    assert not any(str(place) in os.path.realpath(fd) for fd in Path("/proc/self/fd").iterdir())


def mapped(folder: Path) -> int:
    """Return how many files of a folder are mapped into this process."""
    return Path("/proc/self/maps").read_text().count(str(folder))


def write_records(name: str, count: int, letters: int = 100) -> None:
    with open(name, "w", encoding="utf-8") as file:
        for i in range(count):
            text = f"Visit {i}: {i * 7919 % 1000} mg. ".ljust(letters, "abcdefgh "[i % 9])
            file.write(json.dumps({"id": f"r{i}", "person": f"p{i % 7}", "text": text, "n": i}))
            file.write("\n")


@pytest.mark.usefixtures("tiny")
def test_a_corpus_on_disk_is_the_same(folder: Path) -> None:
    write_records("a.jsonl", 20_000)
    whole = read_corpus("a.jsonl")
    assert mapped(folder) == 0
    with scratch_in(folder):
        read = read_corpus("a.jsonl")
        rising, other = read.take([3, 3, 9000, 19_999]), read.take([5, 1])
        blank = read.rewritten(None if len(t) % 2 else "" for t in read.texts)
        assert mapped(folder) > 0
    assert read.table.equals(whole.table)
    assert read.hash == whole.hash
    assert (read.ids, read.persons, read[-1]) == (whole.ids, whole.persons, whole[-1])
    assert rising.ids == ["r3", "r3", "r9000", "r19999"]
    assert other.ids == ["r5", "r1"]
    assert blank.hash == whole.rewritten(None if len(t) % 2 else "" for t in whole.texts).hash
    del read, rising, other, blank


@pytest.mark.usefixtures("tiny")
def test_odd_texts_are_the_same_on_disk(folder: Path) -> None:
    fields = [{"n": i, "odd": text} for i, text in enumerate(ODD)]
    whole = Corpus.from_texts(ODD, fields=fields)
    with scratch_in(folder):
        kept = Corpus.from_texts(ODD, fields=fields)
        assert mapped(folder) == 1
    assert kept.hash == whole.hash
    assert [*kept] == [*whole]
    assert kept.texts[3].startswith("\N{REPLACEMENT CHARACTER} Zahnarzt")
    del kept


def test_a_small_corpus_stays_in_memory(folder: Path) -> None:
    write_records("a.jsonl", 1000)
    with scratch_in(folder):
        corpus = read_corpus("a.jsonl")
        assert mapped(folder) == 0
        assert len(corpus) == 1000


def test_only_what_is_large_lies_on_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "LARGE", 1 << 20)
    write_records("a.jsonl", 2000)
    write_records("b.jsonl", 20_000)
    with scratch_in(folder):
        few = read_corpus("a.jsonl")
        assert mapped(folder) == 0
        many = read_corpus("b.jsonl")
        assert mapped(folder) == 1
    assert (len(few), len(many)) == (2000, 20_000)
    del many


@pytest.mark.usefixtures("tiny")
def test_nothing_is_left_of_a_file_that_cannot_be_read(folder: Path) -> None:
    write_records("a.jsonl", 9000)
    with open("a.jsonl", "a", encoding="utf-8") as file:
        file.write('{"id": "r0", "text": "again"}\n')
    with scratch_in(folder), pytest.raises(InputError, match="line 9001"):
        read_corpus("a.jsonl", id="id")


@pytest.mark.usefixtures("tiny")
def test_the_folder_is_not_made(folder: Path) -> None:
    write_records("a.jsonl", 10)
    with scratch_in(folder / "run" / "later"):
        corpus = read_corpus("a.jsonl")
        assert mapped(folder) == 1
    assert corpus.ids[0] == "r0"
    del corpus


@pytest.mark.usefixtures("tiny")
def test_what_cannot_lie_on_disk_stays_in_memory(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(**_: Any) -> Any:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(tempfile, "TemporaryFile", read_only)
    write_records("a.jsonl", 20_000)
    with scratch_in(folder):
        assert len(read_corpus("a.jsonl")) == 20_000
        assert mapped(folder) == 0


@pytest.mark.usefixtures("tiny")
def test_a_full_disk_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_records("a.jsonl", 20_000)
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: open("/dev/full", "w+b"))  # noqa: SIM115
    with scratch_in(folder), pytest.raises(OutputError, match=r"folder: the disk is full; free"):
        read_corpus("a.jsonl")


@pytest.mark.usefixtures("tiny")
def test_a_command_on_a_full_disk_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: open("/dev/full", "w+b"))  # noqa: SIM115
    write_records("a.jsonl", 100)
    before = sorted(os.listdir())
    assert run(["audit", "a.jsonl", "a.jsonl", "--run", "r"]) == 73
    told = capsys.readouterr().err.splitlines()
    assert told[-1].endswith("the disk is full; free space there, then run the same command again")
    assert sorted(os.listdir()) == before


def test_commands_say_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("private.jsonl", "release.jsonl"):
        lines = path(name).read_text("utf-8").splitlines(keepends=True)[:8]
        Path(name).write_text("".join(lines), "utf-8")
    audit = ["audit", "private.jsonl", "release.jsonl", *FAST, "--exit-zero", "--json", "--run"]
    found: list[tuple[str, Any]] = []
    for large, name in ((1 << 40, "memory"), (1, "disk")):
        monkeypatch.setattr(scratch, "LARGE", large)
        assert run([*audit, name]) == 0
        out = f"{name}.parquet"
        assert (
            run(["sanitize", "private.jsonl", "--with", "scrub", "--seed", "1", "--out", out]) == 0
        )
        found.append((capsys.readouterr().out, pq.read_table(out).to_pylist()))
    assert found[0] == found[1]


@pytest.mark.system
def test_nothing_is_left_of_a_killed_process(folder: Path) -> None:
    write_records("a.jsonl", 20_000)
    command = [sys.executable, "-c", HELD, "a.jsonl", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "20000\n"
        maps = Path(f"/proc/{process.pid}/maps").read_text()
        assert str(folder) in maps
        assert os.listdir(folder) == []
        process.send_signal(signal.SIGKILL)
    assert os.listdir(folder) == []


@pytest.mark.system
def test_300_mb_are_read_where_no_100_are_left() -> None:
    write_records("few.jsonl", 1000)
    write_records("many.jsonl", 30_000, 10_000)
    assert capped("memory") == "too little memory\n"
    assert capped("folder") == f"30000 {30_000 * 10_000}\n"


def capped(place: str) -> str:
    """Read a file in a process that may take 100 MB more than after it read another one."""
    done = subprocess.run(
        [sys.executable, "-c", CAPPED, place, str(100 << 20)],
        env={**os.environ, "ARROW_DEFAULT_MEMORY_POOL": "system"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
