"""The best of a random pool: worked by hand, and against all pools there are."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from seethrough.statistics.pools import first_of, sizes_to


def chance(better: int, others: int, drawn: int) -> float:
    return float(first_of(*(np.array([n]) for n in (better, others, drawn)))[0])


def test_worked_by_hand() -> None:
    assert chance(0, 9, 4) == 1.0  # nobody is better
    assert chance(9, 9, 0) == 1.0  # nobody else is there
    assert chance(1, 4, 1) == pytest.approx(3 / 4)  # the better one of four is not drawn
    assert chance(2, 4, 2) == pytest.approx(1 / 6)  # both of the two worse ones are drawn
    assert chance(1, 9, 9) == 0.0  # all are drawn, the better one, too
    assert chance(3, 4, 2) == 0.0  # one worse one is left for two places


def test_all_pools_of_a_few() -> None:
    others = range(7)
    for better in range(8):
        for drawn in range(8):
            pools = list(combinations(others, drawn))
            first = sum(all(one >= better for one in pool) for pool in pools)
            assert chance(better, 7, drawn) == pytest.approx(first / len(pools), abs=1e-12)


def test_large_numbers_are_exact_enough() -> None:
    for better, others, drawn in ((1, 999_999, 1), (700, 999_999, 1_000), (3, 10_000, 9_000)):
        exact = comb(others - better, drawn) / comb(others, drawn)
        assert chance(better, others, drawn) == pytest.approx(exact, rel=1e-6)


def test_sizes_run_up_to_all() -> None:
    assert sizes_to(1) == []
    assert sizes_to(2) == [2]
    assert sizes_to(20) == [2, 5, 10, 20]
    assert sizes_to(60) == [2, 5, 10, 20, 50, 60]
    assert sizes_to(10_000)[-4:] == [1_000, 2_000, 5_000, 10_000]
