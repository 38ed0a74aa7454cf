"""The database of a model's answers."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from fuzzing.checks import answered
from seethrough.models.kept_answers import FILE, kept_answers

_KEPT: dict[str, Any] = {"a": ["Ann keeps bees.", "", 3, 4], "b": {"chances": [0.5, 0.5]}}


def _file(values: dict[str, Any]) -> bytes:
    with tempfile.TemporaryDirectory() as made:
        with kept_answers(Path(made)) as kept:
            for key, value in values.items():
                kept.put(key, value)
        return Path(made, FILE).read_bytes()


SLOW = True
LONGEST = 1 << 14
SEEDS = (_file({}), _file(_KEPT), b"")
WORDS = (b"SQLite format 3\0", b'"sha256":', b"create table kept", b'{"key":"a"')


def check(content: bytes) -> None:
    folder = Path("input-answers")
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_bytes(content)
    for more in folder.glob(f"{FILE}-*"):  # a journal of the input before
        more.unlink()
    with answered(), kept_answers(folder) as kept:
        found = kept.get([*_KEPT, "c"])
        assert found == {key: _KEPT[key] for key in found}
        kept.put("c", 5)
        assert kept.get(["c"]) == {"c": 5}
