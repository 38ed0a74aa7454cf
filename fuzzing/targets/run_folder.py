"""What is kept between runs: finished work, commands, reports, calibrations."""

from __future__ import annotations

import functools
import json
import os
from pathlib import Path
from typing import Any

from fuzzing.checks import answered, file_of
from seethrough.judges.asked import calibrations
from seethrough.reproducing.kept_command import FILE, read_command
from seethrough.storage.seals import check_report, maker_of, with_checksum
from seethrough.storage.store import RunDirectory, read_json

_VALUE = {"tallies": {"linkage.top1": [1.0, 1.0]}}
_COMMAND = with_checksum(
    {"schema": 1, "arguments": ["audit"], "folder": "/", "inputs": {}, "models": {}, "software": {}}
)
_IDENTITY = {"judge": "llm", "model": "fake"}
SLOW = True
SEEDS = (
    json.dumps(_COMMAND).encode(),
    b'{"seethrough":"0.1.0","form":1,"run":"a","key":"a","sha256":"0"}\n{"tallies":{}}',
    json.dumps(with_checksum({"schema": 2, "verdict": "pass"})).encode(),
    b'{"schema": 1, "identity": {}, "cuts": {"same": 0.8, "similar": 0.4}, "agreement":'
    b' {"accuracy": 0.8, "n": 20}}',
)
WORDS = (
    b'"sha256"',
    b'"schema": 1',
    b'"arguments"',
    b'"cuts"',
    b'"n": ',
    b'"accuracy": ',
    b"1e999",
)


@functools.cache
def _store(here: str) -> tuple[RunDirectory, Path, bytes]:
    store = RunDirectory(Path("input-run"), {"seed": 0})
    store.put("a", _VALUE)
    file = Path(here, "input-run/work/a.json")
    return store, file, file.read_bytes()


def check(content: bytes) -> None:
    store, file, whole = _store(os.getcwd())
    file.write_bytes(content)
    value: Any = store.get("a")
    assert value == (_VALUE if content == whole else None)
    maker_of(content)
    with answered():
        check_report(read_json(file_of(content, "input.json")), "f")
    file_of(content, f"input-run/{FILE}")
    with answered():
        read_command(Path("input-run"))
    os.environ["SEETHROUGH_CALIBRATIONS"] = "input-run"
    file_of(content, str(calibrations._file(_IDENTITY)))
    with answered():
        calibrations.find(_IDENTITY)
