"""What is known is known of a private record, or one line names who said so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from seethrough.contracts.knowledge import drawn_from, knowledge_of
from seethrough.errors import ContractError
from seethrough.protocols import Knowledge, KnowledgeSource, Known
from seethrough.records.corpus import Corpus

PRIVATE = Corpus.from_texts(["Ada bakes.", "Bo sings."], ["1", "2"], ["ada", "bo"])
CLAIMS = [["Ada bakes."], ["Bo sings."]]
NOTHING = Known((), frozenset())


@dataclass(frozen=True)
class Said(KnowledgeSource):
    """Gives back what it is told to."""

    given: Any = None
    asks: bool = False

    def learn(self, private: Corpus, rng: Any) -> Any:
        return self.given

    def draw(self, corpus: Corpus, claims: Sequence[Sequence[str]], seed: int) -> Any:
        return self.given


def learned(given: Any, asks: bool = False) -> Any:
    return knowledge_of(Said(given, asks), PRIVATE, np.random.default_rng(0))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, "NoneType"),
        ([1, 2], "no Knowledge"),
        ([Knowledge("ada", "zz", ("bakes",))], "no private record"),
        ([Knowledge("bo", "1", ("bakes",))], "no private record"),
        ([Knowledge("ada", "1", "bakes")], "facts that are no tuple of texts"),  # type: ignore[arg-type]
        ([Knowledge("ada", "1", ["bakes"])], "facts that are no tuple of texts"),  # type: ignore[arg-type]
        ([Knowledge("ada", "1", (1,))], "facts that are no tuple of texts"),  # type: ignore[arg-type]
    ],
)
def test_a_target_that_is_nobody_is_refused(given: Any, told: str) -> None:
    with pytest.raises(ContractError, match=f"^attack .*Said: its learn gave .*{told}"):
        learned(given)


def test_targets_are_given_on() -> None:
    given = [Knowledge("bo", "2", ("sings",))]
    assert learned(given) is given
    asked = [Knowledge("question 1", "question 1", ("What?",))]
    assert learned(asked, asks=True) is asked


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, "NoneType"),
        ([NOTHING], "of 1 records for 2"),
        ([NOTHING, None], "NoneType for a record"),
        ([NOTHING, Known((1,), frozenset())], "no tuple of texts"),  # type: ignore[arg-type]
        ([NOTHING, Known("Bo", frozenset())], "no tuple of texts"),  # type: ignore[arg-type]
        ([NOTHING, Known(("Bo sings.",), frozenset({1}))], "not there; the record makes 1"),
    ],
)
def test_what_is_not_known_of_each_record_is_refused(given: Any, told: str) -> None:
    with pytest.raises(ContractError, match=f"^knowledge .*Said: gave .*{told}"):
        drawn_from(Said(given), PRIVATE, CLAIMS, 0)


def test_what_is_known_is_given_on() -> None:
    given = [NOTHING, Known(("Bo sings.",), frozenset({0}))]
    assert drawn_from(Said(given), PRIVATE, CLAIMS, 0) is given
