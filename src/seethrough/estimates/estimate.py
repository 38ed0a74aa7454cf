"""Figures with their uncertainty; no bare float is ever reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from seethrough.estimates.beyond import leak
from seethrough.estimates.figure import Direction, Figure, Luck, Tally, Unit
from seethrough.estimates.interval import EXACT, NOTHING, Interval, rounded
from seethrough.estimates.shares import excess, over_luck, share
from seethrough.reasons import Question

__all__ = [
    "NOTHING",
    "Correction",
    "Estimate",
    "Interval",
    "assemble",
    "excess",
    "share",
]


How = Literal["ratings", "errors", "allowed", "unmeasured", "indistinct", "unread"]
"""How the answers of a judge on one arm are corrected.

``ratings``: by the user's own ratings of claims of this run. ``errors``: by the error rates that
were measured for the judge. ``allowed``: the value is the judge's own, the interval holds what
these error rates allow. ``unmeasured``: not at all, as there are none. ``indistinct``: not at
all, as the judge hardly tells disclosed from other claims. ``unread``: there is nothing to correct,
as all passages are empty.
"""


@dataclass(frozen=True, slots=True)
class Correction:
    """What the correction of a judge's answers on one arm rests on.

    Attributes:
        how: How they are corrected.
        ratings: How many ratings that rests on.
        groups: Of how many people (the user's ratings) or texts (a judge's measured errors).
        own: How many claims of this arm the user's ratings cover, used or not.
        own_people: About how many people those claims are.
        kinds: The share of claims judged against each kind of passage.
    """

    how: How
    ratings: int = 0
    groups: int = 0
    own: int = 0
    own_people: int = 0
    kinds: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the machine form."""
        kinds = {kind: rounded(share) for kind, share in self.kinds.items()}
        return {**asdict(self), "kinds": kinds}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A named figure beside the same figure for the control and the baseline.

    Attributes:
        name: The name in ``report.json``, such as ``linkage.top1``.
        value: The figure; None where nothing could be counted.
        low: The lower end of its 95 % interval.
        high: The upper end.
        n: How many targets it rests on.
        direction: Which way is better for the people in the data (or the user of a utility).
        method: How the interval was made.
        control: What an adversary guesses anyway; None where there is no control.
        baseline: The same attack on a release that holds nothing; None where there is none.
        excess: The leak beyond control and baseline: the smaller of the two differences, with the
            smaller of their lower and of their upper ends, both allowing for people who are not
            among so few (``leak``); positive always means leaking more. A leak is what exceeds
            both, beyond chance.
        component: The spec of the attack or utility.
        over_control: The difference to the control; None where there is no control.
        over_baseline: The difference to the baseline; None where there is none.
        people: How many people the targets are.
        questions: The questions that the figure decides; none where it only informs.
        most: The largest value that the figure can have, or None.
        optional: Whether ordinary data may hold nothing to count.
        raw: What the judge said, where value, control and differences are corrected for its
            errors, or could not be; None elsewhere.
        raw_control: The same for the control.
        corrected: How the targets' figure was corrected; None where no judge's errors enter it.
        corrected_control: How the control was.
        at_any_size: The excess that the judge's errors leave open with any number of people like
            these, as far as the interval of the excess reaches; None where no judge's errors enter
            it, or the user's own ratings decide.
        title: What the figure is called; its name where empty.
        unit: Whether it reads as a percentage or as a plain number.
        unanswered: How many answers of a model it lacks, which may come the next time.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    direction: Direction
    method: str
    control: Interval | None
    baseline: Interval | None
    excess: Interval | None
    component: Mapping[str, Any]
    over_control: Interval | None = None
    over_baseline: Interval | None = None
    people: int = 0
    questions: tuple[Question, ...] = ()
    most: float | None = 1.0
    optional: bool = False
    raw: Interval | None = None
    raw_control: Interval | None = None
    corrected: Correction | None = None
    corrected_control: Correction | None = None
    at_any_size: Interval | None = None
    title: str = ""
    unit: Unit = "number"
    unanswered: int = 0

    @classmethod
    def of(
        cls,
        figure: Figure,
        component: Mapping[str, Any],
        own: Interval,
        control: Interval | None,
        baseline: Interval | None,
        excess: Interval | None,
        over_control: Interval | None,
        over_baseline: Interval | None,
    ) -> Estimate:
        """Return what was measured of a figure: ``own``, and the rest as the attributes say."""
        return cls(
            figure.name, own.value, own.low, own.high, own.n, figure.direction, own.method,
            control, baseline, excess, component, over_control, over_baseline, own.people,
            figure.questions, figure.most, figure.optional, title=figure.called, unit=figure.unit,
        )  # fmt: skip

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from others of an audit: its name, and what measured it."""
        return self.name, repr(dict(self.component))

    @property
    def called(self) -> str:
        """How a reader finds it named."""
        return self.title or self.name

    @property
    def leaks(self) -> bool:
        """Whether it exceeds control and baseline beyond chance."""
        return self.excess is not None and self.excess.low is not None and self.excess.low > 0

    @property
    def interval(self) -> Interval:
        """The figure by itself."""
        return Interval(self.value, self.low, self.high, self.n, self.method, self.people)

    def as_utility(self) -> Estimate:
        """Return the same figure as a utility's: what exceeds its control is no leak."""
        return replace(self, excess=None, over_control=None, over_baseline=None, questions=())

    def __str__(self) -> str:
        """Return one line: the figure, and the control and baseline beside it."""
        beside = {"control": self.control, "baseline": self.baseline}
        told = [f"{word} {interval}" for word, interval in beside.items() if interval is not None]
        return f"{self.name}: {'; '.join([str(self.interval), *told])}"

    def to_json(self) -> dict[str, Any]:
        """Return the machine form; floats rounded so that the same figure has the same bytes."""
        return {
            "name": self.name,
            "title": self.called,
            "unit": self.unit,
            "value": rounded(self.value),
            "low": rounded(self.low),
            "high": rounded(self.high),
            "n": self.n,
            "people": self.people,
            "direction": self.direction,
            "method": self.method,
            "control": _json(self.control),
            "baseline": _json(self.baseline),
            "excess": _json(self.excess),
            "over_control": _json(self.over_control),
            "over_baseline": _json(self.over_baseline),
            "questions": list(self.questions),
            "component": dict(self.component),
            "raw": _json(self.raw),
            "raw_control": _json(self.raw_control),
            "corrected": _json(self.corrected),
            "corrected_control": _json(self.corrected_control),
        }


