"""Knowledge from a file: a claim is known where one fact states it, not because of its form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seethrough.knowledge.file import File
from seethrough.notices import noticed_by
from seethrough.records.corpus import Corpus

FACTS = [
    "The patient has a cough.",
    "The patient is 43 years old.",
    "She was treated for asthma in the clinic in Berlin.",
]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "facts.jsonl"
    path.write_text("".join(json.dumps({"person": "a", "text": fact}) + "\n" for fact in FACTS))
    return str(path)


@pytest.mark.parametrize(
    ("claim", "known"),
    [
        ("The patient has a cough.", True),
        ("the patient had a cough", True),
        ("The patient is 43 years old.", True),
        ("She was treated for asthma in Berlin.", True),
        ("The patient has a tumor.", False),
        ("The patient has a gun.", False),
        ("The patient is 44 years old.", False),
        ("The patient has no cough.", False),
        ("The patient was treated for HIV in the clinic.", False),
        ("She was treated for syphilis in the clinic in Berlin.", False),
        ("The patient is a clinic.", False),  # all its words are in the facts, in none together
    ],
)
def test_a_fact_in_the_same_phrase_is_not_known(file: str, claim: str, known: bool) -> None:
    corpus = Corpus.from_texts(["x"], ["r"], ["a"])
    (drawn,) = File(file).draw(corpus, [[claim]], 0)
    assert drawn.facts == tuple(FACTS)
    assert (0 in drawn.used) is known


def test_nobody_and_nothing_known(file: str) -> None:
    corpus = Corpus.from_texts(["x", "y"], ["r", "s"], ["a", "b"])
    first, second = File(file, k=1).draw(corpus, [[], ["The patient has a cough."]], 0)
    assert (first.facts, first.used) == ((FACTS[0],), frozenset())
    assert (second.facts, second.used) == ((), frozenset())


def test_a_file_that_names_nobody_of_the_records_is_told(file: str) -> None:
    told: list[str] = []
    with noticed_by(told.append):
        File(file).draw(Corpus.from_texts(["A cough."], persons=["a"]), [["He coughs."]], 0)
        assert told == []
        File(file).draw(Corpus.from_texts(["A cough."], persons=["A1"]), [["He coughs."]], 0)
    (line,) = told
    assert "names nobody of these records" in line


def test_of_no_records_nothing_is_told(file: str) -> None:
    told: list[str] = []
    with noticed_by(told.append):
        assert File(file).draw(Corpus.from_texts([]), [], 0) == []
    assert told == []
