"""What one figure of an attack is on targets, control and baseline, and how these differ.

Figures that are shares or means of independent targets are left to ``estimates``; here are those
that count different things, and the difference to a control of another size.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean, variance
from typing import TYPE_CHECKING

from seethrough.estimates.beyond import leak
from seethrough.estimates.estimate import NOTHING, Estimate, Interval, excess, share
from seethrough.protocols import Figure, Found, Outcome, Tally
from seethrough.statistics import distinct, intervals
from seethrough.statistics.clusters import t_quantile

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Arm

_METHOD = "score, different things"


def recounted(
    made: Estimate,
    figure: Figure,
    targets: Arm,
    control: Arm | None,
    baseline: Arm,
    scale: float,
) -> Estimate:
    """Return an estimate with the intervals and differences of this module.

    Args:
        made: The estimate as independent targets would have it.
        figure: What is reported.
        targets: The arm on the people in the release.
        control: The arm on the control; None where there is none.
        baseline: The arm on a release that holds nothing.
        scale: How many times as many words the private records have as the control.
    """
    own = figure_of(figure, targets)
    more = over(figure, targets, baseline)
    beside = over_it = None
    if control is not None:
        beside, over_it = figure_of(figure, control), over_control(figure, targets, control, scale)
    return replace(
        made, value=own.value, low=own.low, high=own.high, n=own.n, method=own.method,
        control=beside, baseline=figure_of(figure, baseline), over_control=over_it,
        over_baseline=more, excess=leak(over_it, more, figure.most),
    )  # fmt: skip


def figure_of(figure: Figure, arm: Arm) -> Interval:
    """Return a figure of one arm with its interval."""
    return _interval(figure, [arm.outcomes], arm.people)


def over(figure: Figure, arm: Arm, other: Arm) -> Interval:
    """Return by how much a figure of one arm exceeds that of another, size left aside."""
    return _difference(figure, [arm.outcomes], [other.outcomes], arm.people, other.people)


def over_control(figure: Figure, arm: Arm, control: Arm, scale: float = 1.0) -> Interval:
    """Return by how much a figure exceeds what a control of the private records' size would have.

    Where the control has more words, random parts of it are averaged. Where it has fewer
    (``scale`` above 1), the excess over a control of full size lies between what can be measured,
    as both what leaks and chance overlap grow with the records looked at, but not faster:

    - it is at least the excess over random parts of equal size, and at most that times ``scale``
      (or just that, where it is below 0);
    - it is at most the excess of all private records over the small control, and at least their
      excess over ``scale`` times the control.

    The lower end is the larger one of the two lower bounds' lower ends, value and upper end the
    smaller ones of the upper bounds'. So the upper end holds for all that leaks, and chance alone
    does not lift the lower end above 0.

    Another control would have other records, and so would have other private records. How much
    that counts for is taken from halves or parts of the control (a leak is not in it), and widens
    the interval.

    Args:
        figure: A figure that is lower where less leaks.
        arm: The targets, with parts where ``scale`` is above 1.
        control: The control, with parts where ``scale`` is below 1.
        scale: How many times as many words the private records have, above 0.

    Raises:
        ValueError: Higher is better, or both have parts.
    """
    if figure.direction != "lower_is_better" or (arm.parts and control.parts):
        raise ValueError(f"{figure.name}: the parts of one arm are compared with the other")
    people, others = arm.people, control.people
    mine, theirs = arm.parts or [arm.outcomes], control.parts or [control.outcomes]
    smaller = min(scale, 1 / scale)
    half = _by_records(figure, control, smaller)
    equal = _difference(figure, mine, theirs, people, others)
    equal = _widened(equal, half * math.sqrt(1 + smaller), _by_chance(figure, arm, control))
    if not arm.parts:
        return equal
    whole = _widened(_difference(figure, [arm.outcomes], theirs, people, others), half)
    many = _times(_widened(figure_of(figure, control), half * math.sqrt(1 + smaller)), scale)
    least, most = _minus(figure_of(figure, arm), many), _times(equal, scale)
    if equal.value is None or whole.value is None or most.value is None:
        return NOTHING
    value = min(most.value, whole.value)
    ends = (equal.low, least.low, most.high, whole.high)
    known = [end for end in ends if end is not None]
    if len(known) < len(ends):
        return Interval(value, None, None, whole.n, "none: too few questions, or all alike")
    low, high = min(value, max(known[:2])), max(value, min(known[2:]))
    return replace(equal, value=value, low=low, high=high, method=f"{equal.method}, equal sizes")


def _interval(
    figure: Figure, samples: Sequence[Sequence[Outcome]], people: Sequence[str]
) -> Interval:
    """Return a figure, averaged over samples of outcomes for the same targets."""
    if not figure.distinct:
        return share(_mean_tallies(figure, samples), people)
    counted = [i for i, o in enumerate(samples[0]) if o.tallies[figure.name].of]
    n = len(counted)
    if not n:
        return NOTHING
    found = [[s[i].found.get(figure.name, Found(())) for i in counted] for s in samples]
    recounts = [distinct.recount([f.things for f in own]) for own in found]
    mean = distinct.Recount(*(fmean(column) for column in zip(*recounts, strict=True)))
    possible = [f.possible for own in found for f in own[:1]]
    most = None if None in possible else fmean(p for p in possible if p is not None)
    clump = max(own[0].clump for own in found)
    low, high = distinct.interval(mean, most, clump, max(own[0].apiece for own in found))
    # What leaves the store has no `found` where the figure could not be counted at all.
    return replace(
        share(_mean_tallies(figure, samples), people),
        value=mean.found / n, low=low / n, high=high / n, n=n, method=_METHOD,
    )  # fmt: skip


def _mean_tallies(figure: Figure, samples: Sequence[Sequence[Outcome]]) -> list[Tally]:
    rows = zip(*([o.tallies[figure.name] for o in sample] for sample in samples), strict=True)
    return [Tally(fmean(t.value for t in row), row[0].of) for row in rows]


def _difference(
    figure: Figure,
    first: Sequence[Sequence[Outcome]],
    second: Sequence[Sequence[Outcome]],
    people: Sequence[str],
    others: Sequence[str],
) -> Interval:
    if figure.distinct:
        return _minus(_interval(figure, first, people), _interval(figure, second, others))
    clusters = None if list(people) == list(others) else others
    mine, theirs = _mean_tallies(figure, first), _mean_tallies(figure, second)
    return excess(mine, theirs, people, clusters, figure.direction)


def _minus(first: Interval, second: Interval) -> Interval:
    """Return the difference of two intervals that are not known to go together."""
    if first.value is None or second.value is None:
        return NOTHING
    gap = first.value - second.value
    if first.ends is None or second.ends is None:
        return replace(first, value=gap, low=None, high=None, paired=False)
    low, high = intervals.difference(first.ends, second.ends)
    return replace(first, value=gap, low=low, high=high, method="square-and-add", paired=False)


def _times(interval: Interval, factor: float) -> Interval:
    """Return an interval so many times as large, at least once; what is below 0 stays."""
    value, low, high = (
        None if end is None else max(end, end * factor)
        for end in (interval.value, interval.low, interval.high)
    )
    return replace(interval, value=value, low=low, high=high)


def _by_records(figure: Figure, control: Arm, smaller: float) -> float:
    """Return half a 95 % interval for what the choice of records does to a control as compared.

    Parts of one corpus differ less than those of different corpora, by the share that is left out
    (the finite population correction); and a half varies half as much as the whole.
    """
    samples = control.parts or control.halves
    if not samples:
        return 0.0
    values = [_value(figure, sample) for sample in samples]
    factor = 1 / (1 - smaller) if control.parts else 2 / (1 - 0.5)
    return t_quantile(len(values) - 1) * math.sqrt(factor * variance(values))


def _by_chance(figure: Figure, arm: Arm, control: Arm) -> float:
    """Return half a 95 % interval for what the draw of the parts does to their mean."""
    samples = arm.parts or control.parts
    if not samples:
        return 0.0
    values = [_value(figure, sample) for sample in samples]
    return t_quantile(len(values) - 1) * math.sqrt(variance(values) / len(values))


def _value(figure: Figure, sample: Sequence[Outcome]) -> float:
    tallies = [o.tallies[figure.name] for o in sample]
    return sum(t.value for t in tallies) / max(sum(t.of for t in tallies), 1.0)


def _widened(interval: Interval, *halves: float) -> Interval:
    if interval.ends is None:
        return interval
    value, low, high = interval.ends
    below, above = math.hypot(value - low, *halves), math.hypot(high - value, *halves)
    return replace(interval, low=value - below, high=value + above)
