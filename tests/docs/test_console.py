"""The command lines of documents do what they do in a shell."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs import _console
from tests.docs._console import shell

LINES = [
    "seethrough --version",
    "seethrough --version > out",
    "seethrough --version > out; echo ended with $?",
    "seethrough audit nowhere.jsonl nothing.jsonl",
    "seethrough audit nowhere.jsonl nothing.jsonl 2> err; echo $?; cat err",
    "seethrough audit nowhere.jsonl nothing.jsonl > out 2>&1; wc -l out",
    "seethrough audit nowhere.jsonl nothing.jsonl 2>&1 | tr a-z A-Z",
    "seethrough audit nowhere.jsonl nothing.jsonl 2> err | wc -c; cat err",
    "seethrough list --format json > out; find . -perm /077 | sort",
    "seethrough list judges 2> /dev/null | grep -c 'a;b|c' || echo none",
    "seethrough --version && echo then",
    "echo 'seethrough --version' | cat",
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_prints_and_writes_what_it_does_in_a_shell(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    wanted = subprocess.run(
        ["bash", "-c", line],
        cwd=there,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    monkeypatch.chdir(here)
    assert shell(line) == wanted.stdout
    assert written(here) == written(there)


def written(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_our_commands_need_no_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(command: str, *_: object) -> str:
        raise AssertionError(command)

    monkeypatch.setattr(_console, "_by_bash", refuse)
    monkeypatch.chdir(tmp_path)
    assert shell(LINES[0])
    assert not shell(LINES[1])
