"""Figures with their uncertainty; no bare float is ever reported."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from seethrough.protocols import Direction, Figure, FloatArray, Tally
from seethrough.statistics import bootstrap, intervals

DIGITS = 6


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure and its 95 % interval.

    Attributes:
        value: The figure; None where nothing could be counted.
        low: The lower end; None where nothing could be counted.
        high: The upper end; None where nothing could be counted.
        n: How many targets it rests on.
        method: How the interval was made.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    method: str

    def to_json(self) -> dict[str, Any]:
        """Return the machine form; floats rounded so that the same figure has the same bytes."""
        return {
            "value": _rounded(self.value),
            "low": _rounded(self.low),
            "high": _rounded(self.high),
            "n": self.n,
            "method": self.method,
        }


NOTHING = Interval(None, None, None, 0, "nothing to count")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A named figure beside the same figure for the control and the baseline.

    Attributes:
        name: The name in ``report.json``, such as ``linkage.top1``.
        value: The figure; None where nothing could be counted.
        low: The lower end of its 95 % interval.
        high: The upper end.
        n: How many targets it rests on.
        direction: Which way is better for the people in the data (or the user of a utility).
        method: How the interval was made.
        control: What an adversary guesses anyway; None where there is no control.
        baseline: The same attack on a release that holds nothing; None where there is none.
        excess: The leak beyond the control; positive always means leaking more than the control.
        component: The spec of the attack or utility.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    direction: Direction
    method: str
    control: Interval | None
    baseline: Interval | None
    excess: Interval | None
    component: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return the machine form; floats rounded so that the same figure has the same bytes."""
        return {
            "name": self.name,
            "value": _rounded(self.value),
            "low": _rounded(self.low),
            "high": _rounded(self.high),
            "n": self.n,
            "direction": self.direction,
            "method": self.method,
            "control": None if self.control is None else self.control.to_json(),
            "baseline": None if self.baseline is None else self.baseline.to_json(),
            "excess": None if self.excess is None else self.excess.to_json(),
            "component": dict(self.component),
        }


def assemble(
    figure: Figure,
    component: Mapping[str, Any],
    tallies: Sequence[Tally],
    clusters: Sequence[str],
    *,
    control: Sequence[Tally] | None = None,
    control_clusters: Sequence[str] | None = None,
    baseline: Sequence[Tally] | None = None,
    baseline_clusters: Sequence[str] | None = None,
    seed: int = 0,
) -> Estimate:
    """Put a figure together from the tallies of the three ways in which an attack runs.

    Args:
        figure: What is reported.
        component: The spec of the attack or utility.
        tallies: One per target.
        clusters: The person of each target.
        control: One per target in the same order, or, with ``control_clusters``, of others.
        control_clusters: The person of each control tally; None where control is paired.
        baseline: One per target in the same order, or, with ``baseline_clusters``, of others.
        baseline_clusters: The person of each baseline tally; None where baseline is paired.
        seed: The only source of randomness.
    """
    own = share(tallies, clusters, seed)
    beside = beyond = below = None
    if control is not None:
        beside = share(control, clusters if control_clusters is None else control_clusters, seed)
        beyond = excess(tallies, control, clusters, control_clusters, figure.direction, seed)
    if baseline is not None:
        below = share(baseline, clusters if baseline_clusters is None else baseline_clusters, seed)
    return Estimate(
        figure.name,
        own.value,
        own.low,
        own.high,
        own.n,
        figure.direction,
        own.method,
        beside,
        below,
        beyond,
        component,
    )


def share(tallies: Sequence[Tally], clusters: Sequence[str], rng_seed: int) -> Interval:
    """Return ``sum(value) / sum(of)`` with its 95 % interval.

    Counts (whole ``value`` out of whole ``of``) get Wilson's interval, on the effective number
    of trials where a person has several tallies or a tally counts several things. Anything
    else (a mean score) gets the bootstrap over people, and falls back on Wilson's where all
    people agree and the bootstrap would claim certainty.

    Args:
        tallies: One per target; those with ``of=0`` do not count.
        clusters: The person of each target; people are resampled, not targets.
        rng_seed: The only source of randomness.

    Raises:
        ValueError: The lengths differ, or a tally is negative in ``of`` or not finite.
    """
    return _Sample.of(tallies, clusters).interval(rng_seed)


