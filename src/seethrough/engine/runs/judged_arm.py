"""One arm of a judged figure: what the judge says, its error rates, and the shares these allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from seethrough.agreement.passages import MAY_FALSIFY
from seethrough.estimates.estimate import Correction, Interval
from seethrough.estimates.figure import Sensitivity
from seethrough.estimates.shares import share
from seethrough.evidence.grade import leaked
from seethrough.statistics.arrays import numbered
from seethrough.statistics.intervals import Figured, Z
from seethrough.statistics.judged import identification, misclassification, prediction
from seethrough.statistics.judged.identification import Called
from seethrough.statistics.judged.misclassification import LEAST, PERFECT, Errors, Part
from seethrough.statistics.judged.prediction import Checked

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Arm
    from seethrough.protocols import Attack, Figure
    from seethrough.records.corpus import Corpus

Ratings = Mapping[tuple[str, str], int]
"""The grades from 1 to 3 that the user's raters gave, by claim and passage."""

_ELSE = {"another_rewritten": "another", "condensed": "rewritten", "cut": "kept"}
"""Kinds of passage that a judge may not have been measured on, and whose rates count then."""

_OWN = "rated"
"""The kind under which an arm stands that raters have corrected as a whole."""


def errors_of(judge: Any, of_class: Sensitivity | None = None) -> dict[str, Errors]:
    """Return a judge's measured error rates by kind of passage; none where it has none.

    Args:
        judge: A judge whose ``agreement["errors"]`` holds, for each kind of passage, ``found``,
            ``false``, ``found_error``, ``false_error`` (`Errors`), ``disclosed`` and ``other`` (how
            many claims of each sort were rated) and ``texts`` (of how many texts), and, where
            enough claims of a class were rated, the same for it in ``classes``. A judge that was
            not measured on other people's records in other words has the rates of these records,
            one that was not measured on condensed records those of rewritten ones, and one that was
            not measured on cut records those of records that keep their wording, with so large an
            error that there may be no false calls.
        of_class: The class of the claims; None for all of them. Where the judge was not measured
            on a class, its rates over all claims count.
    """
    rates = measured(judge, of_class)
    return {kind: Errors(*(m[f] for f in Errors._fields)) for kind, m in rates.items()}


def measured(judge: Any, of_class: Sensitivity | None = None) -> dict[str, Mapping[str, Any]]:
    """Return the same with how many claims and texts it rests on, as ``agreement`` holds it."""
    agreement = None if judge is None else judge.agreement
    found = (None if agreement is None else agreement.get("errors")) or {}
    instead = {kind: found[other] for kind, other in _ELSE.items() if other in found}
    rates = {
        kind: m.get("classes", {}).get(of_class, m) for kind, m in {**instead, **found}.items()
    }
    # A judge notices that a fact was left out, and hardly that it was made false.
    return {
        kind: _perhaps_never_false(m) if kind == "cut" and kind not in found else m
        for kind, m in rates.items()
    }


