"""How often a rater who reads fails, and one who does not passes."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest

from seethrough.agreement.known_answers import EACH
from seethrough.agreement.rater_checks import CHANCE, LEAST, Answers, answers


def failing(n: int, finds: float, errs: float) -> float:
    """Return how often somebody with n claims of either sort is taken for blind."""

    def likely(hits: int, share: float) -> float:
        return comb(n, hits) * share**hits * (1 - share) ** (n - hits)

    return sum(
        likely(found, finds) * likely(false, errs)
        for found, false in product(range(n + 1), repeat=2)
        if Answers(n, found, n, false).blind
    )


def test_answers_are_counted_by_rater_and_2_means_disclosed() -> None:
    rated = [(1, {"Ann": 1, "Bo": 3}), (2, {"Ann": 2}), (3, {"Ann": 3, "Bo": 2})]
    found = answers(rated)
    assert found == {"Ann": Answers(2, 2, 1, 0), "Bo": Answers(1, 0, 1, 1)}
    assert [(found[rater].right, found[rater].asked) for rater in found] == [(3, 3), (0, 2)]


@pytest.mark.parametrize("n", range(LEAST, EACH + 1))
@pytest.mark.parametrize("habit", [0.0, 0.03, 0.2, 0.5, 2 / 3, 0.9, 1.0])
def test_whatever_the_habit_whoever_does_not_read_hardly_passes(n: int, habit: float) -> None:
    assert 1 - failing(n, habit, habit) <= 0.022 < CHANCE


@pytest.mark.parametrize(
    ("n", "right", "fails"),
    [(10, 0.9, 0.011), (10, 0.8, 0.19), (10, 0.75, 0.38), (6, 0.95, 0.02), (6, 0.9, 0.11)],
)
def test_how_often_whoever_reads_fails(n: int, right: float, fails: float) -> None:
    assert failing(n, right, 1 - right) == pytest.approx(fails, rel=0.05)


def test_a_rater_of_few_claims_is_not_checked() -> None:
    assert not Answers(LEAST - 1, 0, 10, 10).enough
    assert not Answers(LEAST - 1, 0, 10, 10).blind
    assert Answers(LEAST, 0, LEAST, LEAST).blind
    assert Answers(LEAST, 0, LEAST, 0).blind  # 3 throughout
    assert not Answers(LEAST, LEAST, LEAST, 0).blind