def excess(
    target: Sequence[Tally],
    control: Sequence[Tally],
    clusters: Sequence[str],
    control_clusters: Sequence[str] | None,
    direction: Direction,
    seed: int,
) -> Interval:
    """Return the leak beyond the control with its 95 % interval.

    Args:
        target: One tally per target.
        control: One per target in the same order (paired), or of other people.
        clusters: The person of each target.
        control_clusters: The person of each control tally, or None where control is paired.
        direction: ``lower_is_better`` gives target - control, ``higher_is_better`` control -
            target, so that positive always means leaking more than the control.
        seed: The only source of randomness.

    Raises:
        ValueError: The lengths differ, or a tally is negative in ``of`` or not finite.
    """
    paired = control_clusters is None
    first = _Sample.of(target, clusters)
    second = _Sample.of(control, clusters if control_clusters is None else control_clusters)
    if not first.n or not second.n:
        return NOTHING
    correlation = first.correlation(second) if paired else 0.0
    one, two = first.interval(seed), second.interval(seed + 1)
    if direction == "higher_is_better":
        one, two = two, one
    a, b = _ends(one), _ends(two)
    low, high = intervals.difference(a, b, correlation)
    kind = "paired" if paired else "unpaired"
    method = f"square-and-add, {kind} ({one.method})"
    if one.method != two.method:
        method = f"square-and-add, {kind} ({one.method}; {two.method})"
    return Interval(a[0] - b[0], low, high, first.n, method)


@dataclass(frozen=True, slots=True)
class _Sample:
    """Tallies summed by person.

    Attributes:
        people: (g,) the persons, sorted.
        values: (g,) the sum of the values of each person.
        totals: (g,) the sum of what they are out of; above 0.
        n: How many tallies could be counted.
        counts: Whether every tally is a whole number of things out of a whole number.
        bounded: Whether every value lies between 0 and what it is out of.
    """

    people: tuple[str, ...]
    values: FloatArray
    totals: FloatArray
    n: int
    counts: bool
    bounded: bool

    @classmethod
    def of(cls, tallies: Sequence[Tally], clusters: Sequence[str]) -> _Sample:
        if len(tallies) != len(clusters):
            raise ValueError(f"{len(tallies)} tallies but {len(clusters)} clusters")
        kept = [(t, c) for t, c in zip(tallies, clusters, strict=True) if t.of != 0]
        value = np.array([t.value for t, _ in kept], dtype=np.float64)
        total = np.array([t.of for t, _ in kept], dtype=np.float64)
        if not (np.isfinite(value).all() and np.isfinite(total).all() and (total >= 0).all()):
            raise ValueError("a tally is not finite, or is out of less than nothing")
        people, codes = np.unique(np.array([c for _, c in kept], dtype=object), return_inverse=True)
        bounded = bool(((value >= 0) & (value <= total)).all())
        whole = bool((value == np.rint(value)).all() and (total == np.rint(total)).all())
        return cls(
            tuple(people),
            np.bincount(codes, value, len(people)),
            np.bincount(codes, total, len(people)),
            len(kept),
            bounded and whole,
            bounded,
        )

    def interval(self, seed: int) -> Interval:
        if not self.n:
            return NOTHING
        value = float(self.values.sum() / self.totals.sum())
        if self.counts and (self.totals == 1).all():
            return Interval(value, *intervals.wilson(value, self.n), self.n, "wilson")
        if self.counts or (self.bounded and self._constant):
            size = intervals.effective_size(self.values, self.totals)
            ends = intervals.wilson(value, size)
            return Interval(value, *ends, self.n, "wilson on the effective number")
        if len(self.people) < 2:
            return Interval(value, None, None, self.n, "one person only, no interval")
        low, high = bootstrap.percentile_interval(
            lambda w: (w @ self.values) / (w @ self.totals),
            len(self.people),
            np.random.default_rng([seed, len(self.people)]),
        )
        return Interval(value, low, high, self.n, "cluster bootstrap")

    @property
    def _constant(self) -> bool:
        residuals = intervals.ratio_residuals(self.values, self.totals)
        return len(self.people) < 2 or float(np.abs(residuals).sum()) < 1e-12

    def correlation(self, other: _Sample) -> float:
        """Return the correlation of two ratios over the same people, in [-1, 1]."""
        if set(self.people) != set(other.people):
            return self._aligned(other)
        return _correlate(
            intervals.ratio_residuals(self.values, self.totals),
            intervals.ratio_residuals(other.values, other.totals),
        )

    def _aligned(self, other: _Sample) -> float:
        everyone = sorted(set(self.people) | set(other.people))
        position = {p: i for i, p in enumerate(everyone)}
        rows = []
        for sample in (self, other):
            row = np.zeros(len(everyone))
            row[[position[p] for p in sample.people]] = intervals.ratio_residuals(
                sample.values, sample.totals
            )
            rows.append(row)
        return _correlate(*rows)


def _correlate(a: FloatArray, b: FloatArray) -> float:
    scale = math.sqrt(float(np.dot(a, a)) * float(np.dot(b, b)))
    return 0.0 if scale <= 1e-18 else float(np.clip(np.dot(a, b) / scale, -1, 1))


def _ends(interval: Interval) -> tuple[float, float, float]:
    value = 0.0 if interval.value is None else interval.value
    low = value if interval.low is None else interval.low
    high = value if interval.high is None else interval.high
    return value, low, high


def _rounded(number: float | None) -> float | None:
    if number is None or not math.isfinite(number):
        return None
    return round(float(number), DIGITS) + 0.0
