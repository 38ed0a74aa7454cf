"""Leak rates corrected for the errors of the judge that they rest on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from seethrough.estimates.estimate import Correction, Estimate, Interval, beyond_both
from seethrough.estimates.shares import share
from seethrough.reasons import QUESTIONS, Reason
from seethrough.statistics import identification, misclassification, prediction
from seethrough.statistics.identification import Called
from seethrough.statistics.misclassification import LEAST, PERFECT, Errors, Figured, Part
from seethrough.statistics.prediction import Checked

if TYPE_CHECKING:
    from seethrough.engine.runs.groups import AttackRun, Group
    from seethrough.protocols import Attack, Figure
    from seethrough.records.corpus import Corpus

Ratings = Mapping[tuple[str, str], int]
"""The grades from 1 to 3 that the user's raters gave, by claim and passage."""

_ELSE = {"another_rewritten": "another", "cut": "kept"}
"""Kinds of passage that a judge may not have been measured on, and whose rates count then."""

_OWN = "rated"
"""The kind under which an arm stands that raters have corrected as a whole."""


def errors_of(judge: Any) -> dict[str, Errors]:
    """Return a judge's measured error rates by kind of passage; none where it has none.

    Args:
        judge: A judge whose ``agreement["errors"]`` holds, for each kind of passage, ``found``,
            ``false``, ``found_error``, ``false_error`` (`Errors`), ``disclosed`` and ``other`` (how
            many claims of each sort were rated) and ``texts`` (of how many texts). A judge that was
            not measured on other people's records in other words has the rates of these records,
            and one that was not measured on cut records those of records that keep their wording.
    """
    return {kind: Errors(*(m[f] for f in Errors._fields)) for kind, m in _measured(judge).items()}


def corrected(
    made: Estimate,
    figure: Figure,
    attack: Attack[Any],
    targets: tuple[Group, Corpus],
    control: tuple[Group, Corpus] | None,
    baseline: Group,
    ratings: Ratings | None = None,
) -> Estimate:
    """Return an estimate with its judge's errors taken out and what they leave open taken in.

    An arm is corrected by the user's ratings where these are enough (prediction-powered inference),
    else by the judge's measured errors for the kinds of passage (Rogan and Gladen). Where neither
    is known for one arm, nothing is corrected; where the judge hardly tells disclosed from other
    claims, the figure has no value. A figure of a part of the claims keeps what the judge says, as
    error rates were measured over all claims, and its interval holds what these rates allow.

    Args:
        made: The estimate as the judge has it.
        figure: What is reported; returned as made unless it is judged.
        attack: The attack, with a ``judge``; its ``checked`` compares ratings with grades.
        targets: The arm on the people in the release, and the corpus that their records are in.
        control: Likewise the control; None where there is none.
        baseline: The arm on a release that holds nothing.
        ratings: The user's own ratings of claims against passages; None for none.
    """
    if not figure.judged or made.value is None:
        return made
    own = _Side.of(figure, attack, *targets, ratings)
    beside = None if control is None else _Side.of(figure, attack, *control, ratings)
    sides = [own] if beside is None else [own, beside]
    within_bounds = figure.part and any(side.rated is None for side in sides)
    if within_bounds:
        own = _Side.of(figure, attack, targets[0]).bounded()
        beside = None if control is None else _Side.of(figure, attack, control[0]).bounded()
    made = replace(
        made,
        corrected=own.correction,
        corrected_control=None if beside is None else beside.correction,
    )
    ways = {own.correction.how} | (set() if beside is None else {beside.correction.how})
    if "unmeasured" in ways:
        return made
    made = replace(made, raw=own.raw, raw_control=None if beside is None else beside.raw)
    if "indistinct" in ways:
        return replace(
            made, value=None, low=None, high=None, method="none: the judge cannot distinguish",
            control=None, excess=None, over_control=None, over_baseline=None, optional=False,
        )  # fmt: skip
    empty = _Side.of(figure, attack, baseline)
    if within_bounds:
        least = _least_false(beside)
        figured = own.region(least)
        control_figured = None if beside is None else beside.region(0.0)
        less: _Less = partial(_Side.region_less, least=least)
    else:
        figured = own.figured()
        control_figured = None if beside is None else beside.figured()
        less = _Side.less
    over_control, over_baseline = _differences(made, own, beside, empty, less)
    at_any_size = None
    if "ratings" not in ways:
        at_any_size = beyond_both(*_differences(made, own, beside, empty, less, _exact))
    return replace(
        made, value=figured.value, low=figured.low, high=figured.high, method=figured.method,
        control=control_figured, over_control=over_control, over_baseline=over_baseline,
        excess=beyond_both(over_control, over_baseline), at_any_size=at_any_size,
    )  # fmt: skip


