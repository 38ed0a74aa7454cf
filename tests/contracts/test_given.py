"""A component that changes what it is given fails, instead of changing what others read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from seethrough.contracts.classes import classified
from seethrough.contracts.guesses import guesses_of
from seethrough.contracts.knowledge import drawn_from
from seethrough.contracts.links import links_of
from seethrough.contracts.outcomes import outcomes_of
from seethrough.contracts.ratings import ratings_of
from seethrough.protocols import Guess, Knowledge
from seethrough.records.corpus import Corpus

PRIVATE = Corpus.from_texts(["Ada bakes."])
KNOWN = [Knowledge("0", "0", ("a",))]
RNG = np.random.default_rng(0)


class Clears:
    """Empties one of the things that it is given."""

    def __init__(self, which: Callable[..., Any]) -> None:
        self.link = self.rate = self.classify = self.guess = self.score = self.draw = (
            lambda *given: which(*given).clear()
        )


@pytest.mark.parametrize(
    ("ask", "which"),
    [
        (lambda c: links_of(c, ["a"], ["x"], [[0]], 1, RNG), lambda *given: given[0]),
        (lambda c: links_of(c, ["a"], ["x"], [[0]], 1, RNG), lambda *given: given[1]),
        (lambda c: links_of(c, ["a"], ["x"], [[0]], 1, RNG), lambda *given: given[2]),
        (lambda c: links_of(c, ["a"], ["x"], [[0]], 1, RNG), lambda *given: given[2][0]),
        (lambda c: ratings_of(c, ["a"], ["x"]), lambda *given: given[0]),
        (lambda c: ratings_of(c, ["a"], ["x"]), lambda *given: given[1]),
        (lambda c: classified(c, ["a"], ["x"]), lambda *given: given[0]),
        (lambda c: classified(c, ["a"], ["x"]), lambda *given: given[1]),
        (lambda c: guesses_of(c, object(), KNOWN, RNG), lambda *given: given[1]),
        (lambda c: outcomes_of(c, [Guess(KNOWN[0])], PRIVATE), lambda *given: given[0]),
        (lambda c: drawn_from(c, PRIVATE, [["a"]], 0), lambda *given: given[1]),
        (lambda c: drawn_from(c, PRIVATE, [["a"]], 0), lambda *given: given[1][0]),
    ],
)
def test_nothing_that_a_component_is_given_can_be_emptied(ask: Any, which: Any) -> None:
    with pytest.raises(AttributeError, match="'tuple' object has no attribute 'clear'"):
        ask(Clears(which))
