"""What is missing of what was to be attacked, judged or answered: too much bars a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from seethrough import spec
from seethrough.evidence.linked import RatedRecord
from seethrough.reasons import Reason

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Cell

LEAST_ATTACKED = 0.9
"""Share of the released people's records that must be attacked for a verdict."""

MOST_UNJUDGED = 0.05
"""Share of claims that may stay unjudged for a verdict: all of them might have leaked."""

_UNTOLD = (
    ("claims_not_judged", "claims_unjudged", "claims_asked"),
    ("questions_not_answered", "questions_unanswered", "questions_asked"),
    ("questions_not_answered", "continuations_unanswered", "continuations_asked"),
)
PARTS = (
    *_UNTOLD,
    ("records_not_searched", "records_not_searched", "records_tried"),
    ("records_without_question", "records_without_question", "records_tried"),
    ("spans_too_long", "spans_too_long", "continuations_asked"),
)
"""Reasons, with the entries of a ledger for what is missing and for what was asked."""


def shortfalls(counts: Mapping[str, int]) -> list[Reason]:
    """Return why the coverage does not carry a verdict; none where it does.

    A sample of targets covers what it was drawn from: what could not have been drawn is missing
    all the same.

    Args:
        counts: The ledger.
    """
    at_stake = counts["records_at_stake"]
    attacked = counts["records_attacked"]
    reachable = attacked + counts["records_not_sampled"]
    reasons = []
    if attacked == 0:
        reasons.append(_lacking("nothing_attacked"))
    elif reachable < LEAST_ATTACKED * at_stake:
        reasons.append(_lacking("records_not_attacked", attacked=reachable, of=at_stake))
    for kind, part, whole in PARTS:
        if counts.get(part, 0) > MOST_UNJUDGED * counts.get(whole, 0):
            reasons.append(_lacking(kind, missing=counts[part], of=counts.get(whole, 0)))
    if counts.get("sanitizer_failed", 0):
        reasons.append(_lacking("sanitizer_failed", records=counts["sanitizer_failed"]))
    return reasons


def control_untold(cells: Iterable[Cell]) -> list[Reason]:
    """Return what too much is missing of in a control alone; nothing where all of it is there.

    What is missing may be what shows nothing: then less is guessed anyway than it seems.

    Args:
        cells: What was found.
    """
    arms = [(c.targets.ledger(), c.control.ledger()) for c in cells if c.control is not None]
    reasons = []
    for kind, part, whole in _UNTOLD:
        alone = [
            control
            for own, control in arms
            if control[part] > MOST_UNJUDGED * control[whole]
            and own[part] <= MOST_UNJUDGED * own[whole]
        ]
        if alone:
            worst = max(alone, key=lambda control: control[part] / control[whole])
            facts = {"missing": worst[part], "of": worst[whole], "control": True}
            reasons.append(_lacking(kind, **facts))
    return reasons


def classes_not_judged(cells: Iterable[Cell]) -> list[Reason]:
    """Return of which classes of facts too many were not judged; none where all were.

    A judge that refuses one kind of claims leaves a figure on the others, or none at all, however
    few they are of all claims.

    Args:
        cells: What was found; those whose evidence holds rated claims count.
    """
    reasons = []
    for cell in cells:
        claims = [c for _, seen in cell.targets.evidence(RatedRecord) for c in seen.claims]
        for figure in cell.attack.figures:
            said = figure.sensitivity
            grades = [c.grade for c in claims if said is not None and c.says(said)]
            missing = grades.count(None)
            if figure.questions and missing > MOST_UNJUDGED * len(grades):
                facts = {"missing": missing, "of": len(grades), "title": figure.called}
                reasons.append(
                    Reason(
                        "claims_not_judged",
                        "inconclusive",
                        figure.questions,
                        figure.name,
                        facts,
                        spec.to_json(cell.attack),
                    )
                )
    return reasons


def _lacking(kind: str, **facts: int) -> Reason:
    return Reason(kind, "inconclusive", facts=facts)
