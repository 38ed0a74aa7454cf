"""The geometry of the drawings: shares of the width, so that they fit every screen."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.estimates.in_words import percent
from seethrough.report.labels.wording import LARGE, number


@dataclass(frozen=True)
class Scale:
    """The axis of a drawing.

    Attributes:
        low: Its lower end.
        high: Its upper end.
        percent: Whether its ticks are in percent.
    """

    low: float
    high: float
    percent: bool

    def place(self, value: float) -> float:
        """Return where a value lies, in percent of the width, in [0, 100]."""
        return round(min(100.0, max(0.0, 100 * (value - self.low) / (self.high - self.low))), 2)

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Where the ticks are, in percent of the width, and what they say."""
        values = [self.low + (self.high - self.low) * step / 4 for step in range(5)]
        return [(self.place(v), self._label(v)) for v in values]

    def _label(self, value: float) -> str:
        if self.percent:
            return f"{percent(value)} %"
        if abs(value) >= LARGE:
            return number(value)
        return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def scale(intervals: Sequence[Mapping[str, Any] | None], percent: bool) -> Scale:
    """Return the axis on which intervals fit: 0 to 1, or wider where they leave that."""
    ends = [i[key] for i in intervals if i for key in ("value", "low", "high")]
    known = [e for e in ends if e is not None]
    low, high = min([0.0, *known]), max([1.0, *known])
    if high > 1:
        step = 10.0 ** math.floor(math.log10(high))
        high = math.ceil(high / step) * step
    return Scale(math.floor(low) if low < 0 else 0.0, high, percent)


@dataclass(frozen=True)
class Whisker:
    """A dot with its interval.

    Attributes:
        dot: Where the figure lies, in percent of the width.
        low: Where its interval begins.
        high: Where its interval ends.
    """

    dot: float
    low: float
    high: float


def whisker(interval: Mapping[str, Any] | None, axis: Scale) -> Whisker | None:
    """Return how an interval is drawn; None where nothing was measured."""
    if interval is None or interval["value"] is None:
        return None
    ends = [interval["value"] if interval[k] is None else interval[k] for k in ("low", "high")]
    return Whisker(axis.place(interval["value"]), axis.place(ends[0]), axis.place(ends[1]))


@dataclass(frozen=True)
class Line:
    """A line over steps with the band of its intervals; y grows downwards, both in percent.

    Attributes:
        points: (x, y) of each step.
        path: The line, as the points of an SVG polyline.
        band: The band, as the points of an SVG polygon.
    """

    points: Sequence[tuple[float, float]]
    path: str
    band: str


def line(intervals: Sequence[Mapping[str, Any] | None]) -> Line | None:
    """Return how shares over steps are drawn; None where one of them was not measured."""
    axis = Scale(0.0, 1.0, percent=True)
    drawn = [whisker(interval, axis) for interval in intervals]
    if not drawn or any(w is None for w in drawn):
        return None
    known = [w for w in drawn if w is not None]
    xs = [round(100 * (i + 0.5) / len(known), 2) for i in range(len(known))]
    points = [(x, round(100 - w.dot, 2)) for x, w in zip(xs, known, strict=True)]
    upper = [(x, round(100 - w.high, 2)) for x, w in zip(xs, known, strict=True)]
    lower = [(x, round(100 - w.low, 2)) for x, w in zip(xs, known, strict=True)]
    return Line(points, path(points), path([*upper, *reversed(lower)]))


def path(points: Sequence[tuple[float, float]]) -> str:
    """Return (x, y) pairs as the points of an SVG polyline or polygon."""
    return " ".join(f"{x:g},{y:g}" for x, y in points)
