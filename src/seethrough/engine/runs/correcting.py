"""Leak rates corrected for the errors of the judge that they rest on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from seethrough.engine.runs.judged_arm import JudgedArm, Ratings, exact
from seethrough.estimates.beyond import beyond_both, leak
from seethrough.estimates.estimate import Estimate, Interval

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Arm
    from seethrough.protocols import Attack, Figure
    from seethrough.records.corpus import Corpus

_CANNOT = "none: the judge cannot distinguish"


def corrected(
    made: Estimate,
    figure: Figure,
    attack: Attack[Any],
    targets: tuple[Arm, Corpus],
    control: tuple[Arm, Corpus] | None,
    baseline: Arm,
    ratings: Ratings | None = None,
) -> Estimate:
    """Return an estimate with its judge's errors taken out and what they leave open taken in.

    An arm is corrected by the user's ratings where these are enough (prediction-powered inference),
    else by the judge's measured errors for the kinds of passage (Rogan and Gladen). Where neither
    is known for one arm, nothing is corrected; where the judge hardly tells disclosed from other
    claims, the figure has no value. A figure of a part of the claims that raters do not correct
    keeps what the judge says, and its intervals hold whatever the measured errors allow.

    Args:
        made: The estimate as the judge has it.
        figure: What is reported; returned as made unless it is judged.
        attack: The attack, with a ``judge``; its ``checked`` compares ratings with grades.
        targets: The arm on the people in the release, and the corpus that their records are in.
        control: The same of the control; None where there is none.
        baseline: The arm on a release that holds nothing.
        ratings: The user's own ratings of claims against passages; None for none.
    """
    if not figure.judged or made.value is None:
        return made
    own = JudgedArm.of(figure, attack, *targets, ratings)
    beside = None if control is None else JudgedArm.of(figure, attack, *control, ratings)
    figured, less = JudgedArm.figured, JudgedArm.less
    if figure.part and any(arm is not None and arm.rated is None for arm in (own, beside)):
        own = _unrated(own, figure, attack, targets[0])
        if beside is not None and control is not None:
            beside = _unrated(beside, figure, attack, control[0])
        figured, less = JudgedArm.region, JudgedArm.region_less
    made = replace(
        made,
        corrected=own.correction,
        corrected_control=None if beside is None else beside.correction,
    )
    ways = {arm.correction.how for arm in (own, beside) if arm is not None}
    if "unmeasured" in ways:
        return made
    made = replace(made, raw=own.raw, raw_control=None if beside is None else beside.raw)
    if "indistinct" in ways:
        return replace(
            made, value=None, low=None, high=None, method=_CANNOT,
            control=None, excess=None, over_control=None, over_baseline=None, optional=False,
        )  # fmt: skip
    arms = (own, beside, JudgedArm.of(figure, attack, baseline))
    seen = figured(own)
    over_control, over_baseline = _differences(made, arms, less)
    guessed = None if beside is None else figured(beside)
    paired = control is not None and control[0].people == targets[0].people
    excess = leak(over_control, over_baseline, made.most, None if paired else guessed)
    return replace(
        made, value=seen.value, low=seen.low, high=seen.high, method=seen.method,
        control=guessed, over_control=over_control,
        over_baseline=over_baseline, excess=excess,
        at_any_size=_at_any_size(made, arms, less, excess),
    )  # fmt: skip


def between(
    figure: Figure, attack: Attack[Any], first: Arm, second: Arm, over: Interval
) -> Interval:
    """Return the difference of a figure on two releases, corrected as the figure itself is.

    Args:
        figure: What is reported.
        attack: The attack on both, with its judge.
        first: The targets' arm on one release.
        second: The same targets' arm on the other.
        over: The first less the second, as the judge has it.
    """
    if not figure.judged or over.value is None:
        return over
    less = JudgedArm.region_less if figure.part else JudgedArm.less
    arms = [JudgedArm.of(figure, attack, group) for group in (first, second)]
    ways = {(arm.allowed() if figure.part else arm).correction.how for arm in arms}
    if "unmeasured" in ways:
        return over
    if "indistinct" in ways:
        return Interval(None, None, None, over.n, _CANNOT, over.people)
    return less(arms[0], arms[1], over)


def _unrated(arm: JudgedArm, figure: Figure, attack: Attack[Any], group: Arm) -> JudgedArm:
    """Return an arm as the judge has it, its errors allowed for; how much was rated stays."""
    plain = JudgedArm.of(figure, attack, group).allowed()
    claims, people = arm.correction.own, arm.correction.own_people
    return replace(plain, correction=replace(plain.correction, own=claims, own_people=people))


_Arms = tuple[JudgedArm, JudgedArm | None, JudgedArm]
"""The people in the release, the control, and a release that holds nothing."""

_Less = Callable[[JudgedArm, JudgedArm, Interval], Interval]
"""Takes two arms and their difference as the judge has it; returns it with the judge's errors."""


def _differences(
    made: Estimate, arms: _Arms, less: _Less
) -> tuple[Interval | None, Interval | None]:
    """Return the differences to the control and to the baseline."""
    own, beside, empty = arms
    over_control = over_baseline = None
    if beside is not None and made.over_control is not None:
        over_control = less(own, beside, made.over_control)
    if made.over_baseline is not None:
        over_baseline = less(own, empty, made.over_baseline)
    return over_control, over_baseline


def _at_any_size(
    made: Estimate, arms: _Arms, less: _Less, excess: Interval | None
) -> Interval | None:
    """Return the excess with the judge's errors alone in it; None where raters correct it.

    It is never wider than the excess.
    """
    ways = {arm.correction.how for arm in arms[:2] if arm is not None}
    if "ratings" in ways or ways == {"unread"}:
        return None
    certain = replace(
        made,
        over_control=None if made.over_control is None else exact(made.over_control),
        over_baseline=None if made.over_baseline is None else exact(made.over_baseline),
    )
    own, beside, empty = arms
    alone = (
        own.without_sampling(),
        None if beside is None else beside.without_sampling(),
        empty.without_sampling(),
    )
    left = beyond_both(*_differences(certain, alone, less), made.most)
    if excess is None or left is None or excess.ends is None or left.ends is None:
        return None
    value, low, high = excess.ends
    _, least, most = left.ends
    return replace(excess, low=min(max(least, low), value), high=max(min(most, high), value))
