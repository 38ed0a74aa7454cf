from __future__ import annotations

import pytest

from seethrough.cli import _bars as bars
from seethrough.judges.llm import Llm
from seethrough.language_model import Options
from seethrough.models.answers import ask
from seethrough.models.fakes.fake import Fake
from seethrough.progress import counted, tell, told_to
from seethrough.prompts import load

Told = list[tuple[str, int, int]]


def fail() -> None:
    tell("b", 0, 1)
    raise KeyError


def test_what_is_told_reaches_the_innermost_listener_and_nobody_outside() -> None:
    outer: Told = []
    inner: Told = []
    tell("before", 1, 2)
    with told_to(lambda *told: outer.append(told)):
        tell("a", 1, 2)
        with pytest.raises(KeyError), told_to(lambda *told: inner.append(told)):
            fail()
        tell("c", 2, 2)
    tell("after", 1, 2)
    assert outer == [("a", 1, 2), ("c", 2, 2)]
    assert inner == [("b", 0, 1)]


def test_counting() -> None:
    told: Told = []
    with told_to(lambda *now: told.append(now)):
        one_more = counted("x", 2)
        one_more()
        one_more()
    assert told == [("x", 0, 2), ("x", 1, 2), ("x", 2, 2)]


def test_each_answer_of_a_model_is_told_of() -> None:
    told: Told = []
    prompts = [load("paraphrase").fill({"document": text}) for text in ("a", "b")]
    with told_to(lambda *now: told.append(now)):
        ask(Fake(), prompts, Options(), str)
        ask(Fake(), [], Options(), str)
        Llm("fake", "probability").rate(["He is tall.", "x"], ["He is tall.", "He is tall."])
    assert told == [
        *(("fake: paraphrase", n, 2) for n in range(3)),
        *(("fake: judge_choice", n, 2) for n in range(3)),
    ]


def test_the_command_line_shows_a_bar_for_each_stage(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with bars.progress():
        tell("quiet", 1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with bars.progress() as show:
        tell("told inside", 1, 2)
        show("told directly", 2, 4)
    shown = capsys.readouterr().err
    assert "told inside" in shown
    assert "told directly" in shown
