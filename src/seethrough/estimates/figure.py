"""What a figure is: its name, its direction, what it means, and what one target adds to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from seethrough.reasons import Question

if TYPE_CHECKING:
    from seethrough.estimates.interval import Interval

Direction = Literal["lower_is_better", "higher_is_better"]

Sensitivity = Literal["identifier", "special", "quasi", "private", "none"]

SENSITIVITIES: tuple[Sensitivity, ...] = get_args(Sensitivity)
"""How sensitive a claim is; of several that fit, the first.

``identifier``: names of the person or of those close, contact data, handles, account and case
numbers. ``special``: health, sex life, religion, politics, union, origin, genetics, biometrics,
crime (GDPR, articles 9 and 10). ``quasi``: age, sex, place, occupation, employer, school, family,
dates and places of events, rare possessions. ``private``: money, conflicts, feelings, plans,
habits. ``none``: facts about no person in particular.
"""

Unit = Literal["share", "number"]
"""How a figure is read: a share in percent, or a plain number."""

Section = Literal["found", "learned", "distance", "other"]
"""Where a report shows a figure.

``found``: who can be found in the release. ``learned``: what is then learned about them.
``distance``: how far the linked record is from the original, 0 all of it, 1 nothing.
``other``: the rest.
"""


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
class Luck:
    """A baseline whose share is known, so that it need not be drawn.

    Where a release leaves a guess to luck, too, both draw with the same random numbers, and what
    luck gave cancels out. So these targets are compared with what was drawn.

    Attributes:
        share: The share of all targets.
        drawn: What was drawn for each target that a release leaves to luck; 0 for the others.
        known: What the others add to the share.
    """

    share: float
    drawn: Sequence[Tally]
    known: float


@dataclass(frozen=True, slots=True)
class Figure:
    """A named figure that an attack or utility reports.

    Attributes:
        name: The name in ``report.json``, such as ``linkage.top1``.
        direction: Which way is better for the people in the data (or for the user of a utility).
        means: One line on what it says.
        does_not_mean: One line on what it does not say.
        title: A few words that need no other knowledge; the name where empty.
        unit: Whether it reads as a percentage or as a plain number.
        section: Where a report shows it.
        headline: Its place among the figures that head a summary, the smallest first; None for
            one that does not. Ours have 10, 20 and so on.
        sentence: What was found, as a summary says it, with ``{value}``, ``{counts}`` (55 of 60),
            ``{facts}`` (what the adversary knows) and the component's own fields, such as
            "{value} of the records are read", without a full stop; empty for none.
        per_question: What an attack that asks had got of it after each question, in a few words;
            empty where that is not drawn.
        by_pool: Whether it is the share of targets whose own record comes first, so that places
            (``Attack.places``) say what it is among fewer candidates.
        ceiling: What releasing the originals must reach or pass, or None where nothing is known.
        floor: About what a release that holds nothing scores for a target, of how many records,
            and how many of them the target's; or None.
        luck: Exactly that, where such a release leaves every guess to luck: it is the baseline.
        most: The largest value that the figure can have, or None where it has no bound.
        questions: The questions that the figure decides; none where it only informs.
        optional: Whether ordinary data may hold nothing to count, such as no claim of a class.
        distinct: Whether it counts different things, so that what one guess adds depends on the
            guesses before it; outcomes then say what they found.
        judged: Whether it is a share of what a judge calls disclosed, so that the judge's errors
            enter it; lower is then better, and outcomes say what kind of passage was read.
        part: Whether it counts only a part of the judged claims. Error rates hold for all claims,
            so that only the user's own ratings correct it; else its interval allows for them.
        sensitivity: The class of facts that it counts; None for a figure of all.
        by_wording: Whether it compares wording alone, as a simple check would.
        beyond_control: How much more the originals must leak than without the target's own.
        by_chance: Whether longer or unrelated text raises it, so that strangers' released records
            may come to more than their originals.
        bounds_epsilon: Whether it is an epsilon whose lower end refutes any smaller promise.
        nameless: Whether it counts contact data alone, so that names that stand do not raise it.
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
    floor: Callable[[int, int], float] | None = None
    luck: Callable[[int, int], float] | None = None
    most: float | None = 1.0
    questions: tuple[Question, ...] = ("anonymous",)
    optional: bool = False
    distinct: bool = False
    judged: bool = False
    part: bool = False
    contrast: Contrast | None = None
    chance: float = 0.0
    title: str = ""
    unit: Unit = "share"
    section: Section = "other"
    headline: int | None = None
    sentence: str = ""
    per_question: str = ""
    by_pool: bool = False
    sensitivity: Sensitivity | None = None
    by_wording: bool = False
    beyond_control: float = 0.5
    by_chance: bool = False
    bounds_epsilon: bool = False
    nameless: bool = False

    @property
    def erased(self) -> Callable[[int, int], float] | None:
        """What a release that holds nothing scores for a target, exactly or about."""
        return self.luck or self.floor

    @property
    def called(self) -> str:
        """How a reader finds it named."""
        return self.title or self.name


_CHOICES = {"direction": get_args(Direction), "unit": get_args(Unit), "section": get_args(Section)}
"""The fields of a figure that say how it is read, and what they may say."""


def misnamed(figures: Any, begins: str = "") -> str:
    """Return what is wrong with the figures that a component names; "" where nothing is.

    A figure that says of itself what nobody knows would count for the wrong side, or for nothing.

    Args:
        figures: What the component's class holds.
        begins: What each name begins with.
    """
    if not isinstance(figures, Sequence) or not all(isinstance(f, Figure) for f in figures):
        return "has figures that are no tuple of Figure"
    names = [figure.name for figure in figures]
    if not names or len({*names}) < len(names):
        return "names no figures" if not names else "names a figure twice"
    for figure in figures:
        if not figure.name.startswith(begins):
            return f"has a figure {figure.name}; the name of it must begin with {begins}"
        said = [(field, getattr(figure, field), known) for field, known in _CHOICES.items()]
        said += [("questions", question, get_args(Question)) for question in figure.questions]
        for field, value, known in said:
            if value not in known:
                there = ", ".join(known)
                return f"has a figure {figure.name} with {field}={value!r:.50}; there are: {there}"
    return ""
