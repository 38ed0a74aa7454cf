"""What a judge gives back is a rating of each claim, or one line names the judge."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from seethrough.contracts.ratings import ratings_of
from seethrough.errors import ContractError
from seethrough.protocols import Judge, Rating


@dataclass(frozen=True)
class Said(Judge):
    """Gives back what it is told to."""

    given: Any = ()

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        return self.given  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, "NoneType for 2 claims"),
        (iter([Rating(1, 1.0)] * 2), "list_iterator for 2 claims"),
        ([Rating(1, 1.0)], "1 ratings of 2 claims"),
        ([Rating(1, 1.0), None], "NoneType for a claim"),
        ([Rating(1, 1.0), (3, 3.0, "")], "tuple for a claim"),
        ([3, 3], "int for a claim"),
        ([Rating(1, 1.0), Rating(2, math.nan)], "2 with expected nan"),
        ([Rating(1, 1.0), Rating(2, "2")], "2 with expected '2'"),  # type: ignore[arg-type]
        ([Rating(1, 1.0), Rating(np.int64(2), 2.0)], r"np.int64\(2\) with .*"),  # type: ignore[arg-type]
        ([Rating(1, 1.0), Rating(2, np.float32(2))], "2 with expected np.float32.*"),  # type: ignore[arg-type]
        ([Rating(1, 1.0), Rating(2, 2.0, None)], "a note that is no text"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_rating_of_each_claim_is_refused(given: Any, told: str) -> None:
    with pytest.raises(ContractError, match=f"^judge .*Said: gave {told};"):
        ratings_of(Said(given), ["a", "b"], ["p", "p"])


def test_ratings_are_given_on() -> None:
    given = [Rating(1, 1.0), Rating(None, math.nan)]
    assert ratings_of(Said(given), ["a", "b"], ["p", "p"]) == given
