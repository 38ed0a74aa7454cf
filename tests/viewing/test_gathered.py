"""What attacks saw of a person is counted as it is, whichever attack saw it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from seethrough.attacks.identifiers import Identifiers
from seethrough.engine.runs.cells import Arm
from seethrough.evidence.answers import Answer, Item
from seethrough.evidence.attributes import GuessedAttribute, GuessedAttributes
from seethrough.evidence.evidence import Evidence
from seethrough.evidence.standing import Place, StandingIdentifiers
from seethrough.evidence.words import GuessedText, GuessedWord
from seethrough.protocols import Knowledge, Outcome
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.viewing.details import one_person
from seethrough.viewing.gathering import keep_view
from seethrough.viewing.reading import Findings

PRIVATE = Corpus.from_texts(["Ada keeps bees."], ["1"], ["Ada"])


def gathered(
    run: Path, *seen: Evidence | None, person: str = "Ada", aligned: bool = True
) -> Findings:
    """Return what is kept of an audit in which an attack saw something of Ada."""
    known = Knowledge(person, "1", ())
    arm = Arm([known] * len(seen), [Outcome({}, evidence=one) for one in seen])
    audit: Any = SimpleNamespace(
        private=PRIVATE,
        release=TextRelease(PRIVATE, aligned=aligned),
        verdict=SimpleNamespace(word="fail"),
        people=(),
        cells=[SimpleNamespace(attack=Identifiers(), targets=arm)],
    )
    (run / "report.json").write_text("{}")
    digest = hashlib.sha256(b"{}").hexdigest()
    keep_view(run, "report.json", digest, [("release", [audit])], text=True)
    return Findings(run)


def test_whom_an_attack_drew_without_showing_anything_is_there(tmp_path: Path) -> None:
    findings = gathered(tmp_path, None)
    assert one_person(findings, 0).name == "Ada"
    (record,) = one_person(findings, 0).records
    assert record.text is not None
    assert record.text.text == "Ada keeps bees."
    assert record.sides[0].linked is None
    (tmp_path / "other").mkdir()
    assert len(gathered(tmp_path / "other", None, person="canary").names) == 0


STANDING = StandingIdentifiers(
    ("Ada", "Ada Byron", "555"), (Place("Ada", "1", "text"), Place("Ada", "2", "text"))
)
ATTRIBUTES = GuessedAttributes(
    (
        GuessedAttribute("age", "36", ("36", "40"), (1, 0)),
        GuessedAttribute("city", "London", ("England",), (0.5,)),
        GuessedAttribute("sex", "female", ("male", "female"), (0, 1)),
        GuessedAttribute("pets", "", (), ()),
    )
)
WORDS = GuessedText(
    (
        GuessedWord("Ada", "Eve", "Ada", recovered=True),
        GuessedWord("keeps", "keeps"),
        GuessedWord("bees", "cows", "pigs"),
    )
)


@pytest.mark.parametrize(
    ("seen", "counts"),
    [
        (STANDING, {"identifiers": 3, "standing": 1}),
        (ATTRIBUTES, {"attributes": 3, "guessed": 1}),
        (WORDS, {"words": 2, "back": 1}),
        (Answer("Who is Ada?", "She keeps bees.", ("keeps bees.",)), {"answers": 1}),
        (Answer("Who is Ada?", "Nobody."), {"answers": 0}),
    ],
)
def test_what_was_seen_is_counted(seen: Evidence, counts: dict[str, int], tmp_path: Path) -> None:
    name, _, found = gathered(tmp_path, seen).person(0)
    assert name == "Ada"
    assert {count: found[0][count] for count in counts} == counts


def test_all_that_an_answer_gives_away_is_counted(tmp_path: Path) -> None:
    said = Answer("?", "Ada: 555", ("Ada: 555", "555"), ("1",), (Item("phone", "555"),))
    assert gathered(tmp_path, said).asked["told"].tolist() == [3]


@pytest.mark.parametrize("aligned", [True, False])
def test_a_released_record_stands_for_a_private_one_only_where_they_align(
    aligned: bool, tmp_path: Path
) -> None:
    (record,) = one_person(gathered(tmp_path, STANDING, aligned=aligned), 0).records
    shown = record.sides[0].released
    assert (shown is not None) == aligned


def test_a_guess_that_is_less_precise_is_not_called_wrong(tmp_path: Path) -> None:
    ((_, shown),) = one_person(gathered(tmp_path, ATTRIBUTES), 0).records[0].sides[0].attributes
    marks = [[mark for _, mark in row.guesses] for row in shown]
    assert marks == [["right", "wrong"], ["less precise"], ["wrong", "right"]]
