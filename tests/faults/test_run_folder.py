"""A run folder whose bytes flipped, a clock that jumps: never another figure."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seethrough.cli import run
from seethrough.errors import InputError
from seethrough.notices import noticed_by
from seethrough.report.schema import read_report
from seethrough.reproducing.kept_command import read_command
from seethrough.samples import path
from seethrough.storage.seals import check_report, unsealed, with_checksum
from seethrough.storage.store import RunDirectory
from seethrough.viewing.reading import Findings

AUDIT = ["audit", "a.jsonl", "a.jsonl", "--attack", "identifiers", "--exit-zero", "--run", "r"]
AUDIT += ["--atomizer", "sentence", "--judge", "rouge", "--linker", "bm25", "--targets", "3"]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with four records and a run of them."""
    folder = tmp_path_factory.mktemp("kept")
    lines = path("private.jsonl").read_text("utf-8").splitlines(keepends=True)[:4]
    (folder / "a.jsonl").write_text("".join(lines), "utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        assert run(AUDIT) == 0
        yield folder


def flipped(content: bytes, step: int) -> Iterator[bytes]:
    """Yield the content with one bit flipped, at every step-th byte."""
    for at in range(0, len(content), step):
        yield content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :]


def cut(content: bytes, step: int) -> Iterator[bytes]:
    """Yield the content cut short, at every step-th byte."""
    return (content[:at] for at in range(0, len(content), step))


EVERY = [
    pytest.param(97, id="some"),
    pytest.param(1, id="all", marks=pytest.mark.system),
]


@pytest.mark.parametrize("step", EVERY)
def test_no_part_of_the_work_is_used_that_changed(kept: Path, step: int) -> None:
    files = [*(kept / "r" / "work").rglob("*.json")]
    manifest = json.loads((kept / "r" / "run.json").read_bytes())
    store = RunDirectory(kept / "r", manifest)
    store.close()
    assert len(files) > 4
    for file in files:
        key = str(file.relative_to(kept / "r" / "work").with_suffix(""))
        content, maker = file.read_bytes(), store._maker(key)
        assert unsealed(content, maker) is not None
        assert all(unsealed(changed, maker) is None for changed in flipped(content, step))
        assert all(unsealed(changed, maker) is None for changed in cut(content, step))


@pytest.mark.parametrize("step", [pytest.param(397, id="some"), EVERY[1]])
def test_no_report_that_changed_is_read(kept: Path, step: int) -> None:
    file = kept / "r" / "report.json"
    content = file.read_bytes()
    parts = json.loads(content)
    check_report(parts, file)
    del parts["sha256"]
    unnoticed = 0
    for changed in (*flipped(content, step), *cut(content, max(7, step))):
        try:
            report = json.loads(changed)
            check_report(report, file)
        except (ValueError, RecursionError, InputError):
            continue
        unnoticed += 1  # white space, or the name of the checksum
        assert {name: report[name] for name in parts} == parts
    assert unnoticed < len(content) / step / 2