def between(
    figure: Figure, attack: Attack[Any], first: Group, second: Group, over: Interval
) -> Interval:
    """Return the difference of a figure on two releases, corrected as the figure itself is.

    Args:
        figure: What is reported.
        attack: The attack on both, with its judge.
        first: The targets' arm on one release.
        second: The same targets' arm on the other.
        over: The first less the second, as the judge has it.
    """
    if not figure.judged or figure.part or over.value is None:
        return over
    sides = [_Side.of(figure, attack, arm) for arm in (first, second)]
    ways = {side.correction.how for side in sides}
    if "unmeasured" in ways:
        return over
    if "indistinct" in ways:
        return Interval(None, None, None, over.n, "none: the judge cannot distinguish", over.people)
    return sides[0].less(sides[1], over)


def reasons(cells: Sequence[AttackRun], rated: bool) -> list[Reason]:
    """Return what to know of the judges' errors, and what bars a decision.

    Args:
        cells: The cells of an audit.
        rated: Whether the user gave ratings.
    """
    out: list[Reason] = []
    for cell in cells:
        known = errors_of(_judge_of(cell.attack))
        arms = [(e, list(_corrections(e))) for e in cell.estimates]
        unmeasured = [e for e, own in arms if any(c.how == "unmeasured" for _, c in own)]
        if unmeasured:
            questions = tuple(q for q in QUESTIONS if any(q in e.questions for e in unmeasured))
            out.append(Reason("errors_unmeasured", "pass", questions or QUESTIONS))
        for estimate, own in arms:
            blind = sorted(
                {k for _, c in own if c.how == "indistinct" for k in c.kinds if _blind(k, known)}
            )
            if blind and estimate.questions:
                kind = blind[0]
                facts = {"passage": kind, "found": known[kind].found, "false": known[kind].false}
                out.append(
                    Reason("indistinct", "inconclusive", estimate.questions, estimate.name, facts)
                )
        few = [
            {
                "figure": e.name,
                "title": e.called,
                "arm": arm,
                "claims": c.own,
                "people": c.own_people,
            }
            for e, own in arms
            for arm, c in own
            if rated and c.how not in ("ratings", "unread", "bounded")
        ]
        if few:
            facts = {
                "least": prediction.LEAST_RATED,
                "people": prediction.LEAST_PEOPLE,
                "few": few,
            }
            out.append(Reason("few_ratings", "pass", facts=facts))
    return out


