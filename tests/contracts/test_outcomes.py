"""What an attack's score gives back is an outcome of each guess that a figure can be made of."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import pytest

from seethrough.contracts.outcomes import outcomes_of
from seethrough.errors import ContractError
from seethrough.evidence.answers import Answer
from seethrough.evidence.words import GuessedText
from seethrough.protocols import Figure, Guess, Knowledge, Outcome, Tally
from seethrough.records.corpus import Corpus

PRIVATE = Corpus.from_texts(["Ada bakes."])
NONE = Tally(0.0)
TEXT = GuessedText()
GUESSES = [Guess(Knowledge("0", "0", ("a",)))]


@dataclass(frozen=True)
class Said:
    """Gives back what it is told to."""

    given: Any = None

    evidence: ClassVar[Any] = Answer
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure("toy.found", "lower_is_better", "How many.", "Not who."),
        Figure("toy.fits", "higher_is_better", "How many.", "Not who.", most=None),
    )

    def score(self, guesses: Any, private: Corpus) -> Any:
        return self.given


@dataclass(frozen=True)
class ShowsNothing(Said):
    """Has no evidence."""

    evidence: ClassVar[None] = None


def outcome(found: Any = NONE, ledger: Mapping[str, Any] | None = None) -> Outcome:
    return Outcome({"toy.found": found, "toy.fits": Tally(70.0)}, ledger or {})


def asked(given: Any) -> Any:
    return outcomes_of(Said(given), GUESSES, PRIVATE)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, "NoneType"),
        ([], "0 outcomes of 1 guesses"),
        ([outcome()] * 2, "2 outcomes of 1 guesses"),
        ([0.0], "float for a guess"),
        ([Outcome({"toy.found": Tally(0.0)})], "an outcome without toy.fits"),
        ([outcome(0.0)], r"no tally of toy.found; give Tally\(value, of\)"),
        ([outcome(Tally(-1.0))], "no tally of toy.found"),
        ([outcome(Tally(5.0))], "no tally of toy.found; .*from 0 to 1 times of"),
        ([outcome(Tally(0.0, -1.0))], "no tally of toy.found"),
        ([outcome(Tally(math.nan))], "no tally of toy.found"),
        ([outcome(Tally("0"))], "no tally of toy.found"),  # type: ignore[arg-type]
        ([outcome(Tally(np.float32(0)))], "plain finite numbers, such as float"),  # type: ignore[arg-type]
        ([outcome(ledger={3: 1})], "no text to name a count"),  # type: ignore[dict-item]
        ([replace(outcome(), evidence={})], "dict as evidence; give Answer"),  # type: ignore[arg-type]
        ([replace(outcome(), evidence=TEXT)], "GuessedText as evidence; give Answer"),
        ([outcome(ledger={"claims_unjudged": -4})], "no count"),
        ([outcome(ledger={"claims_unjudged": math.nan})], "no count"),
        ([outcome(ledger={"claims_unjudged": "x"})], "no count"),
    ],
)
def test_what_is_no_outcome_of_each_guess_is_refused(given: Any, told: str) -> None:
    with pytest.raises(ContractError, match=f"^attack .*Said: its score gave .*{told}"):
        asked(given)


def test_evidence_that_an_attack_does_not_name_is_refused() -> None:
    attack: Any = ShowsNothing([replace(outcome(), evidence=TEXT)])
    with pytest.raises(ContractError, match="GuessedText as evidence; name its class, as in ev"):
        outcomes_of(attack, GUESSES, PRIVATE)


def test_outcomes_are_given_on() -> None:
    told = Answer("What?", "Ada bakes.")
    given = [replace(outcome(Tally(0, 0), {"claims_unjudged": 1}), evidence=told)]
    assert asked(given) is given
