"""What ``python -m benchmarks`` says of benchmarks that fail, and of those that do not finish."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from benchmarks import __main__ as benchmarks
from benchmarks._running import Ran


def ran(benchmark: tuple[str, list[str]]) -> Ran:
    name, _ = benchmark
    if name == "killed":
        os._exit(9)
    return Ran(name, f"{name}: printed\n", 1.0, name == "failing")


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["working"], ""),
        (["failing", "working"], "failed: failing\n"),
        (["working", "killed", "later"], "a process was killed; did not finish: killed, later\n"),
    ],
)
def test_what_fails_or_does_not_finish_is_named(
    names: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(benchmarks, "FOLDER", Path())
    monkeypatch.setattr(benchmarks, "AT_ONCE", 1)
    monkeypatch.setattr(benchmarks, "SMALLEST", {name: [] for name in names})
    monkeypatch.setattr(benchmarks, "run", ran)
    assert benchmarks.main() == bool(told)
    out, err = capsys.readouterr()
    assert err == told
    assert "== working ==\nworking: printed\n== working: 1 s ==" in out