@dataclass(frozen=True, slots=True)
class _Side:
    """One arm of a figure: what the judge says, and how it is corrected.

    Attributes:
        raw: What the judge says.
        parts: The claims by kind of passage; one part, corrected, where raters did it.
        errors: The judge's error rates for these kinds.
        correction: What the correction rests on.
        rated: The share that raters make of it, with its interval; None where they don't.
        open: How far below and above the raters' sample may be off.
    """

    raw: Interval
    parts: Mapping[str, Part]
    errors: Mapping[str, Errors]
    correction: Correction
    rated: Figured | None = None
    open: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of(
        cls,
        figure: Figure,
        attack: Attack[Any],
        arm: Group,
        truth: Corpus | None = None,
        ratings: Ratings | None = None,
    ) -> _Side:
        tallies = arm.tallies(figure.name)
        raw = share(tallies, arm.people)
        judge = _judge_of(attack)
        errors = {**errors_of(judge), "none": PERFECT}
        sums: dict[str, tuple[float, float]] = {}
        for outcome, tally in zip(arm.outcomes, tallies, strict=True):
            told, of = sums.get(outcome.passage, (0.0, 0.0))
            if tally.of:
                sums[outcome.passage] = (told + tally.value, of + tally.of)
        asked = sum(of for _, of in sums.values()) or 1.0
        parts = {kind: Part(of / asked, told / of) for kind, (told, of) in sums.items()}
        kinds = {kind: part.share for kind, part in parts.items()}
        if set(parts) <= {"none"}:
            return cls(raw, parts, errors, Correction("unread", kinds=kinds))
        checked = (
            None if truth is None or not ratings else _checked(figure, attack, arm, truth, ratings)
        )
        own = (0, 0) if checked is None else (checked.claims, checked.people)
        if checked is not None and checked.enough:
            return _by_raters(raw, arm, tallies, kinds, checked)
        if any(kind not in errors for kind in parts):
            return cls(raw, parts, errors, Correction("unmeasured", 0, 0, *own, kinds))
        if any(_blind(kind, errors) for kind in parts):
            return cls(raw, parts, errors, Correction("indistinct", 0, 0, *own, kinds))
        measured = [m for kind, m in _measured(judge).items() if kind in parts]
        rests = sum(m["disclosed"] + m["other"] for m in measured)
        texts = max(m["texts"] for m in measured)
        return cls(raw, parts, errors, Correction("errors", rests, texts, *own, kinds))

    def bounded(self) -> _Side:
        """Return the same arm for a part of the claims, which is not corrected but bounded."""
        if self.correction.how != "errors":
            return self
        return replace(self, correction=replace(self.correction, how="bounded"))

    def region(self, least: float) -> Interval:
        """Return the share of a part of the claims with an interval that allows for the errors.

        Args:
            least: The least rate of false calls.
        """
        called = self.called()
        if called is None or self.correction.how == "unread":
            return self.raw
        return _allowing(self.raw, identification.share(called, self.errors, least))

    def region_less(self, other: _Side, over: Interval, least: float) -> Interval:
        """Return the difference of two such shares with an interval that allows for the errors.

        Args:
            other: What this arm is compared with.
            over: The difference as the judge has it.
            least: The least rate of false calls in this arm.
        """
        ends, first, second = _ends(over), self.called(), other.called()
        if ends is None or first is None or second is None:
            return over
        region = identification.difference(ends, first, second, self.errors, least)
        return _allowing(over, region)

    def called(self) -> Called | None:
        """Return the share that the judge calls disclosed; None where there is no claim."""
        ends = _ends(self.raw)
        return None if ends is None else Called(ends, self.parts)

    def figured(self) -> Interval:
        """Return the corrected share of this arm."""
        ends = _ends(self.raw)
        if self.correction.how == "unread" or ends is None:
            return self.raw
        if self.rated is not None:
            return _put(self.raw, self.rated, "corrected by ratings")
        made = misclassification.share(ends, self.parts, self.errors)
        return _put(self.raw, made, "corrected for the judge")

    def less(self, other: _Side, over: Interval) -> Interval:
        """Return the difference of the corrected shares.

        Args:
            other: What this arm is compared with.
            over: The difference as the judge has it.
        """
        ends = _ends(over)
        if ends is None:
            return over
        errors = {**dict.fromkeys(other.parts, PERFECT), **self.errors, **other.errors}
        made = misclassification.difference(ends, self.parts, other.parts, errors)
        below, above = other.open
        value, low, high = prediction.widened(made, [self.open, (above, below)])
        # What the error rates leave open together is no more than what the two shares allow.
        own, beside = _ends(self.figured()), _ends(other.figured())
        if own is not None and beside is not None and self.rated is None and other.rated is None:
            low, high = max(low, own[1] - beside[2]), min(high, own[2] - beside[1])
            # Nor is it less than what they leave open: where the judge errs less here than
            # elsewhere, a share's end may lie further off than the error rates say.
            low, high = min(low, own[1]), max(high, own[2] - beside[2])
        value = min(max(value, low), high)
        return _put(over, (value, max(-1.0, low), min(1.0, high)), "corrected")


_Less = Callable[[_Side, _Side, Interval], Interval]
"""Takes two arms and their difference as the judge has it; returns it with the judge's errors."""


