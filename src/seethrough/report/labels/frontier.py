"""The Pareto frontier of two figures, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from seethrough.report.labels.wording import listed

if TYPE_CHECKING:
    from seethrough.engine.comparing.frontier import Frontier, Point


def frontier_sentences(frontiers: Sequence[Frontier], names: Sequence[str]) -> list[str]:
    """Return which releases are on each frontier, and which others are behind whom.

    Args:
        frontiers: One for every two figures.
        names: What to call the releases.
    """
    return [sentence for frontier in frontiers for sentence in _told(frontier, names)]


def _told(frontier: Frontier, names: Sequence[str]) -> list[str]:
    first, second = frontier.names
    untold = [
        f"{names[place]} is left out: its figures do not show all that it gives away."
        for place in frontier.untold
    ]
    if not frontier.points:
        return [f"No release has both {first} and {second}.", *untold]
    front = [names[point.place] for point in frontier.front]
    told = [f"On the frontier of {first} and {second}: {listed(front)}."]
    told += [_behind(point, names) for point in frontier.points if point.behind]
    if frontier.unmeasured:
        without = listed([names[place] for place in frontier.unmeasured])
        told.append(f"Not both were measured for {without}.")
    return [*told, *untold]


def _behind(point: Point, names: Sequence[str]) -> str:
    by = listed([names[place] for place in point.behind])
    sure = listed([names[place] for place in point.beyond_chance])
    if not sure:
        chance = "within chance"
    elif len(point.beyond_chance) == len(point.behind):
        chance = "beyond chance"
    else:
        chance = f"{sure} beyond chance"
    return f"{names[point.place]} is behind {by} ({chance})."
