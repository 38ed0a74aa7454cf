"""What a linker gives back ranks what each query may see, or one line names the linker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from seethrough.contracts.links import links_of
from seethrough.errors import ContractError
from seethrough.protocols import Generator, Linker, Links

NONE = -np.inf


@dataclass(frozen=True)
class Said(Linker):
    """Gives back what it is told to."""

    given: Any = None

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        return self.given  # type: ignore[no-any-return]


def asked(given: Any) -> Links:
    rng = np.random.default_rng(0)
    return links_of(Said(given), ["a", "b"], ["x", "y"], [[], [1]], 2, rng)


def links(indices: Any, scores: Any = ((1.0, 0.5), (1.0, NONE))) -> Links:
    return Links(np.array(indices), np.array(scores))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, "NoneType"),
        (links([[0], [0]], [[1.0], [1.0]]), r"shape \(2, 1\)"),
        (links([[0, 1]], [[1.0, 0.5]]), r"shape \(1, 2\)"),
        (links([[0, 1], [0, -1]], [[1.0], [1.0]]), r"scores of shape \(2, 1\)"),
        (links([[0.0, 1.0], [0.0, -1.0]]), "whole numbers"),
        (links([[0, 1], [0, -5]]), "whole numbers from -1"),
        (links([[0, 2], [0, -1]]), "an index of 2 for 2 documents"),
        (links([[0, 1], [0, -1]], [[1.0, np.nan], [1.0, NONE]]), "no numbers"),
        (Links([[0, 1], [0, -1]], [[1.0, 0.5], [1.0, NONE]]), "no NumPy arrays"),  # type: ignore[arg-type]
        (links([[1, 0], [0, -1]], [[0.5, 1.0], [1.0, NONE]]), "not in the order of their scores"),
        (links([[-1, 0], [0, -1]], [[NONE, 1.0], [1.0, NONE]]), "not in the order of their scores"),
        (links([[0, -1], [0, -1]], [[1.0, 0.5], [1.0, NONE]]), "a score for no document"),
        (links([[0, 0], [0, -1]]), "a document twice"),
        (links([[0, 1], [0, 1]]), "must not see"),
    ],
)
def test_what_is_no_ranking_of_what_may_be_seen_is_refused(given: Any, told: str) -> None:
    with pytest.raises(ContractError, match=f"^linker .*Said: gave .*{told}"):
        asked(given)


def test_a_ranking_is_given_on() -> None:
    given = links([[0, 1], [0, -1]])
    assert asked(given) is given
    nothing = Links(np.zeros((0, 3), dtype=int), np.zeros((0, 3)))
    assert links_of(Said(nothing), [], ["x"], [], 3, np.random.default_rng(0)) is nothing