def _differences(
    made: Estimate,
    own: _Side,
    beside: _Side | None,
    empty: _Side,
    less: _Less,
    seen: Callable[[Interval], Interval] = lambda interval: interval,
) -> tuple[Interval | None, Interval | None]:
    """Return the differences to the control and to the baseline.

    Args:
        made: The estimate as the judge has it.
        own: The arm on the people in the release.
        beside: The control; None where there is none.
        empty: The arm on a release that holds nothing.
        less: How two arms are compared.
        seen: What is made of each interval before the judge's errors are taken into it.
    """
    arms = ((beside, made.over_control), (empty, made.over_baseline))
    first, second = (
        None
        if arm is None or over is None
        else less(replace(own, raw=seen(own.raw)), replace(arm, raw=seen(arm.raw)), seen(over))
        for arm, over in arms
    )
    return first, second


def _exact(interval: Interval) -> Interval:
    """Return an interval as it would be with any number of people."""
    return replace(interval, low=interval.value, high=interval.value)


def _least_false(control: _Side | None) -> float:
    """Return how many of a target's claims a judge calls disclosed at least that are not.

    The target's own record is like the claim, so it is called so as often as a stranger's: as often
    as in the control, unless strangers' records are called so less often elsewhere.
    """
    if control is None or control.raw.value is None:
        return 0.0
    return min([control.raw.value, *(control.errors[kind].false for kind in control.parts)])


def _by_raters(
    raw: Interval, arm: Group, tallies: Sequence[Any], kinds: Mapping[str, float], checked: Checked
) -> _Side:
    """Return an arm as raters correct it, as a whole."""
    ends = _ends(raw)
    assert ends is not None  # a share of a judge's answers always has an interval
    called, asked = (
        _by_person(arm, [getattr(t, part) for t in tallies]) for part in ("value", "of")
    )
    there = asked > 0
    seen = Checked(*(column[there] for column in checked))
    read = 1.0 - kinds.get("none", 0.0)
    rated = prediction.share(ends, called[there], asked[there], seen, read)
    value, low, high = (read * end for end in prediction.shift(seen))
    correction = Correction(
        "ratings", checked.claims, checked.people, checked.claims, checked.people, kinds
    )
    return _Side(
        raw,
        {_OWN: Part(1.0, rated[0])},
        {_OWN: PERFECT},
        correction,
        rated,
        (value - low, high - value),
    )


def _checked(
    figure: Figure, attack: Attack[Any], arm: Group, truth: Corpus, ratings: Ratings
) -> Checked | None:
    """Return what raters said of an arm's claims; None where the attack cannot compare."""
    rows = [
        attack.checked(known, outcome, truth, ratings).get(figure.name)
        for known, outcome in zip(arm.knowledge, arm.outcomes, strict=True)
    ]
    if any(row is None for row in rows):
        return None
    return Checked(*(_by_person(arm, column) for column in zip(*rows, strict=True)))


def _judge_of(attack: Attack[Any]) -> Any:
    judged = attack.judged_by()
    return None if judged is None else judged[0]


def _by_person(arm: Group, values: Sequence[float]) -> Any:
    people: dict[str, int] = {}
    codes = np.array([people.setdefault(p, len(people)) for p in arm.people], dtype=np.int64)
    return np.bincount(codes, np.asarray(values, dtype=np.float64), len(people))


def _corrections(estimate: Estimate) -> Iterator[tuple[str, Correction]]:
    for arm, own in (("release", estimate.corrected), ("control", estimate.corrected_control)):
        if own is not None:
            yield arm, own


def _measured(judge: Any) -> Mapping[str, Mapping[str, Any]]:
    agreement = None if judge is None else judge.agreement
    found = (None if agreement is None else agreement.get("errors")) or {}
    instead = {kind: found[other] for kind, other in _ELSE.items() if other in found}
    return {**instead, **found}


def _blind(kind: str, errors: Mapping[str, Errors]) -> bool:
    return kind in errors and errors[kind].found - errors[kind].false < LEAST


def _ends(interval: Interval) -> Figured | None:
    if interval.value is None or interval.low is None or interval.high is None:
        return None
    return interval.value, interval.low, interval.high


def _allowing(interval: Interval, ends: identification.Ends) -> Interval:
    method = f"{interval.method}, allowing for the judge's errors"
    return replace(interval, low=ends[0], high=ends[1], method=method)


def _put(interval: Interval, figured: Figured, how: str) -> Interval:
    value, low, high = figured
    return replace(interval, value=value, low=low, high=high, method=f"{interval.method}, {how}")
