"""By how many per cent one share differs from another."""

from __future__ import annotations

from collections.abc import Sequence

from seethrough.estimates.figure import Tally
from seethrough.estimates.interval import Interval
from seethrough.estimates.shares import quotient


def relative_change(
    own: Sequence[Tally], reference: Sequence[Tally], people: Sequence[str]
) -> Interval | None:
    """Return the relative change of a share, in per cent, with its 95 % interval.

    Args:
        own: Hits and trials of each target.
        reference: The same of the same targets, from which the change is meant.
        people: The person of each target.

    Returns:
        The change; None where a share has no trials, or the reference no hits, or they are not of
        the same targets.
    """
    if len(own) != len(reference) or len(own) != len(people):
        return None
    found = quotient(own, reference, people)
    if found.ends is None:
        return None
    value, low, high = (100 * (end - 1) for end in found.ends)
    return Interval(value, low, high, found.n, found.method, found.people)
