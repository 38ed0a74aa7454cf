"""What an audit says of the errors of the judges that its figures rest on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from seethrough.engine.runs.judged_arm import cannot_tell, errors_of, judge_of
from seethrough.estimates.estimate import Correction, Estimate
from seethrough.reasons import QUESTIONS, Reason
from seethrough.statistics.judged import prediction

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Cell


def reasons(cells: Sequence[Cell], rated: bool) -> list[Reason]:
    """Return what to know of the judges' errors, and what bars a decision.

    Args:
        cells: The cells of an audit.
        rated: Whether the user gave ratings.
    """
    out: list[Reason] = []
    for cell in cells:
        known = errors_of(judge_of(cell.attack))
        arms = [(e, list(_corrections(e))) for e in cell.estimates]
        unmeasured = [e for e, own in arms if any(c.how == "unmeasured" for _, c in own)]
        if unmeasured:
            questions = tuple(q for q in QUESTIONS if any(q in e.questions for e in unmeasured))
            out.append(Reason("errors_unmeasured", "pass", questions or QUESTIONS))
        for estimate, own in arms:
            blind = sorted(
                {
                    k
                    for _, c in own
                    if c.how == "indistinct"
                    for k in c.kinds
                    if cannot_tell(k, known)
                }
            )
            if blind and estimate.questions:
                kind = blind[0]
                facts = {"passage": kind, "found": known[kind].found, "false": known[kind].false}
                questions, of = estimate.questions, estimate.component
                out.append(
                    Reason("indistinct", "inconclusive", questions, estimate.name, facts, of)
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
            if rated and c.how not in ("ratings", "unread", "allowed")
        ]
        if few:
            facts = {
                "least": prediction.LEAST_RATED,
                "people": prediction.LEAST_PEOPLE,
                "few": few,
            }
            out.append(Reason("few_ratings", "pass", facts=facts))
    return out


def _corrections(estimate: Estimate) -> Iterator[tuple[str, Correction]]:
    for arm, own in (("release", estimate.corrected), ("control", estimate.corrected_control)):
        if own is not None:
            yield arm, own
