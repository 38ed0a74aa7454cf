"""Which points others dominate: what is left is the Pareto frontier."""

from __future__ import annotations

from collections.abc import Sequence


def dominating(points: Sequence[Sequence[float]]) -> list[list[int]]:
    """Return for each point which others dominate it: nowhere lower, and somewhere higher.

    Args:
        points: (n, d) values of which higher is better.
    """
    return [
        [
            i
            for i, other in enumerate(points)
            if tuple(other) != tuple(own) and all(a >= b for a, b in zip(other, own, strict=True))
        ]
        for own in points
    ]
