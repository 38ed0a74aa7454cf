"""Marks are planted in everything private, and looked for in everything that a command leaves."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from seethrough.models.fakes.fake_server import FakeServer
from seethrough.samples import path

pytestmark = pytest.mark.long

TEXT, ID, PERSON, COLUMN, FILE, KEY = (
    "zqtextmark", "zqidmark", "zqpersonmark", "zqcolumnmark", "zqfilemark", "zqkeymark",
)  # fmt: skip
PRIVATE = (TEXT, ID, PERSON)
FAST = ["--atomizer", "sentence", "--linker", "bm25", "--targets", "4", "--exit-zero"]
NAMED = f"{FILE}.jsonl"
COLUMNS = ["--text", COLUMN, "--id", "nr", "--person", "who"]

BROKEN = '''
"""Fails with the text of a record in its message."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Broken:
    """Fails."""

    def sanitize(self, private, rng):
        """Fail."""
        raise {kind}(f"cannot do {{private.texts[0]}} of {{private.ids[0]}}")
'''

COMMANDS: Mapping[str, Sequence[str]] = {
    "sanitize": ["sanitize", NAMED, *COLUMNS, "--with", "scrub", "--out", "b.jsonl"],
    "model": [
        "sanitize", NAMED, *COLUMNS, "--with", "paraphrase", "--out", "c.jsonl", "--run", "m",
        "--model", "openai/fake", "--model-base-url", "URL",
    ],
    "audit": ["audit", NAMED, "b.jsonl", *COLUMNS, "--run", "r", *FAST,
              "--executor", "local:processes=2,patience=0"],
    "bare": ["audit", NAMED, "b.jsonl", *COLUMNS, "--run", "n", *FAST, "--no-text",
             "--table", "n/table.csv", "--chart", "n/chart.svg", "--attack", "linkage"],
    "ray": ["audit", NAMED, "b.jsonl", *COLUMNS, "--run", "ray", *FAST,
            "--executor", "ray:processes=2"],
    "compare": ["compare", NAMED, *COLUMNS, "--with", "erase", "--attack", "identifiers"],
    "folder": ["audit", "texts", "released", "--run", "f", *FAST, "--executor",
               "local:processes=2,patience=0"],
    "again": ["reproduce", "f"],
    "bare folder": ["audit", "texts", "released", "--run", "nf", *FAST, "--no-text",
                    "--table", "nf/table.csv", "--chart", "nf/chart.svg"],
    "made of a folder": ["sanitize", "texts", "--with", "scrub", "--holdout", "2",
                         "--out", "e.jsonl"],
    "a broken folder": ["audit", "texts", "broken", "--run", "nf", *FAST, "--no-text"],
    "a folder of other ids": ["audit", "texts", "others", "--run", "no", *FAST, "--no-text"],
    "annotate": ["annotate", "r"],
    "agree": ["agree", "rated.jsonl", "--judge", "rouge"],
    "broken ratings": ["agree", "unrated.jsonl", "--judge", "rouge"],
    "page": ["report", "r", "--no-text", "--out", "bare.html"],
    "markdown": ["report", "r", "--format", "markdown", "--no-text", "--out", "bare.md"],
    "junit": ["report", "r", "--format", "junit", "--no-text", "--out", "bare.xml"],
    "plant": ["plant", NAMED, *COLUMNS, "--canaries", "20", "--out", "planted.jsonl"],
    "a bug": ["sanitize", NAMED, *COLUMNS, "--with", "broken_value:Broken", "--out", "d.jsonl"],
    "a bug of the system": [
        "sanitize", NAMED, *COLUMNS, "--with", "broken_os:Broken", "--out", "d.jsonl",
    ],
    "view": ["view", "r"],
    "serve": ["serve", "b.jsonl", "--port", "0", "--service", "model=fake"],
}  # fmt: skip
ENDLESS = ("annotate", "view", "serve")
ELSEWHERE = ("home", "tmp", "cache", "data")
UNTIL_INTERRUPTED = """
import os, signal, sys, threading
from seethrough.cli import main
threading.Timer(3.0, os.kill, (os.getpid(), signal.SIGINT)).start()
main(sys.argv[1:])
"""


class Seen(NamedTuple):
    """What others could see of a command while it ran.

    Attributes:
        lines: The command lines of its processes.
        variables: What stood in their environment.
        passing: Files outside of the working folder, with each content that they had.
    """

    lines: set[bytes]
    variables: set[bytes]
    passing: dict[str, bytes]


class Done:
    """What every command printed, and what could be seen of it meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.status: dict[str, int] = {}
        self.printed: dict[str, str] = {}
        self.seen: dict[str, Seen] = {}

    def run(self, name: str, command: Sequence[str]) -> None:
        how = ["-c", UNTIL_INTERRUPTED] if name in ENDLESS else ["-m", "seethrough"]
        process = subprocess.Popen(
            [sys.executable, *how, *command],
            cwd=self.folder / "work", env=self.environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        over, seen = threading.Event(), self.seen.setdefault(name, Seen(set(), set(), {}))
        elsewhere = [self.folder / place for place in ELSEWHERE]
        watching = threading.Thread(target=_watch, args=(process.pid, elsewhere, over, seen))
        watching.start()
        self.printed[name] = process.communicate(timeout=200)[0]
        over.set()
        watching.join()
        self.status[name] = process.returncode

    def environment(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder / "tmp"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2] / "src"), "."]),
            "PYTHONDONTWRITEBYTECODE": "1",
            "OPENAI_API_KEY": KEY,
        }


def _watch(root: int, elsewhere: Sequence[Path], over: threading.Event, seen: Seen) -> None:
    """Note what the list of processes shows of a process and its descendants, and what they write.

    Workers of workers count, and those that outlive who started them.
    """
    ours, sizes = {root}, dict[str, int]()
    while not over.wait(0.1):
        for place in sorted(Path("/proc").glob("[0-9]*"), key=lambda place: int(place.name)):
            with contextlib.suppress(OSError, ValueError, IndexError):
                parent = int(place.joinpath("stat").read_text().rpartition(")")[2].split()[1])
                if int(place.name) in ours or parent in ours:
                    ours.add(int(place.name))
                    seen.lines.add(place.joinpath("cmdline").read_bytes())
                    seen.variables.update(place.joinpath("environ").read_bytes().split(b"\0"))
        for folder in elsewhere:
            for name in (str(Path(top, file)) for top, _, own in os.walk(folder) for file in own):
                with contextlib.suppress(OSError):
                    size = os.stat(name).st_size
                    if os.path.isfile(name) and sizes.get(name) != size:
                        sizes[name] = size
                        seen.passing[name] = seen.passing.get(name, b"") + Path(name).read_bytes()


@pytest.fixture(scope="module")
def done() -> Iterator[Done]:
    with tempfile.TemporaryDirectory(prefix="s-") as folder:  # short, for Ray's sockets
        yield all_done(Path(folder))


def all_done(folder: Path) -> Done:
    for name in (*ELSEWHERE, "work"):
        (folder / name).mkdir()
    work = folder / "work"
    rows = [json.loads(line) for line in path("private.jsonl").read_text("utf-8").splitlines()[:6]]
    planted = [
        {
            "nr": f"{ID}{n}",
            "who": f"{PERSON}{n}",
            COLUMN: f"{row['text']} She keeps a {TEXT}{n} under her bed.",
        }
        for n, row in enumerate(rows)
    ]
    (work / NAMED).write_text("".join(json.dumps(row) + "\n" for row in planted), "utf-8")
    for n, row in enumerate(planted):
        for where, name in (("texts", f"{ID}{n}"), ("released", f"{ID}{n}"), ("others", f"o{n}")):
            file = work / where / f"ward {n % 2}" / f"{name}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            form = f"\n[x] {TEXT} form [ ] HIV [ ] gout [ ] flu [ ] lupus [ ] acne"
            file.write_text(row[COLUMN] + form, "utf-8")
    (work / "broken").mkdir()
    (work / "broken" / f"{ID}0.txt").write_bytes(TEXT.encode() + b"caf\xe9")
    rated = {"claim": f"She keeps a {TEXT}.", "passage": f"{TEXT} bees.", "ratings": [1]}
    (work / "rated.jsonl").write_text(json.dumps(rated) + "\n")
    (work / "unrated.jsonl").write_text(json.dumps(rated | {"ratings": TEXT}) + "\n")
    for kind in ("ValueError", "OSError"):
        name = "broken_value.py" if kind == "ValueError" else "broken_os.py"
        (work / name).write_text(BROKEN.format(kind=kind))
    found = Done(folder)
    with FakeServer() as server:
        for name, command in COMMANDS.items():
            found.run(name, [server.url if word == "URL" else word for word in command])
    return found


def files(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in folder.rglob("*") if f.is_file()}


def holding(mark: str, found: Mapping[str, bytes]) -> set[str]:
    """Return the files that hold a mark, Parquet read as a table."""
    import io

    import pyarrow.parquet as pq

    held = set()
    for name, content in found.items():
        if name.endswith(".parquet"):
            table = pq.read_table(io.BytesIO(content))
            content += str([table.to_pydict(), table.schema.metadata]).encode()
        if mark.encode() in content.lower():
            held.add(name)
    return held


def test_every_command_did_its_work(done: Done) -> None:
    refused = ("a broken folder", "a folder of other ids", "broken ratings")
    ends = {name: (0, 130) for name in ENDLESS} | {name: (65,) for name in refused}
    ends |= {name: (70,) for name in ("a bug", "a bug of the system")}
    for name, status in done.status.items():
        assert status in ends.get(name, (0, 1, 2)), done.printed[name]


def test_what_is_printed_tells_of_no_text(done: Done) -> None:
    for name, printed in done.printed.items():
        assert TEXT not in printed.lower(), (name, printed)
        assert KEY not in printed.lower(), name
        assert "Traceback" not in printed


def test_what_may_be_passed_on_names_nobody_and_nothing(done: Done) -> None:
    for bare in ("bare", "bare folder", "a broken folder", "a folder of other ids"):
        assert not [m for m in (*PRIVATE, COLUMN, FILE) if m in done.printed[bare].lower()], bare
    passed_on = {
        name: content
        for name, content in files(done.folder / "work").items()
        if name.startswith(("bare.", "n/", "nf/")) and not name.startswith(("n/work/", "nf/work/"))
    }
    assert {"bare.html", "bare.md", "bare.xml", "n/table.csv", "n/chart.svg"} <= passed_on.keys()
    for bare in ("n", "nf"):
        kept = {f"{bare}/report.json", f"{bare}/report.html", f"{bare}/view/people.parquet"}
        assert kept <= passed_on.keys()
    for mark in (*PRIVATE, COLUMN, FILE):
        assert holding(mark, passed_on) == set(), mark


def test_text_is_only_where_the_documents_say(done: Done) -> None:
    found = files(done.folder / "work")
    given = {
        NAMED, *(f"{name}.jsonl" for name in ("b", "c", "e", "planted", "rated", "unrated")),
        *(f"{name}.jsonl.holdout.jsonl" for name in ("e", "planted")),
    }  # fmt: skip
    folders = ("texts/", "released/", "others/", "broken/")
    held = {name for name in holding(TEXT, found) - given if not name.startswith(folders)}
    places = {
        name.removeprefix("seethrough-runs/").partition("/")[2].partition("-")[0] for name in held
    }
    assert holding(TEXT, found) >= {NAMED, "b.jsonl", "r/report.json", "r/view/people.parquet"}
    allowed = ("report.", "view/", "work/claims/", "work/cells/", "work/selftest/", "answers/",
               "work/identifiers/", "work/steps/", "work/releases/")  # fmt: skip
    assert [place for place in places if not any(part in place for part in allowed)] == []
    assert holding(TEXT, {n: c for n, c in found.items() if n.endswith(".release.json")}) == set()


def test_a_key_is_nowhere(done: Done) -> None:
    assert holding(KEY, files(done.folder)) == set()
    for seen in done.seen.values():
        assert not [line for line in seen.lines if KEY.encode() in line]
        inherited = {variable for variable in seen.variables if KEY.encode() in variable}
        assert inherited == {b"OPENAI_API_KEY=" + KEY.encode()}
        assert holding(KEY, seen.passing) == set()


def test_nothing_is_left_elsewhere(done: Done) -> None:
    for place in ELSEWHERE:
        assert [*(done.folder / place).iterdir()] == [], place
    hidden = {Path(name).name for name in files(done.folder / "work") if Path(name).name[0] == "."}
    assert hidden == {".lock"}


def test_what_passes_through_other_folders_holds_no_text(done: Done) -> None:
    """Ray keeps its logs and its sockets in the temporary folder until a command ends."""
    assert len(done.seen["ray"].passing) > 10
    assert [name for name in done.seen["ray"].passing if name.endswith(".log")]
    for name, seen in done.seen.items():
        assert name == "ray" or len(seen.passing) <= 1, seen.passing
        for mark in (*PRIVATE, COLUMN):
            assert holding(mark, seen.passing) == set(), (name, mark)


def test_the_list_of_processes_shows_what_was_typed_and_no_more(done: Done) -> None:
    assert len(done.seen["audit"].lines) >= 3
    assert [line for line in done.seen["ray"].lines if line.startswith(b"ray::")]
    for name, seen in done.seen.items():
        assert seen.lines
        assert seen.variables
        for mark in PRIVATE:
            assert not any(mark in word for word in COMMANDS[name])
            assert not [line for line in seen.lines if mark.encode() in line], name
            assert not [told for told in seen.variables if mark.encode() in told], name


def test_workers_say_the_same(done: Done) -> None:
    said = [done.printed[name].partition("Report:")[0] for name in ("audit", "ray")]
    assert said[0] == said[1]


def test_a_failing_part_is_told_without_what_it_said(done: Done) -> None:
    own = "its own code failed: "
    assert f"Broken: {own}ValueError in broken_value.py" in done.printed["a bug"]
    assert f"Broken: {own}OSError in " in done.printed["a bug of the system"]
    for name in ("a bug", "a bug of the system"):
        assert not [mark for mark in PRIVATE if mark in done.printed[name]], done.printed[name]
        assert not (done.folder / "work" / "d.jsonl").exists()