def _perhaps_never_false(rates: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return error rates whose rate of false calls may be 0, within its uncertainty."""
    return {**rates, "false_error": max(rates["false_error"], rates["false"] / Z)}


def alike(ratings: Ratings) -> bool:
    """Return whether ratings call all claims disclosed, or none.

    They may come from somebody who pressed one key throughout. So they correct nothing.
    """
    return len({leaked(grade) for grade in ratings.values()}) == 1


def judge_of(attack: Attack[Any]) -> Any:
    """Return the judge of an attack; None for an attack without one."""
    judged = attack.judged_by()
    return None if judged is None else judged[0]


def cannot_tell(kind: str, errors: Mapping[str, Errors]) -> bool:
    """Return whether a judge hardly tells disclosed from other claims on a kind of passage."""
    return kind in errors and errors[kind].found - errors[kind].false < LEAST


@dataclass(frozen=True, slots=True)
class JudgedArm:
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
        arm: Arm,
        truth: Corpus | None = None,
        ratings: Ratings | None = None,
    ) -> JudgedArm:
        """Return an arm, corrected by raters as a whole where their ratings are enough.

        Args:
            figure: What is reported.
            attack: The attack, with its judge.
            arm: The targets and what came of them.
            truth: The corpus that their records are in; None where there are no ratings.
            ratings: The user's own ratings of claims against passages; None for none.
        """
        tallies = arm.tallies(figure.name)
        raw = share(tallies, arm.people)
        judge, of_class = judge_of(attack), figure.sensitivity
        errors = {**errors_of(judge, of_class), "none": PERFECT}
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
        checked = None
        if truth is not None and ratings and not alike(ratings):
            checked = _checked(figure, attack, arm, truth, ratings)
        own = (0, 0) if checked is None else (checked.claims, checked.people)
        if checked is not None and checked.enough:
            return _by_raters(raw, arm, tallies, kinds, checked)
        if any(kind not in errors for kind in parts):
            return cls(raw, parts, errors, Correction("unmeasured", 0, 0, *own, kinds))
        if any(cannot_tell(kind, errors) for kind in parts):
            return cls(raw, parts, errors, Correction("indistinct", 0, 0, *own, kinds))
        known = [m for kind, m in measured(judge, of_class).items() if kind in parts]
        rests = sum(m["disclosed"] + m["other"] for m in known)
        texts = max(m["texts"] for m in known)
        return cls(raw, parts, errors, Correction("errors", rests, texts, *own, kinds))

    def allowed(self) -> JudgedArm:
        """Return the arm of a figure that keeps what the judge says and allows for its errors."""
        if self.correction.how not in ("errors", "indistinct"):
            return self
        return replace(self, correction=replace(self.correction, how="allowed"))

    def without_sampling(self) -> JudgedArm:
        """Return the arm as it would be with any number of people like these."""
        return replace(self, raw=exact(self.raw))

    def figured(self) -> Interval:
        """Return the corrected share of this arm."""
        ends = self.raw.ends
        if self.correction.how == "unread" or ends is None:
            return self.raw
        if self.rated is not None:
            return _put(self.raw, self.rated, "corrected by ratings")
        made = misclassification.share(ends, self.parts, self.errors)
        return _put(self.raw, made, "corrected for the judge")

    def less(self, other: JudgedArm, over: Interval) -> Interval:
        """Return the difference of the corrected shares.

        Args:
            other: What this arm is compared with.
            over: The difference as the judge has it.
        """
        ends = over.ends
        if ends is None:
            return over
        errors = {**dict.fromkeys(other.parts, PERFECT), **self.errors, **other.errors}
        made = misclassification.difference(ends, self.parts, other.parts, errors)
        below, above = other.open
        value, low, high = prediction.widened(made, [self.open, (above, below)])
        # What the error rates leave open together is no more than what the two shares allow.
        own, beside = self.figured().ends, other.figured().ends
        if own is not None and beside is not None and self.rated is None and other.rated is None:
            low, high = max(low, own[1] - beside[2]), min(high, own[2] - beside[1])
            # Nor is it less than what they leave open: where the judge errs less here than
            # elsewhere, a share's end may lie further off than the error rates say.
            low, high = min(low, own[1]), max(high, own[2] - beside[2])
        value = min(max(value, low), high)
        return _put(over, (value, max(-1.0, low), min(1.0, high)), "corrected")

    def region(self) -> Interval:
        """Return the share as the judge has it, with an interval that allows for its errors."""
        called = self._called()
        if called is None or self.correction.how == "unread":
            return self.raw
        return _allowing(self.raw, identification.share(called, self.errors, self._fewest()))

    def region_less(self, other: JudgedArm, over: Interval) -> Interval:
        """Return a difference as the judge has it, with an interval that allows for its errors.

        Args:
            other: What this arm is compared with.
            over: The difference as the judge has it.
        """
        ends, first, second = over.ends, self._called(), other._called()
        if ends is None or first is None or second is None:
            return over
        region = identification.difference(ends, first, second, self.errors, self._fewest())
        return _allowing(over, region)

    def _called(self) -> Called | None:
        """Return the share that the judge calls disclosed; None where there is no claim."""
        ends = self.raw.ends
        return None if ends is None else Called(ends, self.parts)

    def _fewest(self) -> dict[str, Errors]:
        """Return the error rates with the fewest false calls that are plausible.

        A release may withhold what those of the rated passages made false, and hardly a fact that
        is simply not there is called disclosed.
        """
        return {
            kind: e._replace(false=0.0, false_error=0.0) if kind in MAY_FALSIFY else e
            for kind, e in self.errors.items()
        }


def _by_raters(
    raw: Interval, arm: Arm, tallies: Sequence[Any], kinds: Mapping[str, float], checked: Checked
) -> JudgedArm:
    """Return an arm as raters correct it, as a whole."""
    ends = raw.ends
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
    return JudgedArm(
        raw,
        {_OWN: Part(1.0, rated[0])},
        {_OWN: PERFECT},
        correction,
        rated,
        (value - low, high - value),
    )


def _checked(
    figure: Figure, attack: Attack[Any], arm: Arm, truth: Corpus, ratings: Ratings
) -> Checked | None:
    """Return what raters said of an arm's claims; None where the attack cannot compare."""
    rows = [
        attack.checked(known, outcome, truth, ratings).get(figure.name)
        for known, outcome in zip(arm.knowledge, arm.outcomes, strict=True)
    ]
    if any(row is None for row in rows):
        return None
    return Checked(*(_by_person(arm, column) for column in zip(*rows, strict=True)))


def _by_person(arm: Arm, values: Sequence[float]) -> Any:
    return np.bincount(numbered(arm.people), np.asarray(values, dtype=np.float64))


def exact(interval: Interval) -> Interval:
    """Return an interval as it would be with any number of people: its value alone."""
    return replace(interval, low=interval.value, high=interval.value)


def _allowing(interval: Interval, ends: identification.Ends) -> Interval:
    method = f"{interval.method}, allowing for the judge's errors"
    return replace(interval, low=ends[0], high=ends[1], method=method)


def _put(interval: Interval, figured: Figured, how: str) -> Interval:
    value, low, high = figured
    return replace(interval, value=value, low=low, high=high, method=f"{interval.method}, {how}")
