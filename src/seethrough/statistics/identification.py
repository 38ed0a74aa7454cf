"""What a share may be where a judge's rate of false calls is only known to lie within bounds.

Error rates are measured over all claims. Of a part of them, such as those of one class, the judge
finds about as many, but how often it calls a claim disclosed that is not depends on what happened
to that part: it notices that a fact was left out, and hardly that it was made false. So the rate of
false calls lies somewhere between the least that is plausible and the measured one, and a share in
the region that this allows (Manski 2003, Partial identification of probability distributions).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from seethrough.statistics import misclassification
from seethrough.statistics.misclassification import Errors, Figured, Parts

Ends = tuple[float, float]
"""The ends of a region, each with 95 % uncertainty."""


class Called(NamedTuple):
    """A share of claims that a judge calls disclosed.

    Attributes:
        raw: The share with its interval.
        parts: The same claims by kind of passage; their shares sum to 1.
    """

    raw: Figured
    parts: Parts


def share(called: Called, errors: Mapping[str, Errors], least: float = 0.0) -> Ends:
    """Return the region of a share of disclosed claims, in [0, 1].

    It holds the interval that the judge's calls have by themselves.

    Args:
        called: What the judge calls disclosed.
        errors: The judge's error rates for each kind of passage, over all claims.
        least: The least rate of false calls that is plausible, where a measured one is not less.

    Raises:
        ValueError: A judge tells disclosed from other claims by less than
            ``misclassification.LEAST``.
    """
    _, low, _ = misclassification.share(*called, errors)
    _, _, high = misclassification.share(*called, _bounded(errors, least))
    return min(called.raw[1], low), max(called.raw[2], high)


def difference(
    raw: Figured, first: Called, second: Called, errors: Mapping[str, Errors], least: float
) -> Ends:
    """Return the region of a difference of two shares of disclosed claims, in [-1, 1].

    At its lower end the judge errs as measured on the first and makes no false call on the second;
    at its upper end it makes as few as is plausible on the first and errs as measured on the
    second. Each end has the uncertainty of both shares, taken as independent (Zou and Donner 2008).

    Args:
        raw: The difference as the judge calls them, with its interval.
        first: What it calls disclosed on one side.
        second: On the other.
        errors: The judge's error rates for each kind of passage, over all claims.
        least: The least rate of false calls on the first side that is plausible.

    Raises:
        ValueError: A judge tells disclosed from other claims by less than
            ``misclassification.LEAST``.
    """
    few = misclassification.share(*first, _bounded(errors, least))
    none = misclassification.share(*second, _bounded(errors, 0.0))
    many, as_measured = (misclassification.share(*side, errors) for side in (first, second))
    low = many[0] - none[0] - math.hypot(many[0] - many[1], none[2] - none[0])
    high = few[0] - as_measured[0] + math.hypot(few[2] - few[0], as_measured[0] - as_measured[1])
    return max(-1.0, min(raw[1], low)), min(1.0, max(raw[2], high))


def _bounded(errors: Mapping[str, Errors], most: float) -> dict[str, Errors]:
    """Return error rates with no more than so many false calls."""
    return {
        kind: e._replace(false=most, false_error=0.0) if e.false > most else e
        for kind, e in errors.items()
    }
