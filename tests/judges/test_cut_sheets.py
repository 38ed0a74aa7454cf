"""Sheets that nobody rated: claims of each text about a record next to all its other texts."""

from __future__ import annotations

import random
from typing import Any

import pytest
from judge_training import cutting
from judge_training.cutting import ASKED, AT_ONCE, NOT_RATED, OWN, STRANGERS, sheets

TEXT, ALTERED, OTHER = "the record", "the record made false", "somebody else"


def claims_of(text: str) -> list[str]:
    return [f"{text}, number {n}." for n in range(9)]


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "cut", lambda texts: {text: claims_of(text) for text in texts})
    monkeypatch.setattr(cutting, "changed", lambda claim, *_: f"not {claim}")


def row(name: str, text: str, passages: dict[str, str]) -> dict[str, Any]:
    return {"id": name, "text": text, "claims": claims_of(text), "passages": passages}


def test_claims_of_every_text_are_asked_against_every_other() -> None:
    rows = [row("a", TEXT, {"altered": ALTERED, "other": OTHER})]
    found = list(sheets(rows, None, random.Random(0)))  # type: ignore[arg-type]
    for passage in (TEXT, ALTERED, OTHER):
        asked = [claim for s in found if s.passage == passage for claim in s.claims]
        assert len(asked) == len(set(asked))
        for text in (TEXT, ALTERED, OTHER):
            own = [claim for claim in asked if claim in claims_of(text)]
            rated = text == TEXT and passage != TEXT
            most = OWN if text == passage else ASKED
            strangers = STRANGERS if text == TEXT else 0
            assert len(own) <= most + strangers
            assert bool(own) is not rated
        assert any(claim.startswith("not ") for claim in asked)
    assert all(grade == NOT_RATED for s in found for grade in s.grades)
    assert max(len(s.claims) for s in found) <= AT_ONCE


def test_a_text_that_was_a_passage_before_is_not_cut_again() -> None:
    rows = [row("a", TEXT, {"altered": ALTERED}), row("a-A", ALTERED, {"altered": TEXT})]
    found = list(sheets(rows, None, random.Random(0)))  # type: ignore[arg-type]
    assert {s.text for s in found} == {"a"}