def assemble(
    figure: Figure,
    component: Mapping[str, Any],
    tallies: Sequence[Tally],
    clusters: Sequence[str],
    *,
    control: Sequence[Tally] | None = None,
    control_clusters: Sequence[str] | None = None,
    baseline: Sequence[Tally] | Luck | None = None,
) -> Estimate:
    """Put a figure together from the tallies of the three ways in which an attack runs.

    Args:
        figure: What is reported.
        component: The spec of the attack or utility.
        tallies: One per target.
        clusters: The person of each target.
        control: One per target in the same order, or, with ``control_clusters``, of others.
        control_clusters: The person of each control tally; None where control is paired.
        baseline: One per target in the same order, or what is known of it.
    """
    own = _possible(share(tallies, clusters), figure)
    beside = below = over_control = over_baseline = None
    if control is not None:
        others = clusters if control_clusters is None else control_clusters
        beside = _possible(share(control, others), figure)
        over_control = excess(tallies, control, clusters, control_clusters, figure.direction)
    if isinstance(baseline, Luck):
        chance = baseline.share
        below = Interval(chance, chance, chance, own.n, EXACT, own.people) if own.n else NOTHING
        over_baseline = over_luck(tallies, baseline, clusters, figure.direction)
    elif baseline is not None:
        below = _possible(share(baseline, clusters), figure)
        over_baseline = excess(tallies, baseline, clusters, None, figure.direction)
    strangers = None if control_clusters is None else beside
    over = leak(over_control, over_baseline, figure.most, strangers, figure.direction)
    return Estimate.of(figure, component, own, beside, below, over, over_control, over_baseline)


def _possible(interval: Interval, figure: Figure) -> Interval:
    """Return an interval cut to the values that the figure can have: it is never below 0."""
    if interval.ends is None:
        return interval
    _, low, high = interval.ends
    most = high if figure.most is None else min(high, figure.most)
    return replace(interval, low=max(low, 0.0), high=most)


def _json(part: Interval | Correction | None) -> dict[str, Any] | None:
    return None if part is None else part.to_json()
