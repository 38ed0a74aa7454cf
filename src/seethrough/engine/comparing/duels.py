"""What decides between two releases: by which figures one gives away less than the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from seethrough.engine.comparing.differences import Difference
from seethrough.estimates.interval import DIGITS
from seethrough.reasons import SEVERITY, Question

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


def duel(draws: Sequence[Draw], pair: tuple[int, int], questions: set[Question]) -> Duel:
    """Return what decides between two releases in all draws.

    Args:
        draws: The draws that were audited, one or more.
        pair: The places of the two.
        questions: The questions whose figures decide.
    """
    duels = [_in_one_draw(draw, pair, questions) for draw in draws]
    return Duel(
        *pair,
        min(d.common for d in duels),
        each_once([d.for_first for d in duels]),
        each_once([d.for_second for d in duels]),
        each_once([d.open_first for d in duels]),
        each_once([d.open_second for d in duels]),
        tuple({place for d in duels for place in d.worse}),
        len({d.ahead for d in duels}) == 1,
        len({(d.for_first, d.for_second) for d in duels}) == 1,
    )


def each_once(names: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the names of all draws, each once."""
    return tuple(dict.fromkeys(name for own in names for name in own))


def _in_one_draw(draw: Draw, pair: tuple[int, int], questions: set[Question]) -> Duel:
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
        leaks.append(round(own.excess.value, DIGITS))  # equal up to rounding is equal
    return leaks[0] < leaks[1]


def _estimate(audit: Audit, difference: Difference) -> Estimate:
    """Return the figure of an audit that a difference is of."""
    return next(e for e in audit.estimates if e.key == difference.key)
