"""More than chance: cases by hand, and how often chance alone is called more."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from seethrough.engine.floors.beyond_chance import apart, beyond_chance, beyond_others


def rows(true: int, of: int) -> np.ndarray:
    return np.arange(of) < true


def test_beyond_a_known_chance_by_hand() -> None:
    # Four standard deviations of 0.2 in 100 rows are 0.16.
    assert beyond_chance(0.37, 0.2, 100)
    assert not beyond_chance(0.35, 0.2, 100)
    # Of a chance of 0 one row in n stands for the variance; of very many rows 0.05 is needed.
    assert beyond_chance(0.081, 0.0, 50)
    assert not beyond_chance(0.079, 0.0, 50)
    assert not beyond_chance(0.05, 0.0, 10**6)


def test_beyond_others_by_hand() -> None:
    # 60 and 60 rows are worth 30: with none of the others' 4 / 30 are needed, 8 rows.
    assert not beyond_others(rows(8, 60), rows(0, 60))
    assert beyond_others(rows(9, 60), rows(0, 60))
    # 60 and 20 rows are worth 15; with half of theirs four standard deviations are 0.516.
    assert not beyond_others(rows(60, 60), rows(10, 20))
    assert beyond_others(rows(60, 60), rows(9, 20))


def test_apart_by_hand() -> None:
    # Of 30 in 120 rows, four standard deviations of the difference are 0.316: 19 rows of 60.
    assert apart(rows(25, 60), rows(5, 60))
    assert not apart(rows(24, 60), rows(6, 60))
    assert not apart(rows(50_000, 10**6), rows(0, 10**6))


@pytest.mark.parametrize(("mine", "theirs"), [(60, 60), (20, 20), (60, 20), (20, 60)])
@pytest.mark.parametrize("chance", [0.03, 0.1, 0.2, 0.5])
def test_chance_alone_is_seldom_called_more(mine: int, theirs: int, chance: float) -> None:
    """Up to 2.6 % where the others' share is taken for the chance itself."""

    def likely(n: int, k: int) -> float:
        return math.comb(n, k) * chance**k * (1 - chance) ** (n - k)

    wrong = sum(
        likely(mine, i) * likely(theirs, j)
        for i, j in product(range(mine + 1), range(theirs + 1))
        if beyond_others(rows(i, mine), rows(j, theirs))
    )
    assert wrong < 0.005
