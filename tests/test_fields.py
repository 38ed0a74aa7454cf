"""What a component's fields mean stands at the fields, whoever wrote the component."""

from __future__ import annotations

import math
import sys
import typing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest
from tests import _workbench

from seethrough import components, spec
from seethrough.engine.content_key import content_key
from seethrough.engine.sanitize import sanitize
from seethrough.errors import UsageError
from seethrough.fields import (
    Between,
    KeptFolder,
    ModelFolder,
    ModelName,
    Names,
    ReadFile,
    WrittenFile,
    names_in,
    range_of,
    roles,
)
from seethrough.linkers.bm25 import BM25
from seethrough.models.named import models_of
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.report.hiding import hidden


@dataclass(frozen=True)
class Slow:
    """A sanitizer of somebody else's, whose fields have names of their own."""

    rate: float = 5.0
    share: Annotated[float | None, Between(0, 1)] = 0.5
    budget: Annotated[float, Between(1, infinite=True)] = math.inf
    part: Annotated[float, Between(0, 1, above=True, below=True)] = 0.5
    epsilon: Annotated[float, Between(0, 9, above=True, infinite=True)] = 1.0
    style: str = "star"
    terms: ReadFile = ""
    start: ModelFolder = ""
    log: WrittenFile = ""
    shelf: KeptFolder = ""
    writer: ModelName = "fake"
    inner: tuple[Slow, ...] = ()

    def sanitize(self, private: Corpus, rng: object) -> TextRelease:
        return TextRelease(private)


NAME = f"{__name__}:Slow"


def test_a_field_has_the_range_that_it_declares_whatever_its_name() -> None:
    assert spec.parse("sanitizers", f"{NAME}:rate=7").rate == 7
    assert spec.parse("sanitizers", f"{NAME}:budget=inf").budget == math.inf
    assert spec.parse("sanitizers", f"{NAME}:epsilon=inf").epsilon == math.inf
    assert spec.parse("sanitizers", f"{NAME}:epsilon=9").epsilon == 9
    assert spec.parse("sanitizers", f"{NAME}:share=none").share is None
    made = Slow()
    assert spec.build("sanitizers", spec.to_json(made)) == made
    for wrong, told in (
        ("rate=inf", "rate=inf must be a finite number"),
        ("share=1.1", "share=1.1 must be at least 0 and at most 1"),
        ("share=nan", "share=nan must be at least 0"),
        ("budget=0.5", "budget=0.5 must be at least 1 or inf"),
        ("budget=-inf", "budget=-inf must be at least 1"),
        ("part=0", "part=0 must be above 0 and below 1"),
        ("part=1", "part=1 must be above 0 and below 1"),
        ("epsilon=0", "epsilon=0 must be above 0 and at most 9 or inf"),
        ("epsilon=10", "epsilon=10 must be above 0 and at most 9 or inf"),
    ):
        with pytest.raises(UsageError, match=told):
            spec.parse("sanitizers", f"{NAME}:{wrong}")


def test_a_component_made_in_python_is_checked_like_one_of_a_spec() -> None:
    for two in (2, np.int64(2), np.float32(2)):
        with pytest.raises(UsageError, match="share=2 must be"):
            spec.component("sanitizers", Slow(share=two))  # type: ignore[arg-type]
    for made in (Slow(share=2), Slow(inner=(Slow(share=2),))):
        with pytest.raises(UsageError, match="share=2 must be"):
            sanitize(Corpus.from_texts(["A text."]), made, seed=0)
    with pytest.raises(UsageError, match=r"share='0\.5' must be at least 0 and at most 1"):
        sanitize(Corpus.from_texts(["A text."]), Slow(share="0.5"), seed=0)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="bm25: b=5 must be at least 0 and at most 1"):
        spec.component("linkers", BM25(b=5))
    assert spec.component("linkers", BM25()) == BM25()


def test_what_fields_name_is_told_of_parts_too() -> None:
    inner = (Slow(terms="d", writer="ollama/x"),)
    made = Slow(terms="a", start="e", log="b", shelf="c", inner=inner)
    assert names_in(made, Names.READ) == ["a", "d"]
    assert names_in(made, Names.FOLDER, Names.KEPT) == ["e", "c"]
    assert names_in([made, "a"], Names.WRITTEN) == ["b"]
    assert names_in(made, Names.KEPT) == ["c"]
    assert models_of(made) == models_of(spec.to_json(made)) == ["fake", "ollama/x"]


def test_a_word_that_is_also_a_file_there_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = content_key(Slow())
    Path("star").write_text("no terms")
    assert content_key(Slow()) == before
    Path("terms.txt").write_text("one")
    first = content_key(Slow(terms="terms.txt"))
    Path("terms.txt").write_text("another")
    assert content_key(Slow(terms="terms.txt")) != first


def test_files_are_hidden_by_what_fields_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    told = spec.to_json(Slow(terms="keller", log="keller2", shelf="keller3"))
    shown = hidden(told)
    assert (shown["terms"], shown["log"], shown["shelf"]) == ("(a file)",) * 3
    assert (shown["style"], shown["writer"]) == ("star", "fake")
    monkeypatch.delitem(sys.modules, __name__)  # read in a process that does not have it
    assert "keller" not in str(hidden(told))
    assert hidden(told)["style"] == "(a file)"


def test_every_text_of_an_example_that_names_something_there_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _workbench.fill(tmp_path, ["A text."], ["p"], ["A Name"])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SEETHROUGH_MODEL", "fake")
    found, undeclared = 0, []
    for kind in components.LISTED:
        for name in components.names(kind):
            made = spec.parse(kind, components.example(kind, name))
            for field, value in spec.to_json(made).items():
                if field != "name" and isinstance(value, str) and value and Path(value).exists():
                    found += 1
                    if field not in roles(type(made)):
                        undeclared.append(f"{name}.{field}")
    assert found > 20
    assert undeclared == []


def test_a_default_is_in_its_range() -> None:
    for kind in components.LISTED:
        for name in components.names(kind):
            for field in spec.describe(kind, name)["fields"]:
                value = field["default"]
                if isinstance(value, int | float):
                    cls = components.component_class(kind, name)
                    range_of(cls, field["name"]).check(field["name"], value)


def test_what_the_fields_of_a_class_mean_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[type] = []
    original = typing.get_type_hints

    def hints(cls: type, **more: Any) -> dict[str, Any]:
        asked.append(cls)
        return original(cls, **more)

    monkeypatch.setattr(typing, "get_type_hints", hints)

    @dataclass(frozen=True)
    class Own:
        known: ReadFile = "a.txt"
        share: Annotated[float, Between(0, 1)] = 0.5

    for _ in range(3):
        assert names_in(Own(), Names.READ) == ["a.txt"]
        assert range_of(Own, "share") == Between(0, 1)
    assert asked == [Own]
