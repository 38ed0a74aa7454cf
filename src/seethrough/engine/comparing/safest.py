"""Which of several releases is the safest for a use, or that it cannot be said."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough import spec
from seethrough.engine.comparing.differences import Difference
from seethrough.estimates.interval import DIGITS
from seethrough.reasons import QUESTIONS, SEVERITY, Question, Reason

if TYPE_CHECKING:
    from seethrough.engine.result import Audit
    from seethrough.estimates.estimate import Estimate


class Draw(NamedTuple):
    """One draw of each release.

    Attributes:
        audits: Its audit, by the place of the release in the comparison.
        differences: As of ``differences.differences``, between these.
    """

    audits: Mapping[int, Audit]
    differences: Sequence[Difference]


@dataclass(frozen=True, slots=True)
class Duel:
    """What decides between two releases.

    Attributes:
        first: The place of the one.
        second: The place of the other.
        common: How many figures that decide both have.
        for_first: The figures by which the first gives away less, beyond chance, in some draw.
        for_second: Those by which the second does.
        open_first: The figures that were measured on the second, and could not be on the first.
        open_second: The other way round.
        worse: The places of those whose verdict is worse than the other's, in some draw.
        in_every_draw: Whether each draw by itself says the same of which one is safer.
        alike: Whether each draw has the same figures by which one gives away less.
    """

    first: int
    second: int
    common: int
    for_first: tuple[str, ...]
    for_second: tuple[str, ...]
    open_first: tuple[str, ...] = ()
    open_second: tuple[str, ...] = ()
    worse: tuple[int, ...] = ()
    in_every_draw: bool = True
    alike: bool = True

    @property
    def ahead(self) -> int | None:
        """The one that gives away less in something, and more in nothing; None where neither."""
        if bool(self.for_first) == bool(self.for_second):
            return None
        return self.first if self.for_first else self.second

    @property
    def open(self) -> tuple[str, ...]:
        """The figures that could not be measured on the one that is ahead."""
        return self.open_first if self.ahead == self.first else self.open_second

    @property
    def winner(self) -> int | None:
        """The one that is ahead, unless something of it is open or its verdict is the worse one.

        A verdict knows what no average tells, such as who is exposed one by one. None where there
        is no such one, and where draws differ: any of them may be the one released.
        """
        doubted = self.open or self.ahead in self.worse or not self.in_every_draw
        return None if doubted else self.ahead


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
    out: dict[int, tuple[str, tuple[str, ...]]] = {i: ("failed", ()) for i in missing}
    doubtful: dict[int, tuple[str, ...]] = {}
    audited = [place for place in draws[0].audits if place not in out]
    for place in audited:
        drawn = [draw.audits[place] for draw in draws]
        failed = _each([_failed(audit, questions) for audit in drawn])
        crossed, open_ = (_each([_use(a, kinds) for a in drawn]) for kinds in (_CROSSED, _OPEN))
        untold = _each([_untold(audit, questions) for audit in drawn])
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
    duels = [
        _together([_duel(draw, pair, questions) for draw in draws])
        for pair in combinations(seen, 2)
        if {*pair} & {*places}
    ]
    beaten = {(d.winner, d.second if d.winner == d.first else d.first) for d in duels}
    ahead = [p for p in places if all((other, p) not in beaten for other in places)]
    best = next((p for p in ahead if all((p, o) in beaten for o in places if o != p)), None)
    if best is not None and best not in doubtful and any(best == d.winner for d in duels):
        return Choice(standard, best, (), out, doubtful, tuple(duels))
    if len(ahead) == 1:
        ahead += [o for o in places if o != ahead[0] and (ahead[0], o) not in beaten]
    return Choice(standard, None, tuple(ahead or places), out, doubtful, tuple(duels))


def _each(names: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the names of all draws, each once."""
    return tuple(dict.fromkeys(name for own in names for name in own))


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
        "records_of_nobody",
        "strangers_tell",
        "told_elsewhere",
        "control_shares",
        "baseline_knows",
        "unreadable",
        "columns_missed",
        "columns_of_codes",
        "columns_repeated",
        "overlong",
        "claims_not_judged",
        "questions_not_answered",
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
    of_others = reason.kind == "sidecar_mismatch" and reason.facts["of"] == "private"
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


def _duel(draw: Draw, pair: tuple[int, int], questions: set[Question]) -> Duel:
    """Return what decides between two releases in one draw."""
    deciding = {e.key for e in draw.audits[pair[0]].estimates if questions & set(e.questions)}
    own = [d for d in draw.differences if (d.first, d.second) == pair and d.key in deciding]
    leaking = [
        (d, d.ahead) for d in own if d.ahead is not None and _leaks_less(draw.audits, d, d.ahead)
    ]
    # What has no test makes no release the safer one, and yet speaks against the other.
    tested = {ahead for d, ahead in leaking if d.adjusted is not None}
    first, second = (
        tuple(
            d.figure
            for d, ahead in leaking
            if ahead == place and (d.adjusted is not None or tested - {place})
        )
        for place in pair
    )
    open_first, open_second = (_open(draw.audits, own, *way) for way in (pair, pair[::-1]))
    severity = {place: SEVERITY[draw.audits[place].verdict.word] for place in pair}
    worse = tuple(place for place in pair if severity[place] > min(severity.values()))
    return Duel(*pair, len(own), first, second, open_first, open_second, worse)


def _open(
    audits: Mapping[int, Audit], own: Sequence[Difference], place: int, other: int
) -> tuple[str, ...]:
    """Return the figures that were measured on the other release, and could not be on the one."""
    valued = [
        [_estimate(audits[p], difference).value is not None for difference in own]
        for p in (place, other)
    ]
    return tuple(
        difference.figure
        for difference, here, there in zip(own, *valued, strict=True)
        if there and not here
    )


def _together(duels: Sequence[Duel]) -> Duel:
    """Return what decides between the same two releases in all draws."""
    return Duel(
        duels[0].first,
        duels[0].second,
        min(duel.common for duel in duels),
        _each([duel.for_first for duel in duels]),
        _each([duel.for_second for duel in duels]),
        _each([duel.open_first for duel in duels]),
        _each([duel.open_second for duel in duels]),
        tuple({place for duel in duels for place in duel.worse}),
        len({duel.ahead for duel in duels}) == 1,
        len({(duel.for_first, duel.for_second) for duel in duels}) == 1,
    )


def _leaks_less(audits: Mapping[int, Audit], difference: Difference, winner: int) -> bool:
    """Return whether what exceeds control and baseline is smaller for the winner, too.

    Without a control nobody knows, so that it is not.
    """
    loser = difference.second if winner == difference.first else difference.first
    leaks = []
    for place in (winner, loser):
        own = _estimate(audits[place], difference)
        if own.control is None or own.excess is None or own.excess.value is None:
            return False
        leaks.append(round(own.excess.value, DIGITS))  # equal but for rounding is equal
    return leaks[0] < leaks[1]


def _estimate(audit: Audit, difference: Difference) -> Estimate:
    """Return the figure of an audit that a difference is of."""
    return next(e for e in audit.estimates if e.key == difference.key)
