"""What an undecided figure takes: which leak its audit could see, and how many more people."""

from __future__ import annotations

import math
from typing import Any

from seethrough.estimates.estimate import Estimate, Interval
from seethrough.statistics import power
from seethrough.statistics.intervals import Figured


def smallest_visible(estimate: Estimate, over: Interval, tolerance: float) -> float:
    """Return the smallest leak that would have been called one in four cases of five.

    Args:
        estimate: The figure.
        over: Its excess, which has both ends.
        tolerance: What is tolerated.
    """
    value, low, high = _figured(over)
    settled = estimate.at_any_size
    if settled is None or settled.low is None or settled.high is None:
        precise, below, _ = _parts(estimate, over)
        return power.smallest_visible(value, low, tolerance, precise, below, over.below)
    # No number of people makes the judge's part of the uncertainty smaller.
    sampling, judged = max(settled.low - low, high - settled.high), value - settled.low
    least = over.below - judged
    return judged + power.smallest_visible(sampling, 0.0, tolerance, least=least)


def people_needed(estimate: Estimate, over: Interval, tolerance: float) -> dict[str, Any]:
    """Return how many more people, or questions, a decision takes, as facts of a reason.

    Where the control has people of its own, its part of the interval stays however many targets
    come. Where that is most of it, or too much, ``held_out`` says so instead of a number:
    ``control`` where more people in the control would do, ``both`` where it takes more of both.
    Nothing is said where the judge's errors alone leave the tolerance open.

    Args:
        estimate: The figure.
        over: Its excess, which has both ends.
        tolerance: What is tolerated.
    """
    if estimate.at_any_size is not None and estimate.at_any_size.ends is not None:
        return _beside_the_judge(estimate, over, estimate.at_any_size.ends, tolerance)
    figured = _figured(over)
    precise, below, above = _parts(estimate, over)
    up = figured[0] < tolerance
    unseen = power.people_unseen(figured[0], over.people, tolerance) if estimate.most == 1 else 0
    if figured[2] < tolerance:
        return {"people_to_pass": unseen or None, "people_to_fail": None}
    if figured[1] > tolerance:  # except for who is not in the control
        return {"held_out": "control", "people_to_pass": None, "people_to_fail": None}
    whole, fixed = (figured[2] - figured[0], above) if up else (figured[0] - figured[1], below)
    room = abs(tolerance - figured[0])
    stays = fixed and (fixed >= room or 2 * fixed**2 > whole**2)
    if stays or (not up and over.below >= room):
        alone = math.sqrt(max(0.0, whole**2 - fixed**2))
        said = "control" if alone < room else "both"
        return {"held_out": said, "people_to_pass": None, "people_to_fail": None}
    rest = (over.people, tolerance, precise)
    more = power.people_to_pass(figured, *rest, above)
    return {
        "people_to_pass": more and max(more, unseen),
        "people_to_fail": power.people_to_fail(figured, *rest, below),
    }


def _beside_the_judge(
    estimate: Estimate, over: Interval, settled: Figured, tolerance: float
) -> dict[str, Any]:
    """Return the same where the judge's errors leave ``settled`` with any number of people."""
    _, low, high = _figured(over)
    _, least, most = settled
    if least <= tolerance <= most:
        return {}
    if over.paired is False:
        return {"held_out": "both", "people_to_pass": None, "people_to_fail": None}
    up = most < tolerance
    nearest, end = (most, high) if up else (least, low)
    raw = estimate.raw or estimate.interval
    # What the judge's errors stretch is what its own answers leave open, and this narrows.
    part = abs(tolerance - nearest) / max(abs(end - nearest), abs(tolerance - nearest))
    more = power.people_for(_figured(raw), over.people, part, upper=up)
    unseen = power.people_unseen(nearest, over.people, tolerance) if estimate.most == 1 else 0
    return {
        "people_to_pass": more and max(more, unseen) if up else None,
        "people_to_fail": None if up else more,
    }


def _parts(estimate: Estimate, over: Interval) -> tuple[power.Precision | None, float, float]:
    """Return how precise the targets' part is; how far the control's lies below and above."""
    value, low, high = _figured(over)
    below, above = _left_by_control(estimate, over)
    own_low = value - math.sqrt(max(0.0, (value - low) ** 2 - below**2))
    own_high = value + math.sqrt(max(0.0, (high - value) ** 2 - above**2))
    return _precision(estimate, (value, own_low, own_high), over.paired), below, above


def _figured(interval: Interval) -> Figured:
    assert interval.ends is not None
    return interval.ends


def _precision(estimate: Estimate, over: Figured, paired: bool | None) -> power.Precision | None:
    """Return how precisely leaks of any size are measured; None where the figure is no share."""
    own = estimate.interval.ends
    if estimate.most != 1 or own is None or own[2] > 1:
        return None
    if estimate.direction == "higher_is_better":  # it leaks by what it lacks
        own = (1 - own[0], 1 - own[2], 1 - own[1])
    rate = None if paired else min(1.0, max(0.0, own[0] - over[0]))
    return power.precision(own, over, rate)


def _left_by_control(estimate: Estimate, over: Interval) -> tuple[float, float]:
    """Return how far a control of other people alone lets the ends lie below and above."""
    beside = estimate.control
    if over.paired is not False or beside is None or beside.ends is None:
        return 0.0, 0.0
    value, low, high = beside.ends
    up, down = high - value, value - low
    return (up, down) if estimate.direction == "lower_is_better" else (down, up)
