from __future__ import annotations

import pytest

from seethrough.engine.sanitize import sanitize
from seethrough.errors import UnavailableError
from seethrough.records.corpus import Corpus
from seethrough.sanitizers.zerogen import read_question

TEXTS = [
    "Margaret Varga moved from Lisbon to Toronto in March 2019 and works for Siemens.",
    "it rained and nobody came.",
    "",
]


def test_a_record_becomes_questions_whose_answers_are_its_entities() -> None:
    release = sanitize(Corpus.from_texts(TEXTS), "zerogen:model=fake")
    made = release.corpus.texts[0]
    for name in ("Margaret Varga", "Lisbon", "Toronto", "March 2019", "Siemens"):
        assert made.count(f"question: What does the text name there. answer: {name}.") == 1
    assert "moved from" not in made
    assert release.corpus.texts[1:] == ["", ""]
    assert release.ledger == {"withheld": 1, "without_entities": 1}
    assert release.aligned


def test_at_most_so_many_pairs_drawn_by_the_record_s_id() -> None:
    private = Corpus.from_texts(TEXTS[:1] * 2, ids=["one", "two"])
    one, two = sanitize(private, "zerogen:model=fake,pairs=2", seed=0).corpus.texts
    assert one.count("question:") == two.count("question:") == 2
    alone = sanitize(private.take([1]), "zerogen:model=fake,pairs=2", seed=0).corpus.texts
    assert alone == [two]  # what else is in the corpus does not matter


@pytest.mark.parametrize("mode", ["refuse", "silent"])
def test_a_record_without_a_readable_question_is_withheld(mode: str) -> None:
    release = sanitize(Corpus.from_texts(TEXTS), f"zerogen:model=fake/{mode}")
    assert release.corpus.texts == ["", "", ""]
    assert release.ledger["withheld"] == 2
    assert release.ledger["questions_missing"] == 5


def test_no_model_is_asked_where_nothing_is_named() -> None:
    assert sanitize(Corpus.from_texts(TEXTS[1:]), "zerogen:model=fake/absent").corpus.texts == [
        "",
        "",
    ]
    with pytest.raises(UnavailableError):
        sanitize(Corpus.from_texts(TEXTS), "zerogen:model=fake/absent")


@pytest.mark.parametrize(
    ("answer", "question"),
    [
        ('"Who moved?"', "Who moved"),
        ("\nWho moved?\nAnother line?", "Who moved"),
        ("???", None),
        ("", None),
        ("I'm sorry, but I can't.", None),
    ],
)
def test_questions_are_read(answer: str, question: str | None) -> None:
    assert read_question(answer) == question
