"""Classes that the private records bring with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from seethrough.engine.claims import sensitivities_of
from seethrough.errors import InputError
from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Lines:
    """Every line is a claim."""

    def atomize(self, corpus: Corpus) -> list[list[str]]:
        return [text.split("\n") if text else [] for text in corpus.texts]


@dataclass(frozen=True)
class Shrugs:
    """Calls everything none, and remembers what it was asked."""

    def classify(self, claims: Sequence[str], records: Sequence[str]) -> list[Any]:
        ASKED.extend(zip(claims, records, strict=True))
        return ["none" for _ in claims]


ASKED: list[tuple[str, str]] = []


def classes(*columns: Any) -> list[list[str]]:
    texts = ["a\nb\nc"] * len(columns)
    corpus = Corpus.from_texts(texts, fields=[{"classes": c} for c in columns])
    ASKED.clear()
    return [list(row) for row in sensitivities_of(Shrugs(), Lines(), corpus)]


def test_a_list_and_an_object_win_over_the_classifier() -> None:
    found = classes(["quasi", "", "special"], {"b": "identifier"}, None, "")
    assert found == [
        ["quasi", "none", "special"],
        ["none", "identifier", "none"],
        ["none"] * 3,
        ["none"] * 3,
    ]
    assert ("a", "a\nb\nc") in ASKED
    assert len(ASKED) == 1 + 2 + 3 + 3


@pytest.mark.parametrize(
    ("column", "why"),
    [
        (["quasi"], "holds 1 classes for 3 claims"),
        (["quasi", "quasi", "secret"], "write one of identifier, special"),
        ("quasi", "neither a list of classes nor an object"),
        ({"a": 3}, "write one of"),
    ],
)
def test_a_column_that_says_something_else_is_refused(column: Any, why: str) -> None:
    with pytest.raises(InputError, match=why):
        classes(column)
