"""Texts without what is protected, and what is exempt."""

from __future__ import annotations

from pathlib import Path

import pytest

from seethrough.errors import InputError
from seethrough.finetuning.curation import removed, substituted
from seethrough.finetuning.exempt import Exempt
from seethrough.protocols import Protected

# The paper's example (section 4.2.1).
TEXT = "Alan Gates visited Crescent Vale Medical Center for Hemophilia treatment"
NAME = [Protected(0, 10, "name")]


def test_the_papers_example() -> None:
    assert removed(TEXT, NAME) == TEXT.removeprefix("Alan Gates ")
    assert substituted(TEXT, NAME) == TEXT.replace("Alan Gates", "<NAME>")


def test_several_spans_and_none() -> None:
    spans = [*NAME, Protected(19, 47, "organization")]
    assert substituted(TEXT, spans) == "<NAME> visited <ORGANIZATION> for Hemophilia treatment"
    assert removed(TEXT, spans) == "visited for Hemophilia treatment"
    assert removed("  as  it is ", []) == substituted("  as  it is ", []) == "  as  it is "


def exempt(tmp_path: Path, rules: str) -> Exempt:
    file = tmp_path / "public.txt"
    file.write_text(rules, "utf-8")
    return Exempt.read(str(file))


def test_a_name_is_exempt_only_in_its_context(tmp_path: Path) -> None:
    rules = exempt(tmp_path, "Bill Gates\tfounded, Microsoft\nMarie Curie\n")
    text = "Bill Gates founded a firm. Bill Gates visited the hospital.\nmarie  CURIE was seen."
    first, second = Protected(0, 10, "name"), Protected(27, 37, "name")
    assert text[second.start : second.end] == "Bill Gates"
    assert rules.holds(text, first)
    assert not rules.holds(text, second)
    assert rules.holds(text, Protected(60, 72, "name"))
    assert not Exempt.read("").holds(text, first)


def test_a_list_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the list"):
        Exempt.read(str(tmp_path / "none.txt"))
