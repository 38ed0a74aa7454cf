"""What an audit says of the errors of the judges that its figures rest on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from seethrough.engine.runs.judged_arm import Ratings, alike, cannot_tell, errors_of, judge_of
from seethrough.estimates.estimate import Correction, Estimate
from seethrough.evidence.grade import leaked
from seethrough.evidence.linked import RatedRecord
from seethrough.reasons import QUESTIONS, Question, Reason, Word
from seethrough.statistics.judged import prediction
from seethrough.statistics.judged.misclassification import Errors

if TYPE_CHECKING:
    from seethrough.agreement.ratings import RatedClaims
    from seethrough.engine.runs.cells import Arm, Cell

MOST_STRANGE = 0.05
"""Up to this share of the user's ratings may be of what a run does not have.

More of them, and whoever rated drew from another run: where the release has changed since, those
that are left are of the passages that did not change, whatever the judge makes of the others.
"""

MOST_SKIPPED = 0.05
"""Up to this share of the claims that raters were shown they may skip."""

MOST_UNCHECKED = 0.05
"""Up to this share of the user's ratings may be by raters of whom it is not known if they read."""

LEAST_KAPPA = 0.4
"""From this Fleiss' kappa on raters agree at least moderately (Landis and Koch, 1977)."""

MOST_DISAGREED = 0.1
"""Up to this share of ratings may differ, whatever kappa: it is low where all is hidden, too."""


def reasons(cells: Sequence[Cell], rated: RatedClaims | None) -> list[Reason]:
    """Return what to know of the judges' errors, and what bars a decision.

    Args:
        cells: The cells of an audit.
        rated: The user's own ratings, with what the raters skipped, and how they did on claims
            whose answer is known; None for none.
    """
    ratings = None if rated is None else rated.by_pair
    out = [] if rated is None else [*_no_sample(cells, rated), *_raters(cells, rated)]
    useless = ratings is not None and alike(ratings)
    out += [Reason("ratings_alike", "pass")] if useless else []
    for cell in cells:
        arms = [(e, [*_corrections(e)]) for e in cell.estimates]
        out += _unmeasured(arms)
        out += _indistinct(arms, errors_of(judge_of(cell.attack)))
        if ratings is not None and not useless:
            out += [*_few_ratings(arms), *_picked(cell, ratings)]
    return out


_Arms = Sequence[tuple[Estimate, Sequence[tuple[str, Correction]]]]
"""Each estimate with how its arms were corrected, the release's and the control's."""


def _unmeasured(arms: _Arms) -> list[Reason]:
    """Return that the error rates of a judge are not known."""
    found = [e for e, own in arms if any(c.how == "unmeasured" for _, c in own)]
    if not found:
        return []
    questions = _questions(found)
    word: Word = "inconclusive" if questions else "pass"
    return [Reason("errors_unmeasured", word, questions or QUESTIONS)]


def _indistinct(arms: _Arms, known: Mapping[str, Errors]) -> list[Reason]:
    """Return on which kind of passage a judge hardly tells disclosed from other claims."""
    out = []
    for e, own in arms:
        kinds = {k for _, c in own if c.how == "indistinct" for k in c.kinds}
        blind = sorted(kind for kind in kinds if cannot_tell(kind, known))
        if blind and e.questions:
            found, false, *_ = known[blind[0]]
            facts = {"passage": blind[0], "found": found, "false": false}
            out.append(
                Reason("indistinct", "inconclusive", e.questions, e.name, facts, e.component)
            )
    return out


def _few_ratings(arms: _Arms) -> list[Reason]:
    """Return which arms were rated too little to be corrected by their ratings."""
    few = [
        {"figure": e.name, "title": e.called, "arm": arm, "claims": c.own, "people": c.own_people}
        for e, own in arms
        for arm, c in own
        if c.how not in ("ratings", "unread", "allowed")
    ]
    if not few:
        return []
    least = {"least": prediction.LEAST_RATED, "people": prediction.LEAST_PEOPLE}
    return [Reason("few_ratings", "pass", facts={**least, "few": few})]


