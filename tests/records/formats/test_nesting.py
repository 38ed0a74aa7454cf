"""Values nested deeper than anything needs are refused before anything walks over them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from seethrough.errors import InputError
from seethrough.records.formats import docbin
from seethrough.records.formats.nesting import DEEPEST, too_deep
from seethrough.records.reading import read


def nested(levels: int, in_objects: bool = False) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = {"a": value} if in_objects else [value]
    return value


@pytest.mark.parametrize("in_objects", [True, False])
def test_levels_are_counted(in_objects: bool) -> None:
    assert not too_deep("x")
    assert not too_deep({})
    assert not too_deep([[], {}] * 1000)
    assert not too_deep(nested(DEEPEST, in_objects))
    assert too_deep(nested(DEEPEST + 1, in_objects))
    assert too_deep(["x", nested(DEEPEST, in_objects)])


@pytest.mark.parametrize("levels", [150, 500, 900])
@pytest.mark.parametrize(("start", "end"), [("", ""), ("[", "]")])
@pytest.mark.parametrize("row", [
    {"id": "a", "messages": [{"role": "user", "content": None}]},
    {"id": "a", "text": "some words", "more": None},
])  # fmt: skip
def test_deep_json(tmp_path: Path, levels: int, start: str, end: str, row: dict[str, Any]) -> None:
    file = tmp_path / "a.json"
    deep = "[" * levels + "]" * levels
    file.write_text(start + json.dumps(row).replace("null", deep) + end)
    with pytest.raises(InputError, match="line 1: broken JSON: nested too deeply"):
        read(file)
    file.write_text(start + json.dumps(row).replace("null", "[" * 50 + "]" * 50) + end)
    assert read(file).corpus.ids == ["a"]


def test_deep_documents(tmp_path: Path) -> None:
    with (tmp_path / "a.spacy").open("wb") as file:
        docbin.write_rows([{"text": "some words", "more": nested(400)}], file, "a.spacy")
    with pytest.raises(InputError, match="row 1: nested too deeply"):
        read(tmp_path / "a.spacy")
