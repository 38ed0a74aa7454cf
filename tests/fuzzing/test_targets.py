"""Every target: nothing is found with a few hundred inputs, and faults that are put in are."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from fuzzing.mutating import inputs
from fuzzing.target import load, names
from fuzzing.trying import Trial

from fuzzing import checks
from seethrough.errors import SeethroughError
from seethrough.notices import noticed_by

FEW, SLOW = 300, 40


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def tried(name: str) -> Trial:
    target = load(name)
    return Trial(target).all(islice(inputs(target, 0), SLOW if target.slow else FEW))


@pytest.mark.parametrize("name", names())
def test_nothing_is_found(name: str) -> None:
    trial = tried(name)
    assert trial.inputs >= SLOW
    assert [found.traceback for found in trial.findings.values()] == []


@pytest.mark.parametrize("name", names())
def test_seeds_are_good_examples(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module(f"fuzzing.targets.{name}")
    assert len(module.SEEDS) > 1
    assert len(set(module.SEEDS)) == len(module.SEEDS)
    assert max(map(len, module.SEEDS)) <= load(name).longest
    if not hasattr(module, "answered"):
        return
    asked = refused = 0

    @contextmanager
    def counted(*allowed: type[SeethroughError]) -> Iterator[None]:
        nonlocal asked, refused
        asked += 1
        with checks.answered(*allowed):
            try:
                yield
            except SeethroughError:
                refused += 1
                raise

    monkeypatch.setattr(module, "answered", counted)
    accepted = 0
    for seed in module.SEEDS:
        asked = refused = 0
        with noticed_by(lambda line: None):
            module.check(seed)
        accepted += refused < asked
    assert accepted >= 0.5 * len(module.SEEDS)


def raising(error: Exception) -> Any:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


FAULTS = {
    "a reader that forgets an error": (
        "json_lines", "seethrough.records.formats.json_lines._not_an_object",
        raising(KeyError("a")), "KeyError",
    ),
    "a reader that quotes several lines": (
        "json_lines", "seethrough.records.formats.json_lines._broken", lambda *_: "a\nb" * 2000,
        "a refusal of",
    ),
    "a reader that leaves a file": (
        "delimited", "seethrough.records.formats.delimited.record_field",
        lambda *_: Path("left").touch(), "left behind",
    ),
    "a parser that takes out what is not there": (
        "answers_text", "seethrough.utilities.coherence.refused", raising(IndexError()),
        "IndexError",
    ),
    "a fence without an end of its own": (
        "fence", "seethrough.prompts._CONTROL", re.compile("(?!)"), "AssertionError",
    ),
    "an escaper for the terminal that forgets": (
        "terminal", "seethrough.text.visible._is_plain", lambda c: c != "\n", "AssertionError",
    ),
    "an escaper for Markdown that forgets": (
        "pipeline", "seethrough.report.pipeline.markdown.prose", str.strip, "AssertionError",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, place, wrong, what = FAULTS[fault]
    load(name)
    module, _, called = place.rpartition(".")
    monkeypatch.setattr(importlib.import_module(module), called, wrong)
    found = tried(name).findings
    assert any(what in each for each in found)


@pytest.mark.parametrize("name", ["page", "comparison", "view_pages"])
def test_a_page_that_escapes_nothing_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import jinja2

    from seethrough.report import page

    class Forgetful(jinja2.Environment):
        def __init__(self, **given: Any) -> None:
            super().__init__(**given | {"autoescape": False})

    load(name)
    page.environment.cache_clear()
    monkeypatch.setattr(jinja2, "Environment", Forgetful)
    found = tried(name).findings
    page.environment.cache_clear()
    assert any("text of a page became markup" in each for each in found)


@pytest.mark.parametrize(
    ("template", "text", "what"),
    [
        ("<p>{}</p>", "<b>", "became markup"),
        ("<p>{}</p>", "<!-- a", "became markup"),
        ("<p>{}</p>", "</p>", "became markup"),
        ('<p title="{}">a</p>', '" onclick="a', "became markup"),
        ("<p>{}</p>", "&lt;", "is another"),
        ('<a href="{}">a</a>', "javascript:alert(1)", "leads to"),
        ('<img src="{}">', "http://a.example/", "leads to"),
    ],
)
def test_what_a_page_must_not_do(template: str, text: str, what: str) -> None:
    with pytest.raises(AssertionError, match=what):
        checks.assert_text_stays_text(template.format, text)


def test_what_a_page_may_do() -> None:
    from markupsafe import escape

    for text in ("<b>", "a & b", "&lt;", '"', "`|`", "\x00\ud800"):
        checks.assert_text_stays_text(lambda t: f'<p title="{escape(t)}">{escape(t)}</p>', text)
