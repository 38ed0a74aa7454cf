"""Which releases nobody would give up for another one, by two figures: the Pareto frontier.

Source: Xiao et al., "Large language models can be contextual privacy protection learners" (2024),
figures 2 and 4 to 9: utility beside leak, a point for each way of making the release.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from seethrough.engine.comparing.differences import Difference
from seethrough.estimates.estimate import Estimate
from seethrough.statistics.dominance import dominating

if TYPE_CHECKING:
    from seethrough.engine.result import Audit


@dataclass(frozen=True, slots=True)
class Point:
    """A release by two figures.

    Attributes:
        place: Its place in the comparison.
        figures: The two figures, each with its interval.
        behind: The places of the releases that dominate it: no worse in either figure, and better
            in one at least. Empty for a release on the frontier.
        beyond_chance: Those of them that are better in both beyond chance: by the test of the
            difference, all tests of the comparison considered, and where there is none, as of
            utilities, by its 95 % interval.
    """

    place: int
    figures: tuple[Estimate, Estimate]
    behind: tuple[int, ...]
    beyond_chance: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Frontier:
    """Releases by two figures, the ones on the frontier and the ones behind it.

    Attributes:
        names: The names of the two figures.
        points: The releases of which both figures were measured, in the comparison's order.
        unmeasured: The places of those of which one was not.
        untold: The places of those whose low figures are no sign of safety (``safest.Choice.out``);
            they are neither on the frontier nor is anything behind them.
    """

    names: tuple[str, str]
    points: Sequence[Point]
    unmeasured: tuple[int, ...]
    untold: tuple[int, ...] = ()

    @property
    def front(self) -> list[Point]:
        """The releases that no other one dominates."""
        return [point for point in self.points if not point.behind]

    def to_json(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the machine form.

        Args:
            names: What the releases are called.
        """
        return {
            "figures": list(self.names),
            "frontier": [names[point.place] for point in self.front],
            "points": [
                {
                    "release": names[point.place],
                    "figures": [estimate.to_json() for estimate in point.figures],
                    "dominated_by": [names[i] for i in point.behind],
                    "beyond_chance": [names[i] for i in point.beyond_chance],
                }
                for point in self.points
            ],
            "unmeasured": [names[i] for i in self.unmeasured],
            "untold": [names[i] for i in self.untold],
        }


def frontier(
    audits: Mapping[int, Audit],
    differences: Sequence[Difference],
    names: tuple[str, str],
    untold: Collection[int] = (),
) -> Frontier:
    """Return which releases are on the frontier of two figures, each better in its own direction.

    Args:
        audits: The audits by the place of their release in the comparison.
        differences: As of ``differences.differences``.
        names: The names of the two figures. Where several components measure one, the first that
            measures it counts.
        untold: The places of releases whose low figures are no sign of safety.
    """
    left_out = tuple(place for place in audits if place in untold)
    audits = {place: audit for place, audit in audits.items() if place not in untold}
    parts = [_part(audits, name) for name in names]
    found: dict[int, tuple[Estimate, ...]] = {}
    for place, audit in audits.items():
        own = {e.key: e for e in audit.estimates}
        both = tuple(own[part] for part in parts if part in own and own[part].value is not None)
        if len(both) == len(parts):
            found[place] = both
    places = list(found)
    points = []
    for place, by in zip(places, dominating([_heights(found[p]) for p in places]), strict=True):
        behind = tuple(places[i] for i in by)
        sure = tuple(i for i in behind if _surely(i, place, differences, parts))
        first, second = found[place]
        points.append(Point(place, (first, second), behind, sure))
    unmeasured = tuple(place for place in audits if place not in found)
    return Frontier(names, points, unmeasured, left_out)


def _part(audits: Mapping[int, Audit], name: str) -> tuple[str, str]:
    """Return the key of a figure by what first measured it; an empty one where nothing did."""
    estimates = (e for audit in audits.values() for e in audit.estimates)
    return next((e.key for e in estimates if e.name == name and e.value is not None), (name, ""))


def _heights(figures: Sequence[Estimate]) -> list[float]:
    """Return the values so that higher is better."""
    return [
        -(e.value or 0.0) if e.direction == "lower_is_better" else e.value or 0.0 for e in figures
    ]


def _surely(
    better: int, worse: int, differences: Sequence[Difference], parts: Sequence[tuple[str, str]]
) -> bool:
    """Return whether one release is better than another in both figures, beyond chance."""
    told = [
        d.ahead for d in differences if {d.first, d.second} == {better, worse} and d.key in parts
    ]
    return len(told) == len(parts) and all(place == better for place in told)
