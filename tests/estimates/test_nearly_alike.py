"""People who happen to be nearly alike are worth no more than what was counted of them."""

from __future__ import annotations

import pytest

from seethrough.estimates.figure import Tally
from seethrough.estimates.shares import excess, share
from seethrough.statistics.intervals import wilson

PEOPLE = [f"p{i}" for i in range(20)]
NEARLY = [Tally(1.0, 10.0)] * 19 + [Tally(2.0, 10.0)]
"""One of ten claims of each person leaks, and two of one person's."""


def test_a_share_is_worth_at_most_its_claims() -> None:
    found = share(NEARLY, PEOPLE)
    assert (found.low, found.high) == pytest.approx(wilson(21 / 200, 200))


def test_one_claim_of_thousands_is_not_certain_to_be_rare() -> None:
    tallies = [Tally(1.0, 30.0)] * 19 + [Tally(1.0, 31.0)]
    found = share(tallies, PEOPLE)
    assert found.high is not None
    assert found.high > 0.05 > 20 / 601  # no bound of a tolerance that 601 claims cannot give


def test_a_difference_is_worth_at_most_its_pairs() -> None:
    nothing = [Tally(0.0, 10.0)] * 20
    found = excess(NEARLY, nothing, PEOPLE, None, "lower_is_better")
    low, high = wilson(21 / 200, 200)
    assert found.low is not None
    assert found.high is not None
    assert found.low == pytest.approx(low, abs=0.02)
    assert found.high == pytest.approx(high, abs=0.02)
    assert found.high - found.low > 0.07


def test_a_difference_of_scores_keeps_its_own_spread() -> None:
    """One side is never below the other: what it loses is counted, what it gains is not."""
    scores = [Tally(0.5 + 0.01 * (i % 3), 1.0) for i in range(20)]
    found = excess(scores, [Tally(0.1, 1.0)] * 20, PEOPLE, None, "lower_is_better")
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low < 0.1


def test_scores_between_hits_and_misses_keep_their_own_spread() -> None:
    scores = [Tally(0.5 + 0.01 * (i % 3), 1.0) for i in range(20)]
    found = share(scores, PEOPLE)
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low < 0.02
