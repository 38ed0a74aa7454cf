"""Whether answers retell private records in other words, and when chance explains it."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from seethrough.engine.runs.cells import Arm
from seethrough.engine.verdict.retold import retold
from seethrough.evidence.answers import Answer
from seethrough.protocols import Knowledge, Outcome
from seethrough.reasons import Reason
from seethrough.records.corpus import Corpus

DRAW = random.Random(1)
WORDS = ["".join(DRAW.choices("abdefgiklmnoprstu", k=6)) for _ in range(400)]


def people(name: str, number: int) -> Corpus:
    """Return records of so many people, thirty words each of those that all have."""
    texts = [" ".join(DRAW.choices(WORDS, k=30)) for _ in range(number)]
    return Corpus.from_texts(texts, persons=[f"{name}{i}" for i in range(number)])


PRIVATE, CONTROL = people("p", 40), people("c", 40)


def retelling(text: str) -> str:
    """Return every second word of a text, in another order."""
    return " ".join(sorted(text.split()[::2]))


def found(
    said: Sequence[str],
    anyway: Sequence[str] = (),
    control: Corpus | None = CONTROL,
    asks: bool = True,
) -> list[Reason]:
    def arm(texts: Sequence[str]) -> Arm:
        answers = [Outcome({}, evidence=Answer("", text)) for text in texts]
        return Arm([Knowledge("", "", ()) for _ in texts], answers)

    attack = SimpleNamespace(asks=asks)
    cell: Any = SimpleNamespace(attack=attack, targets=arm(said), baseline=arm(anyway))
    return retold([cell], PRIVATE, control)


MINE, THEIRS = ([retelling(text) for text in side.texts] for side in (PRIVATE, CONTROL))


def test_records_that_answers_retell_bar_a_pass() -> None:
    (reason,) = found([*MINE[:20], *MINE[:20], "No.", ""])
    assert (reason.kind, reason.word) == ("retold", "inconclusive")
    assert reason.questions == ("sensitive", "anonymous")
    assert (reason.facts["people"], reason.facts["of"], reason.facts["held_out"]) == (20, 40, 0)
    assert set(reason.facts["private"]["people"]) <= set(PRIVATE.persons)


def test_the_names_of_fields_hide_no_retelling() -> None:
    def rows(text: str) -> str:
        return json.dumps([{WORDS[0]: word, WORDS[1]: WORDS[2]} for word in text.split()])

    (reason,) = found([*map(rows, MINE)])
    assert reason.facts["people"] > 30
    assert found([*map(rows, MINE[:20]), *map(rows, THEIRS[:20])]) == []


@pytest.mark.parametrize(
    "said",
    [
        [*MINE[:20], *THEIRS[:20]],
        [MINE[0]] * 40,
        MINE[:5],
        [" ".join(DRAW.choices(WORDS, k=12)) for _ in range(40)],
        ["No."] * 40,
        ["", "I cannot say 34 of it."],
    ],
)
def test_what_tells_as_much_of_people_held_out_is_chance(said: list[str]) -> None:
    assert found(said) == []


def test_what_is_said_with_nothing_to_look_up_is_left_out() -> None:
    assert found(MINE[:20], anyway=MINE[:20]) == []


def test_where_questions_hold_private_text_or_nobody_is_held_out_nothing_is_said() -> None:
    assert found(MINE[:20], asks=False) == []
    assert found(MINE[:20], control=None) == []
    assert found(MINE[:20], control=CONTROL.take([])) == []


def test_a_small_control_is_weighed_by_its_size() -> None:
    small = CONTROL.take(range(4))
    assert found(MINE, control=small)
    assert found([*MINE[:20], *THEIRS[:2]], control=small) == []
