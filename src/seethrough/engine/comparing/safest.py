"""Which of several releases is the safest for a use, or that it cannot be said."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.engine.comparing.duels import Draw, Duel, duel, each_once
from seethrough.reasons import QUESTIONS, Question, Reason

if TYPE_CHECKING:
    from seethrough.engine.result import Audit


@dataclass(frozen=True, slots=True)
class Choice:
    """The answer to "which is the safest for this use?".

    It says which of them gives away less, never that it is safe: that is each one's verdict.

    Attributes:
        standard: The question whose figures decide, with those of the narrower ones.
        safest: The place of the safest; None where that is undecided.
        between: The places of those that it is undecided between.
        out: The places of those that cannot be the safest, and why: ``failed`` (there is no
            release, or no audit of it), ``incomplete`` (an attack that decides failed), ``untold``
            (its low figures are no sign of safety: they were measured on other records than they
            seem, or on what nobody could read), ``use`` (a limit on a utility is crossed). With the
            names of what failed or was crossed, or the kinds of the reasons.
        doubtful: The places of those of which it is undecided whether they keep the limits on
            utilities, with the figures.
        duels: What decides between every two that could be, and between each and the untold ones.
    """

    standard: Question
    safest: int | None
    between: tuple[int, ...]
    out: Mapping[int, tuple[str, tuple[str, ...]]]
    doubtful: Mapping[int, tuple[str, ...]]
    duels: tuple[Duel, ...]

    def to_json(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the machine form.

        Args:
            names: What the releases are called.
        """
        return {
            "standard": self.standard,
            "safest": None if self.safest is None else names[self.safest],
            "undecided_between": [names[i] for i in self.between],
            "left_out": [
                {"release": names[i], "why": why, "what": list(what)}
                for i, (why, what) in self.out.items()
            ],
            "use_undecided": [
                {"release": names[i], "figures": list(what)} for i, what in self.doubtful.items()
            ],
        }


def choose(draws: Sequence[Draw], missing: Sequence[int], standard: Question) -> Choice:
    """Return which release is the safest in every draw: the first of each beside that of others.

    One release gives away less than another in a figure where the difference is beyond chance
    (`Difference.differs`) and what exceeds control and baseline is smaller, too. It is safer where
    that holds for at least one figure that decides, and for none the other way round, in every
    draw; the other way round, of a figure that has no test the interval counts. It is not safer
    than one whose verdict is better. The safest is safer than every other release that can be used;
    where there is no other, than one of those whose figures do not tell all that they give away.

    Args:
        draws: The draws that were audited, one or more, each of the same releases.
        missing: The places of releases that lack an audit.
        standard: The question whose figures decide; those of narrower questions do, too.
    """
    questions = set(QUESTIONS[: QUESTIONS.index(standard) + 1])
    out: dict[int, tuple[str, tuple[str, ...]]] = dict.fromkeys(missing, ("failed", ()))
    doubtful: dict[int, tuple[str, ...]] = {}
    audited = [place for place in draws[0].audits if place not in out]
    for place in audited:
        drawn = [draw.audits[place] for draw in draws]
        failed = each_once([_failed(audit, questions) for audit in drawn])
        crossed, open_ = (each_once([_use(a, kinds) for a in drawn]) for kinds in (_CROSSED, _OPEN))
        untold = each_once([_untold(audit, questions) for audit in drawn])
        if failed:
            out[place] = ("incomplete", failed)
        elif untold:
            out[place] = ("untold", untold)
        elif crossed:
            out[place] = ("use", crossed)
        elif open_:
            doubtful[place] = open_
    places = [place for place in audited if place not in out]
    # What untold ones are seen to give away they do give away: they beat nobody, and are beaten.
    seen = [place for place in audited if place in places or out[place][0] == "untold"]
    duels = [duel(draws, pair, questions) for pair in combinations(seen, 2) if {*pair} & {*places}]
    beaten = {(d.winner, d.second if d.winner == d.first else d.first) for d in duels}
    ahead = [p for p in places if all((other, p) not in beaten for other in places)]
    best = next((p for p in ahead if all((p, o) in beaten for o in places if o != p)), None)
    if best is not None and best not in doubtful and any(best == d.winner for d in duels):
        return Choice(standard, best, (), out, doubtful, tuple(duels))
    if len(ahead) == 1:
        ahead += [o for o in places if o != ahead[0] and (ahead[0], o) not in beaten]
    return Choice(standard, None, tuple(ahead or places), out, doubtful, tuple(duels))


def _failed(audit: Audit, questions: set[Question]) -> tuple[str, ...]:
    """Return the attacks that failed and bear on the questions."""
    return tuple(
        spec.name_of(cell.attack)
        for cell in audit.cells
        if cell.error is not None
        and any(questions & set(figure.questions) for figure in cell.attack.figures)
    )


UNTOLD = frozenset(
    {
        "ids_renamed",
        "ids_moved",
        "left_out_told",
        "records_of_nobody",
        "private_texts_missing",
        "strangers_tell",
        "told_elsewhere",
        "control_shares",
        "baseline_knows",
        "unreadable",
        "columns_missed",
        "columns_of_codes",
        "columns_repeated",
        "words_recoded",
        "words_unknown",
        "overlong",
        "claims_not_judged",
        "questions_not_answered",
        "retold",
        "answers_alike",
        "records_not_attacked",
        "nothing_attacked",
    }
)
"""Reasons by which low figures of a release say nothing on what it gives away."""


def _untold(audit: Audit, questions: set[Question]) -> tuple[str, ...]:
    """Return why figures that decide were not measured, or measured on the wrong records."""
    return tuple(r.kind for r in audit.verdict.reasons if tells_nothing(r, questions))


def tells_nothing(reason: Reason, questions: Collection[Question]) -> bool:
    """Return whether low figures of a release say nothing, for some reason of its verdict.

    Args:
        reason: The reason; one is that the release was made of other private records, by its
            own sidecar.
        questions: The questions whose figures count.
    """
    of_others = reason.kind == "sidecar_mismatch" and reason.facts["of"] in ("private", "trained")
    return bool({*questions} & {*reason.questions}) and (reason.kind in UNTOLD or of_others)


_CROSSED = ("limit_crossed",)
_OPEN = ("limit_undecided", "limit_unmeasured")


def _use(audit: Audit, kinds: Sequence[str]) -> tuple[str, ...]:
    """Return the figures of utilities on which there is such a reason."""
    useful = {figure.name for run in audit.measured for figure in run.utility.figures}
    return tuple(
        reason.figure
        for reason in audit.verdict.reasons
        if reason.kind in kinds and reason.figure is not None and reason.figure in useful
    )
