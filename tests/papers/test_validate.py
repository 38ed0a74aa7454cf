from __future__ import annotations

import sys

import pytest
from benchmarks.validate import __main__ as validate
from benchmarks.validate import anonymeter
from benchmarks.validate.comparison import Comparison, Rule


@pytest.mark.parametrize(
    ("rule", "ours", "holds"),
    [
        ("within", 0.54, True), ("within", 0.46, True), ("within", 0.56, False),
        ("within", 0.44, False), ("at least", 0.46, True), ("at least", 0.9, True),
        ("at least", 0.44, False),
    ],
)  # fmt: skip
def test_a_figure_agrees_by_its_rule(rule: Rule, ours: float, holds: bool) -> None:
    assert Comparison("x", "them", 0.5, ours, rule, 0.05).holds == holds


def test_an_equal_figure_is_the_same_one() -> None:
    assert Comparison("x", "them", 900, 900, "equal").holds
    assert not Comparison("x", "them", 900, 899, "equal").holds


def test_a_figure_that_differs_is_named_and_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["validate", "anonymeter"])
    assert validate.main() == 0
    assert "10 of 10 figures agree" in capsys.readouterr().out
    monkeypatch.setattr(anonymeter, "CASES", ((850, 1000, 0.9, 0.022),))
    assert validate.main() == 1
    printed = capsys.readouterr().out
    assert "DIFFERS" in printed
    assert "of 6 figures agree" in printed


def test_missing_data_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["validate", "anonymeter"])
    monkeypatch.setattr(anonymeter, "NEEDS", ("validate/nothing.jsonl",))
    assert validate.main() == 1  # nothing agrees where nothing was compared
    assert "skipped: validate/nothing.jsonl is not in" in capsys.readouterr().out
