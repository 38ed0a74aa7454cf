"""What a figure is: its name, its direction, what it means, and what one target adds to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from seethrough.reasons import Question

if TYPE_CHECKING:
    from seethrough.estimates.shares import Interval

Direction = Literal["lower_is_better", "higher_is_better"]


class Tally(NamedTuple):
    """A share of something countable: ``value`` out of ``of``.

    A hit is ``Tally(1)``, a miss ``Tally(0)``; three leaked claims of ten are ``Tally(3, 10)``;
    ``of=0`` means that nothing could be counted, which is not the same as zero.
    """

    value: float
    of: float = 1.0


Scores = Mapping[str, float]
"""The score of each person, higher for surer."""

Contrast = Callable[[Any, Scores, Scores], "Interval"]
"""Takes the attack, the scores of people in the data, and those of people who are not."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A named figure that an attack or utility reports.

    Attributes:
        name: The name in ``report.json``, such as ``linkage.top1``.
        direction: Which way is better for the people in the data (or for the user of a utility).
        means: One line on what it says.
        does_not_mean: One line on what it does not say.
        ceiling: What releasing the originals must reach or pass, or None where nothing is known.
        floor: What a release of so many records that hold nothing scores, or None.
        most: The largest value that the figure can have, or None where it has no bound.
        questions: The questions that the figure decides; none where it only informs.
        optional: Whether ordinary data may hold nothing to count, such as no claim of a class.
        distinct: Whether it counts different things, so that what one guess adds depends on the
            guesses before it; outcomes then say what they found.
        judged: Whether it is a share of what a judge calls disclosed, so that the judge's errors
            enter it; lower is then better, and outcomes say what kind of passage was read.
        part: Whether it counts only a part of the judged claims. Error rates hold for all claims,
            so that only the user's own ratings correct it.
        contrast: What sets the targets' scores beside the control's, where the figure is of both
            groups together, such as how often a target scores higher; a tally then holds a score,
            ``ceiling`` and ``floor`` are of the contrast. None for a share or a mean.
        chance: What a contrast gives where the two groups are alike.
    """

    name: str
    direction: Direction
    means: str
    does_not_mean: str
    ceiling: float | None = None
    floor: Callable[[int], float] | None = None
    most: float | None = 1.0
    questions: tuple[Question, ...] = ("anonymous",)
    optional: bool = False
    distinct: bool = False
    judged: bool = False
    part: bool = False
    contrast: Contrast | None = None
    chance: float = 0.0