def _no_sample(cells: Sequence[Cell], rated: RatedClaims) -> list[Reason]:
    """Return that the ratings that correct the judge are no random sample of what it read.

    They are of another run, or raters skipped what they did not like to rate.
    """
    by_them, ratings = _by_ratings(cells), rated.by_pair
    read = {
        (claim.text, seen.passage)
        for cell in cells
        for arm in (cell.targets, cell.control)
        if arm is not None
        for _, seen in arm.evidence(RatedRecord)
        for claim in seen.claims
    }
    if not by_them or not read:
        return []
    questions, out = _questions(by_them) or QUESTIONS, []
    strange, passed = sum(pair not in read for pair in ratings), len(rated.skipped & read)
    if strange > MOST_STRANGE * len(ratings):
        facts = {"strange": strange, "of": len(ratings)}
        out.append(Reason("ratings_of_another_run", "inconclusive", questions, facts=facts))
    shown = passed + len(ratings) - strange
    if passed > MOST_SKIPPED * shown:
        facts = {"skipped": passed, "of": shown}
        out.append(Reason("ratings_skipped", "inconclusive", questions, facts=facts))
    return out


def _raters(cells: Sequence[Cell], rated: RatedClaims) -> list[Reason]:
    """Return that raters rated blindly, may have done so, or disagree on what is disclosed.

    A file of blind ratings, nearly all of them "not disclosed", would turn any release into a pass.
    Raters who guess find as much in the control as in the release, and no leak remains.
    """
    out, given, by_them = [], sum(map(len, rated.ratings)), _by_ratings(cells)
    if rated.blind:
        facts: dict[str, Any] = {"blind": len(rated.blind)}
        facts |= {"of": len(rated.blind) + len(rated.raters)}
        out.append(Reason("raters_blind", "pass", facts=facts))
    questions, agreed = _questions(by_them) or QUESTIONS, rated.agreed
    if by_them and rated.unchecked > MOST_UNCHECKED * given:
        facts = {"unchecked": rated.unchecked, "of": given}
        out.append(Reason("raters_unchecked", "inconclusive", questions, facts=facts))
    if by_them and agreed and agreed.kappa < LEAST_KAPPA and agreed.share < 1 - MOST_DISAGREED:
        facts = agreed._asdict()
        out.append(Reason("raters_disagree", "inconclusive", questions, facts=facts))
    return out


def _picked(cell: Cell, ratings: Ratings) -> list[Reason]:
    """Return of which arms the rated claims are no random sample, by what the judge says of them.

    Whoever rates the clear claims alone, or those that look disclosed, sees other errors than the
    judge makes. What it says of the rated claims shows such a choice, unless it is among claims of
    which it says the same.
    """
    out = []
    for arm, group in (("release", cell.targets), ("control", cell.control)):
        by_them = [
            e
            for e in cell.estimates
            if any((of, c.how) == (arm, "ratings") for of, c in _corrections(e))
        ]
        if not by_them or group is None:
            continue
        drawn = _drawn(group, ratings)
        if drawn is not None and prediction.picked(drawn):
            told, of = float(drawn.rated_called.sum()), float(drawn.rated.sum())
            facts = {"arm": arm, "rated": int(of), "called_of_rated": told / of}
            facts |= {"called": float(drawn.called.sum() / drawn.claims.sum())}
            questions = _questions(by_them) or QUESTIONS
            out.append(Reason("ratings_picked", "inconclusive", questions, facts=facts))
    return out


def _drawn(arm: Arm, ratings: Ratings) -> prediction.Drawn | None:
    """Return how many claims the judge read and people rated, passage by passage; None for none."""
    counts: dict[str, Counter[str]] = {}
    for _, seen in arm.evidence(RatedRecord):
        for claim in seen.claims:
            if claim.grade is not None and seen.passage.strip():
                rated, called = (claim.text, seen.passage) in ratings, leaked(claim.grade)
                row = {"claims": 1, "called": called, "rated": rated}
                row |= {"rated_called": rated and called}
                counts.setdefault(seen.passage, Counter()).update(row)
    if not any(row["rated"] for row in counts.values()):
        return None
    fields = prediction.Drawn._fields
    return prediction.Drawn(*(np.array([float(r[f]) for r in counts.values()]) for f in fields))


def _questions(estimates: Sequence[Estimate]) -> tuple[Question, ...]:
    """Return the questions that any of the estimates decides."""
    return tuple(q for q in QUESTIONS if any(q in e.questions for e in estimates))


def _by_ratings(cells: Sequence[Cell]) -> list[Estimate]:
    """Return the estimates that ratings correct."""
    return [
        estimate
        for cell in cells
        for estimate in cell.estimates
        if any(correction.how == "ratings" for _, correction in _corrections(estimate))
    ]


def _corrections(estimate: Estimate) -> Iterator[tuple[str, Correction]]:
    for arm, own in (("release", estimate.corrected), ("control", estimate.corrected_control)):
        if own is not None:
            yield arm, own
