"""A guess is of a target, and of a record that its adversary may see, or one line says so."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from seethrough.contracts.guesses import guesses_of
from seethrough.errors import ContractError
from seethrough.protocols import Guess, Knowledge
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease

RELEASE = TextRelease(Corpus.from_texts(["Somebody bakes.", "Somebody sings."], ["1", "2"]))
TARGETS = [
    Knowledge("ada", "1", ("bread",), unseen=frozenset({"1"})),
    Knowledge("bo", "2", ("songs",), unseen=frozenset({"2"})),
]


class Said:
    """Guesses what it is told to."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def guess(self, release: Any, knowledge: Any, rng: Any) -> Any:
        return self.given


def guessed(given: Any, release: Any = RELEASE) -> Any:
    attack: Any = Said(given)
    return guesses_of(attack, release, TARGETS, np.random.default_rng(0))


def of_each(*records: tuple[str, ...]) -> list[Guess]:
    return [Guess(known, own) for known, own in zip(TARGETS, records, strict=True)]


@pytest.mark.parametrize("given", [of_each((), ()), of_each(("2",), ("1",))])
def test_a_guess_of_each_target_is_taken(given: Any) -> None:
    assert guessed(given) is given


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (None, "no list of Guess"),
        (["2", "1"], "no list of Guess"),
        (of_each((), ())[:1], "not one for each target"),
        (of_each((), ())[::-1], "not one for each target"),
        (of_each(("2",), ("nobody",)), "a record that the release does not have"),
        (of_each(("2",), ("1", "2")), "a record that this adversary must not see"),
    ],
)
def test_what_would_count_for_something_else_is_refused(given: Any, problem: str) -> None:
    with pytest.raises(ContractError, match=problem):
        guessed(given)


def test_records_of_a_service_are_not_looked_up() -> None:
    given = of_each(("chunk 1",), ())
    assert guessed(given, release=object()) is given
