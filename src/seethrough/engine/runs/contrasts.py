"""Figures of two groups together: the targets' scores beside those of people who are not in.

A person counts once, with the mean of the scores of all their records: two records of one person
are no two trials.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from seethrough import spec
from seethrough.engine.verdict.limits import TOLERANCE, Tolerances
from seethrough.estimates.estimate import Estimate
from seethrough.estimates.interval import EXACT, NOTHING, Interval
from seethrough.protocols import Attack, Figure, FloatArray, Scores
from seethrough.reasons import Reason
from seethrough.statistics import ranking

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Arm


_NO_CONTROL = Interval(None, None, None, 0, "not measured: no control; name one with --control")


def estimate(
    figure: Figure,
    attack: Attack[Any],
    targets: Arm,
    control: Arm | None,
) -> Estimate:
    """Return what a figure's contrast says of the targets beside the control.

    What an adversary gets anyway is chance, with the control and with a release that holds nothing
    alike; the leak is what the contrast says beyond it.
    """
    value = _NO_CONTROL if control is None else between(figure, attack, targets, control)
    chance = Interval(figure.chance, figure.chance, figure.chance, value.n, EXACT)
    over = NOTHING
    if value.ends is not None:
        beyond, low, high = (end - figure.chance for end in value.ends)
        over = Interval(beyond, low, high, value.n, value.method, value.people)
    beside = None if control is None else chance
    return Estimate.of(figure, spec.to_json(attack), value, beside, chance, over, over, over)


def pointing_away(
    estimates: Sequence[Estimate], figures: Mapping[str, Figure], tolerances: Tolerances
) -> list[Reason]:
    """Return the figures by which people in the data surely score lower than people outside.

    No leak is seen there, but whoever turns the score round tells them apart as well. A large
    tolerance excuses no more than the usual one, as the control may be of another kind.

    Args:
        estimates: What was measured.
        figures: The figures by name.
        tolerances: How much leak is tolerated.
    """
    out = []
    for estimate in estimates:
        figure = figures.get(estimate.name)
        if figure is None or figure.contrast is None or not figure.questions:
            continue
        bar = figure.chance - min(TOLERANCE, tolerances[figure.name])
        if estimate.high is not None and estimate.high < bar:
            facts = {"value": estimate.value, "chance": figure.chance}
            about = estimate.name, facts, estimate.component
            out.append(Reason("scores_point_away", "inconclusive", figure.questions, *about))
    return out


def between(figure: Figure, attack: Attack[Any], targets: Arm, control: Arm) -> Interval:
    """Return a figure's contrast of two arms."""
    assert figure.contrast is not None
    return figure.contrast(attack, scores(targets, figure.name), scores(control, figure.name))


def scores(arm: Arm, figure: str) -> dict[str, float]:
    """Return the mean score of each person; people without any are left out."""
    owned: dict[str, list[float]] = defaultdict(list)
    for person, tally in zip(arm.people, arm.tallies(figure), strict=True):
        if tally.of:
            owned[person].append(tally.value)
    return {person: float(np.mean(own)) for person, own in owned.items()}


def area(attack: Any, inside: Scores, outside: Scores) -> Interval:
    """Return how often somebody inside scores higher than somebody outside; 0.5 is chance.

    Not measured where so few could never be told from chance; the method says how many would do.
    """
    if not ranking.can_tell(len(inside), len(outside)):
        needed = next(n for n in range(1, 100) if ranking.can_tell(n, n))
        told = f"not measured: {len(inside)} in the data, {len(outside)} outside, "
        return Interval(None, None, None, 0, f"{told}{needed} of each would do")
    found = ranking.area(_row(inside), _row(outside))
    return Interval(*found, len(inside), "newcombe, mann-whitney", len(inside))


def rate_at(false_rate: float, attack: Any, inside: Scores, outside: Scores) -> Interval:
    """Return the true-positive rate at a false-positive rate, the threshold's error in its ends.

    Not measured where too few people are outside; the method says how many would do.
    """
    found = ranking.rate_at(_row(inside), _row(outside), false_rate)
    if found is None:
        needed = ranking.people_needed(false_rate)
        return Interval(
            None, None, None, 0, f"not measured: {len(outside)} outside, {needed} would do"
        )
    return Interval(*found, len(inside), "clopper-pearson, threshold by ranks", len(inside))


def _row(scores: Scores) -> FloatArray:
    return np.array(list(scores.values()), dtype=np.float64)
