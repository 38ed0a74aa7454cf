"""What a promised epsilon is worth: what it leaves open, and whether canaries break it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.engine.runs.cells import Cell
from seethrough.estimates.estimate import Estimate
from seethrough.reasons import Reason
from seethrough.records.releases.release import Guarantee, Release

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


def promised(release: Release, cells: Sequence[Cell], private: Corpus) -> list[Reason]:
    """Return what a promise leaves open, that it is broken, or that no attack could have shown it.

    A figure that bounds epsilon from below (``Figure.bounds_epsilon``) tests the promise. The bound
    holds at the attack's delta; it says nothing of a promise with a larger one. A canary is a
    person, so that it tests a promise for each record only where it has a single one.
    """
    promise = release.guarantee
    if promise is None or promise.unit not in ("person", "record"):
        return []
    records = Counter(private.persons) if promise.unit == "record" else Counter()
    return _left_open(promise, private) + [
        reason
        for cell in cells
        if (delta := cell.attack.tested_delta()) is not None
        for estimate in _bounds(cell)
        for reason in (
            [_for_records(promise)]
            if any(records[person] > 1 for person in cell.targets.people)
            else _tested(promise, estimate, delta, spec.name_of(cell.attack))
        )
    ]


def _left_open(promise: Guarantee, private: Corpus) -> list[Reason]:
    """Return that a promise's delta allows to give somebody away whole, or for whom it adds up."""
    found = []
    units = len(private) if promise.unit == "record" else len(set(private.persons))
    if promise.delta * units > 1:
        facts = {"delta": promise.delta, "units": units, "unit": promise.unit}
        found.append(Reason("promise_of_nothing", "pass", facts=facts))
    most = max(Counter(private.persons).values(), default=0)
    if promise.unit == "record" and most > 1:
        facts = {"promised": promise.epsilon, "records": most, "sum": most * promise.epsilon}
        found.append(Reason("promise_adds_up", "pass", facts=facts))
    return found


def _for_records(promise: Guarantee) -> Reason:
    facts = {"promised": promise.epsilon}
    return Reason("promise_for_records", "inconclusive", ("anonymous",), None, facts)


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
    unmeasured = estimate.method.removeprefix("not measured: ") if estimate.low is None else ""
    facts |= {"why": unmeasured, "canaries": estimate.n, "most": most}
    facts["needed"] = canaries_needed(promise.epsilon, delta)
    return [Reason("promise_untested", "inconclusive", ("anonymous",), None, facts)]
