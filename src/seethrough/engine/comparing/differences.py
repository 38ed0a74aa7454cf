"""How the figures of releases differ, paired: the same targets and the same claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.engine.runs import correcting
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.estimates.estimate import Estimate, Interval, excess
from seethrough.estimates.interval import rounded
from seethrough.estimates.paired import p_value
from seethrough.statistics import intervals
from seethrough.statistics.holm import holm

if TYPE_CHECKING:
    from seethrough.engine.result import Audit
    from seethrough.protocols import Figure

LEVEL = 0.05
"""The chance that any of all differences that are called so is none."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of one release less the same figure of another.

    Attributes:
        figure: The figure's name.
        component: The spec of the attack or utility.
        first: The place of the one release in the comparison.
        second: The place of the other.
        interval: The first figure less the second, with its own 95 % interval and how many targets
            both have in common. It is corrected for the judge's errors as the figures are.
        paired: Whether it is between the same targets. Else it is as wide as for other people, is
            not tested, and never ``differs``.
        p_value: The chance of such a difference where there is none; None where not tested.
        adjusted: The same, adjusted by Holm's rule for all tests of the comparison.
        lower_is_better: Which way is better.
    """

    figure: str
    component: Mapping[str, Any]
    first: int
    second: int
    interval: Interval
    paired: bool
    p_value: float | None
    adjusted: float | None
    lower_is_better: bool

    @property
    def key(self) -> tuple[str, str]:
        """That of the two estimates (``Estimate.key``)."""
        return self.figure, repr(dict(self.component))

    @property
    def differs(self) -> bool:
        """Whether it is beyond chance, all tests considered, and its interval leaves out 0."""
        low, high = self.interval.low, self.interval.high
        if self.adjusted is None or low is None or high is None:
            return False
        return self.adjusted <= LEVEL and not low <= 0 <= high

    @property
    def better(self) -> int | None:
        """The place of the release whose figure is better; None where they don't differ."""
        if not self.differs:
            return None
        assert self.interval.value is not None
        return self.first if (self.interval.value < 0) == self.lower_is_better else self.second

    @property
    def ahead(self) -> int | None:
        """The place of the better one: by the test, and by the interval where there is none."""
        low, high = self.interval.low, self.interval.high
        if self.adjusted is not None:
            return self.better
        if low is None or high is None or low <= 0 <= high:
            return None
        return self.first if (high < 0) == self.lower_is_better else self.second

    def to_json(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the machine form.

        Args:
            names: What the releases are called.
        """
        return {
            "name": self.figure,
            "component": dict(self.component),
            "first": names[self.first],
            "second": names[self.second],
            **self.interval.to_json(),
            "paired": self.paired,
            "p_value": rounded(self.p_value),
            "adjusted": rounded(self.adjusted),
            "better": None if self.better is None else names[self.better],
        }


def differences(audits: Mapping[int, Audit]) -> list[Difference]:
    """Return every figure's difference between every two releases that have it.

    Each has its own 95 % interval, which allows for people who are not among so few
    (``intervals.unseen``). Whether it is beyond chance is tested (``estimates.paired``), and the
    tests are adjusted together by Holm's rule, so that in one comparison in twenty at the most any
    difference is called so that is none. Figures of utilities, and contrasts of two groups, have no
    value for each target: their intervals are those of figures of different people, which is
    careful, and they are not tested.

    Args:
        audits: The audits by the place of their release in the comparison.
    """
    found: list[Difference] = []
    for first, second in combinations(audits, 2):
        for one, two in _both(audits[first].cells, audits[second].cells):
            pairs = _same_targets(one.targets, two.targets)
            for figure, e in zip(one.attack.figures, one.estimates, strict=True):
                other = two.estimates[one.attack.figures.index(figure)]
                places = (first, second)
                if figure.contrast is not None or figure.distinct or pairs is None:
                    found.append(_unpaired(e, other, places))
                    continue
                made, p = _paired(figure, one, pairs)
                found.append(
                    Difference(
                        figure.name, e.component, first, second, made, True, p, None,
                        e.direction == "lower_is_better",
                    )
                )  # fmt: skip
        others = {e.key: e for e in audits[second].utilities}
        both = [(e, others[e.key]) for e in audits[first].utilities if e.key in others]
        found += [_unpaired(mine, theirs, (first, second)) for mine, theirs in both]
    adjusted = iter(holm([d.p_value for d in found if d.p_value is not None]).tolist())
    return [d if d.p_value is None else replace(d, adjusted=next(adjusted)) for d in found]


def _both(first: Sequence[Cell], second: Sequence[Cell]) -> list[tuple[Cell, Cell]]:
    """Return the runs of one attack on both releases, where it failed on neither."""
    others = {spec.key(run.attack): run for run in second if run.error is None}
    return [
        (run, others[spec.key(run.attack)])
        for run in first
        if run.error is None and spec.key(run.attack) in others
    ]


def _same_targets(first: Arm, second: Arm) -> tuple[Arm, Arm] | None:
    """Return both arms on the targets that they have in common, in one order; None for none.

    A target is the same where it is one record of which the same is known, so that the same claims
    are left to be learned.
    """
    known = {k.record: i for i, k in enumerate(second.knowledge)}
    rows = [
        (i, known[k.record])
        for i, k in enumerate(first.knowledge)
        if k.record in known and _known(k) == _known(second.knowledge[known[k.record]])
    ]
    if not rows:
        return None
    mine, theirs = zip(*rows, strict=True)
    return first.take(mine), second.take(theirs)


def _known(knowledge: Any) -> tuple[Any, ...]:
    return knowledge.facts, knowledge.used


def _paired(figure: Figure, run: Cell, pairs: tuple[Arm, Arm]) -> tuple[Interval, float]:
    """Return a difference and its p-value.

    That is of chance alone: the judge's errors widen the interval, and nothing else.
    """
    tallies = zip(*(arm.tallies(figure.name) for arm in pairs), strict=True)
    counted = [i for i, both in enumerate(tallies) if all(tally.of > 0 for tally in both)]
    first, second = (arm.take(counted) for arm in pairs)
    mine, theirs = first.tallies(figure.name), second.tallies(figure.name)
    over = excess(mine, theirs, first.people, None, "lower_is_better")
    made = correcting.between(figure, run.attack, first, second, over)
    if made.ends is not None and figure.most == 1:
        value, low, high = made.ends
        least, most = intervals.unseen(value, made.people)
        made = replace(made, low=min(low, least), high=max(high, most))
    return made, p_value(mine, theirs, first.people, figure.most)


def _unpaired(first: Estimate, second: Estimate, places: tuple[int, int]) -> Difference:
    made = Interval(None, None, None, 0, "nothing to compare")
    if first.value is not None and second.value is not None:
        n, gap = min(first.n, second.n), first.value - second.value
        made = Interval(gap, None, None, n, "none: a figure has no interval")
        one, two = first.interval.ends, second.interval.ends
        if one is not None and two is not None:
            low, high = intervals.difference(one, two)
            made = Interval(gap, low, high, n, "square-and-add, not paired")
    return Difference(
        first.name, first.component, *places, made, False, None, None,
        first.direction == "lower_is_better",
    )  # fmt: skip
