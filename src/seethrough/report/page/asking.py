"""What an adversary who may only ask had got after each question, as the page draws it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.report.asking import drawn, steps
from seethrough.report.hiding import masked
from seethrough.report.labels.wording import capital
from seethrough.report.page.drawing import path

Report = Mapping[str, Any]

POINTS = 200
"""At how many questions a line is drawn at the most."""


@dataclass(frozen=True)
class Gain:
    """One line of the drawing.

    Attributes:
        label: What is counted.
        path: The line, as the points of an SVG polyline; y grows downwards, both in percent.
        last: The count after the last question.
    """

    label: str
    path: str
    last: int


@dataclass(frozen=True)
class Asking:
    """What one attack had got along its questions.

    Attributes:
        by: Which attack, where several ask.
        asked: How many questions were asked.
        gains: The lines.
        most: The upper end of the axis.
        rows: The same as a table: after how many questions, and each count.
        sentence: How it goes on, in words.
    """

    by: str
    asked: int
    gains: Sequence[Gain]
    most: int
    rows: Sequence[tuple[int, Sequence[int]]]
    sentence: str

    @property
    def spoken(self) -> str:
        """The same in words, for those who do not see the drawing."""
        labels = [gain.label for gain in self.gains]
        said = [
            f"after {asked}: "
            + ", ".join(f"{label} {n:,}" for n, label in zip(counts, labels, strict=True))
            for asked, counts in self.rows
        ]
        return "; ".join(said)


def asking_of(report: Report, text: bool) -> list[Asking]:
    """Return the curves of the attacks that got anything by asking.

    Args:
        report: The machine form.
        text: Whether paths and other words of an attack's configuration may be shown.
    """
    found = drawn(report)
    return [
        _asking(masked(attack["component"], text) if len(found) > 1 else "", own)
        for attack, own in found
    ]


def _asking(by: str, curves: Mapping[str, Sequence[float]]) -> Asking:
    asked = len(next(iter(curves.values())))
    most = _even(max(points[-1] for points in curves.values()))
    every = math.ceil(asked / POINTS)
    at = sorted({*range(every, asked + 1, every), asked})
    gains = [
        Gain(
            label,
            path([(0, 100), *((100 * n / asked, 100 - 100 * points[n - 1] / most) for n in at)]),
            round(points[-1]),
        )
        for label, points in curves.items()
    ]
    rows = [(n, [round(points[n - 1]) for points in curves.values()]) for n in steps(asked)]
    return Asking(by, asked, gains, most, rows, _sentence(asked, *next(iter(curves.items()))))


def _sentence(asked: int, label: str, points: Sequence[float]) -> str:
    last = round(points[-1])
    said = f"{capital(label)}: "
    if asked > 10:
        said += f"{points[9]:.0f} after 10 questions, "
    said += f"{last:,} after all {asked:,}."
    late = last - round(points[math.ceil(asked / 2) - 1])
    if asked < 4:
        return said
    if not late:
        return f"{said} The second half of the questions brought nothing new."
    return f"{said} The second half of the questions brought {late:,} of them."


def _even(most: float) -> int:
    """Return the upper end of an axis: even, so that its middle is a whole number."""
    if most <= 10:
        return max(2, 2 * math.ceil(most / 2))
    step = 10 ** (math.floor(math.log10(most)) - 1) * 2
    return int(step * math.ceil(most / step))
