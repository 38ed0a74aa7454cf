"""Whether canaries break the epsilon that a release promises, or could have broken it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from seethrough import spec
from seethrough.engine.runs.cells import Cell
from seethrough.estimates.estimate import Estimate
from seethrough.reasons import Reason
from seethrough.records.releases.release import Guarantee, Release


def promised(release: Release, cells: Sequence[Cell]) -> list[Reason]:
    """Return that a promised epsilon is broken, or that no attack could have shown it.

    A figure that bounds epsilon from below (``Figure.bounds_epsilon``) tests the promise. The bound
    holds at the attack's delta; it says nothing of a promise with a larger one.
    """
    promise = release.guarantee
    if promise is None or promise.unit != "person":
        return []
    return [
        reason
        for cell in cells
        if (delta := cell.attack.tested_delta()) is not None
        for estimate in _bounds(cell)
        for reason in _tested(promise, estimate, delta, spec.name_of(cell.attack))
    ]


def _bounds(cell: Cell) -> list[Estimate]:
    """Return the figures of an attack that bound epsilon from below."""
    names = {figure.name for figure in cell.attack.figures if figure.bounds_epsilon}
    return [estimate for estimate in cell.estimates if estimate.name in names]


def _tested(promise: Guarantee, estimate: Estimate, delta: float, attack: str) -> list[Reason]:
    from seethrough.statistics.one_run import canaries_needed, largest_bound

    facts: dict[str, Any] = {
        "promised": promise.epsilon,
        "delta": promise.delta,
        "tried": delta,
        "attack": attack,
    }
    if promise.delta > delta:
        return [Reason("promise_at_another_delta", "inconclusive", ("anonymous",), None, facts)]
    if estimate.low is not None and estimate.low > promise.epsilon:
        facts |= {"least": estimate.low, "how": estimate.method}
        return [Reason("promise_refuted", "fail", facts=facts)]
    planted = estimate.people
    most = largest_bound(planted, estimate.n - planted, delta)
    if most > promise.epsilon:
        return []
    facts |= {"canaries": estimate.n, "most": most}
    facts["needed"] = canaries_needed(promise.epsilon, delta)
    return [Reason("promise_untested", "inconclusive", ("anonymous",), None, facts)]
