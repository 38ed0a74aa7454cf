"""The runner: every target in its own process, the same inputs for the same seed, what it says."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import pytest
from fuzzing.mutating import inputs
from fuzzing.target import Target, load, names, shares
from fuzzing.trying import Trial

from fuzzing import __main__ as runner


def test_the_same_seed_gives_the_same_inputs() -> None:
    target = load("delimited")
    one, same, other = (list(islice(inputs(target, seed), 400)) for seed in (1, 1, 2))
    assert one == same != other
    assert one[: len(target.seeds)] == list(target.seeds)
    assert len(set(one)) > 300
    assert max(map(len, one)) <= target.longest


def test_slow_targets_get_a_hundredth() -> None:
    given = shares(names(), 1_000_000)
    assert sum(given.values()) >= 1_000_000
    assert {given[name] for name in names() if load(name).slow} == {10_000}
    assert min(given.values()) == 10_000
    assert shares(["page"], 50) == {"page": 50}


def test_a_finding_is_named_by_its_line_and_has_the_shortest_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def check(content: bytes) -> None:
        assert b"x" not in content, "an x"
        int(content or b"0")

    target = Target("t", "", check, (b"1",))
    trial = Trial(target).all([b"1", b"yy", b"xxx", b"x", b"y", b"xx", b"2"])
    assert trial.inputs == 7
    assert sorted(what.split(" at ")[0] for what in trial.findings) == [
        "AssertionError",
        "ValueError",
    ]
    assert sorted(found.content for found in trial.findings.values()) == [b"x", b"y"]
    assert trial.to_json()["inputs"] == 7


def test_a_table_and_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert runner.main(["json_lines", "chats", "--inputs", "300", "--unguided"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["target", "inputs", "seconds", "findings", "slowest,", "ms"]
    assert [row.split()[:2] for row in rows] == [
        ["json_lines", "150"], ["chats", "150"], ["all", "300"],
    ]  # fmt: skip
    assert [row.split()[3] for row in rows] == ["0", "0", "0"]


def test_findings_are_kept_and_end_with_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = ["KeyError at a.py:1", b"bad".hex(), "Traceback"]
    told = {"inputs": 5, "seconds": 1.0, "slowest": 0.1, "findings": [found]}
    monkeypatch.setattr(runner, "tried", lambda *_: told)
    monkeypatch.setattr(runner, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(runner, "ROOT", tmp_path)
    assert runner.main(["chats", "--inputs", "5", "--unguided"]) == 1
    said = capsys.readouterr().out
    assert "KeyError at a.py:1" in said
    inputs_, how = sorted((tmp_path / "kept").iterdir())
    assert str(inputs_.relative_to(tmp_path)) in said
    assert (inputs_.read_bytes(), how.read_text()) == (b"bad", "Traceback")


WORKER = """
import os, sys, time
from pathlib import Path
from fuzzing.board import Board
board = Board(Path(sys.argv[1]) / "board")
board.begin(b"good")
board.end()
board.begin(b"bad")
{}
"""


@pytest.mark.parametrize(
    ("act", "what"),
    [
        ("os.abort()", "the process ended with -6"),
        ("os._exit(3)", "the process ended with 3"),
        ("time.sleep(60)", "longer than 0.5 s"),
    ],
)
def test_a_process_that_ends_or_hangs_is_a_finding(act: str, what: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", WORKER.format(act), str(tmp_path)]
    told = runner.one_process(command, tmp_path, 0.5)
    assert told["inputs"] == 2
    assert [found[:2] for found in told["findings"]] == [[what, b"bad".hex()]]


def test_what_is_no_target(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        runner.main(["nothing"])
    assert f"no target 'nothing'; targets: {', '.join(names())}\n" in capsys.readouterr().err


def test_one_input_again(tmp_path: Path) -> None:
    file = tmp_path / "input"
    file.write_bytes(b"[]")
    assert runner.main(["json_lines", "--again", str(file)]) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="atheris has builds for Linux alone")
def test_guided_by_what_is_reached(capsys: pytest.CaptureFixture[str]) -> None:
    assert runner.main(["chats", "--inputs", "500", "--seed", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["chats", "500"]
