"""Who is dominated, against the definition."""

from __future__ import annotations

import numpy as np
import pytest

from seethrough.statistics.dominance import dominating


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_who_is_dominated_by_brute_force(dimensions: int) -> None:
    rng = np.random.default_rng(dimensions)
    for count in range(12):
        points = rng.integers(0, 4, size=(count, dimensions))  # small, so that many are equal
        found = dominating(points.tolist())
        for i, own in enumerate(points):
            behind = [j for j, p in enumerate(points) if (p >= own).all() and (p > own).any()]
            assert found[i] == behind
        front = [i for i, behind in enumerate(found) if not behind]
        assert bool(front) == bool(count)  # somebody always is
        assert all(set(behind) & set(front) for behind in found if behind)