@pytest.mark.parametrize("verb", ["report", "reproduce", "annotate"])
def test_the_commands_say_so(
    kept: Path, verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = kept / "r" / "report.json"
    content = file.read_bytes()
    seed = re.search(rb'"seed": \d', content)
    assert seed is not None
    file.write_bytes(content.replace(seed[0], seed[0][:-1] + b"7"))
    try:
        status = run([verb, "r", *(["-o", str(tmp_path / "o")] if verb == "report" else [])])
        last = capsys.readouterr().err.splitlines()[-1]
        assert (status, last) == (
            65,
            "seethrough: r/report.json: was damaged or edited after it was written; audit again",
        )
        assert [*tmp_path.iterdir()] == []
    finally:
        file.write_bytes(content)


def test_a_report_without_a_checksum_is_read_and_one_of_another_is_not() -> None:
    report: dict[str, Any] = {"a": [1, 0.1, "é \ud800"]}
    sealed = json.loads(json.dumps(with_checksum(report)))
    for value in (report, sealed, None, []):
        check_report(value, "f")
    with pytest.raises(InputError, match=r"^f: was damaged or edited"):
        check_report({**sealed, "a": [1, 0.2, "é \ud800"]}, "f")


@pytest.mark.parametrize("step", [7])
def test_no_command_that_changed_is_run_again(kept: Path, step: int) -> None:
    file = kept / "r" / "command.json"
    content = file.read_bytes()
    whole, told = read_command(kept / "r"), list[str]()
    try:
        for changed in flipped(content, step):
            file.write_bytes(changed)
            try:
                assert read_command(kept / "r") == whole
            except InputError as error:
                told.append(str(error))
    finally:
        file.write_bytes(content)
    assert told
    assert all(line.startswith(f"{file}: ") for line in told)


@pytest.mark.system
def test_an_audit_in_a_damaged_folder_says_the_same(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = (kept / "r" / "report.json").read_bytes()
    before = {f: f.read_bytes() for f in (kept / "r").rglob("*") if f.is_file()}
    draw = random.Random(0)
    capsys.readouterr()
    outcomes = set()
    for _ in range(25):
        for file in draw.sample(sorted(before), 4):
            content = bytearray(before[file])
            content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
            file.write_bytes(content[: draw.choice([None, None, draw.randrange(len(content))])])
        status = run(AUDIT)
        told = capsys.readouterr().err.splitlines()
        outcomes.add(status)
        if status:
            assert (status, "holds another run" in told[-1]) == (64, True)
        else:
            assert (kept / "r" / "report.json").read_bytes() == report
        for file, content in before.items():
            file.write_bytes(content)
    assert outcomes == {0, 64}


def test_results_are_told_to_be_of_an_earlier_run_where_a_later_one_did_not_finish(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def told() -> list[bool]:
        verbs = [["report", "r", "-o", str(tmp_path / "o"), "--force"], ["reproduce", "r"]]
        return ["did not finish" in _told(capsys, *verb) for verb in verbs] + [_viewed(kept / "r")]

    report = read_report(kept / "r" / "report.json")  # what a process of its own would find again
    monkeypatch.setattr("seethrough.cli.reproduce._run_again", lambda *_: report)
    assert told() == [False] * 3
    with monkeypatch.context() as stopped:
        stopped.setattr("seethrough.engine.audit.find", _stop)
        assert run([*AUDIT, "--tolerance", "0.2"]) == 130
    assert told() == [True] * 3
    assert run(AUDIT) == 0
    assert told() == [False] * 3


def _told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert run(words) == 0
    return capsys.readouterr().err


def _viewed(folder: Path) -> bool:
    told: list[str] = []
    with noticed_by(told.append):
        Findings(folder)
    return any("did not finish" in line for line in told)


def _stop(*args: Any, **kwargs: Any) -> None:
    raise KeyboardInterrupt


def test_a_clock_that_jumps_changes_nothing(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jumps = random.Random(0)
    calls: list[float] = []

    def jumping() -> float:
        calls.append(jumps.choice([-1e9, 0.0, 86_400.0, 1e9, 1e11]))
        return calls[-1]

    monkeypatch.setattr(time, "time", jumping)
    monkeypatch.setattr(time, "time_ns", lambda: int(jumping() * 1e9))
    with noticed_by(lambda line: None):
        assert run([*AUDIT[:7], str(tmp_path / "r"), *AUDIT[8:]]) == 0
    monkeypatch.undo()
    assert (tmp_path / "r" / "report.json").read_bytes() == (
        kept / "r" / "report.json"
    ).read_bytes()


def test_nothing_is_measured_by_the_time_of_day() -> None:
    import seethrough

    modules = [*Path(seethrough.__file__).parent.rglob("*.py")]
    assert len(modules) > 300
    asked = r"\btime\.(time|time_ns|localtime|gmtime)\b|from time import"
    used = [m.name for m in modules if re.search(asked, m.read_text("utf-8"))]
    assert used == []
    asked = r"date(time)?\.(utcnow|now|today)\("
    dated = [m.name for m in modules if re.search(asked, m.read_text("utf-8"))]
    assert dated == ["call_log.py"]  # when a call was made, for a reader


@pytest.mark.long
def test_two_commands_in_one_folder(kept: Path) -> None:
    words = [sys.executable, "-m", "seethrough", *AUDIT[:7], "both", *AUDIT[8:-1], "4", "--json"]
    both = [
        subprocess.Popen(words, cwd=kept, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    ended = [(*process.communicate(timeout=120), process.returncode) for process in both]
    reports = {output for output, _, status in ended if status == 0}
    assert len(reports) == 1
    for output, told, status in ended:
        if status:
            assert (status, output) == (64, b"")
            assert b"is using this run folder; wait for it" in told.splitlines()[-1]
    assert (kept / "both" / "report.json").read_bytes() in reports
