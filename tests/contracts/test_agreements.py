"""What a judge says of its agreement can be read, or one line names the judge."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from seethrough.attacks.inference import Inference
from seethrough.contracts.agreements import agreement_of
from seethrough.engine.audit import audit
from seethrough.errors import ContractError
from seethrough.judges.local import Local
from seethrough.judges.rouge import Rouge
from seethrough.protocols import Judge, Rating
from seethrough.records.corpus import Corpus

RATES = {"found": 0.9, "false": 0.1, "found_error": 0.0, "false_error": 0.0}
COUNTS = {"disclosed": 50, "other": 50, "texts": 9}
WHOLE = {"accuracy": 0.8, "n": 100, "spearman": None, "errors": {"kept": {**RATES, **COUNTS}}}


@dataclass(frozen=True)
class Says(Judge):
    """Says of its agreement what it is told to."""

    agreement: Any = field(default=None, hash=False)

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        return [Rating(1, 1.0) for _ in claims]


@pytest.mark.parametrize(
    "given",
    [
        "good",
        0.8,
        {"accuracy": 0.8},
        {"accuracy": 80, "n": 100},
        {"accuracy": math.nan, "n": 100},
        {"accuracy": 0.8, "n": 100, "spearman": "high"},
        {"accuracy": 0.8, "n": 100, "confusion": [[1, 2]]},
        {"accuracy": 0.8, "n": 100, "ratings": "mine.jsonl"},
        {"errors": [0.1]},
        {"errors": {"kept": {}}},
        {"errors": {"kept": RATES}},
        {"errors": {"kept": {**RATES, **COUNTS, "found": "0.9"}}},
        {"errors": {"kept": {**RATES, **COUNTS, "classes": {"health": RATES}}}},
    ],
)
def test_a_malformed_agreement_is_refused_before_any_work(given: Any) -> None:
    private = Corpus.from_texts(["She keeps bees.", "He sings."])
    attack = Inference(judge=Says(given))
    with pytest.raises(ContractError, match=r"^judge .*Says: its agreement is malformed; give"):
        audit(private, private, attacks=[attack])


@pytest.mark.parametrize("judge", [Says(), Says(WHOLE), Says({}), Local(), Rouge()])
def test_an_agreement_is_given_on(judge: Judge) -> None:
    assert agreement_of(judge) == judge.agreement
