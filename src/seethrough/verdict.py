"""From figures to a verdict: pass, fail or inconclusive, and why."""

from __future__ import annotations

import difflib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from seethrough.errors import UsageError
from seethrough.estimates import Estimate

Word = Literal["pass", "fail", "inconclusive"]


@dataclass(frozen=True)
class Limit:
    """A limit that the user sets on a figure.

    Attributes:
        name: The figure's name.
        value: The limit.
        above: Whether figures above the limit fail; otherwise those below do.
    """

    name: str
    value: float
    above: bool = True

    @classmethod
    def parse(cls, text: str, above: bool = True) -> Limit:
        """Return the limit written ``NAME=VALUE``.

        Raises:
            UsageError: It is not written so.
        """
        name, equals, value = text.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not (name.strip() and equals and math.isfinite(number)):
            raise UsageError(f"limit {text!r}: write NAME=NUMBER, such as linkage.top1=0.1")
        return cls(name.strip(), number, above)

    def crossed(self, value: float) -> bool:
        """Return whether a figure's value is on the wrong side."""
        return value > self.value if self.above else value < self.value

    def __str__(self) -> str:
        return f"{self.name} {'above' if self.above else 'below'} {self.value:g}"


@dataclass(frozen=True)
class Verdict:
    """The word and its reasons.

    Attributes:
        word: ``pass``, ``fail`` or ``inconclusive``.
        reasons: One line each.
        limit_crossed: Whether a limit that the user set was crossed.
    """

    word: Word
    reasons: tuple[str, ...]
    limit_crossed: bool = False

    @property
    def exit_status(self) -> int:
        """0 passed, 1 a given limit was crossed, 2 inconclusive."""
        if self.word == "inconclusive":
            return 2
        return int(self.limit_crossed)


def decide(
    estimates: Sequence[Estimate],
    limits: Sequence[Limit],
    doubts: Sequence[str],
    remarks: Sequence[str] = (),
) -> Verdict:
    """Decide what the figures say.

    With limits, a release fails whose figure is beyond one. Without, a release fails that leaks
    more than the control beyond what chance explains. In doubt (a failed self-test, missing
    coverage) a release never passes; a leak that was found stays found.

    Args:
        estimates: The figures.
        limits: What the user allows at most (or at least).
        doubts: Why the figures may be too low; none where they can be trusted.
        remarks: What must be known where a release passes, such as that much of it is empty.

    Raises:
        UsageError: A limit names a figure that was not measured.
    """
    known = [e.name for e in estimates]
    crossed = []
    doubts = list(doubts)
    for limit in limits:
        if limit.name not in known:
            close = difflib.get_close_matches(limit.name, known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"measured: {', '.join(known)}"
            raise UsageError(f"limit on {limit.name!r}, which was not measured; {hint}")
        for estimate in estimates:
            if estimate.name != limit.name:
                continue
            if estimate.value is None:
                doubts.append(f"{limit.name} could not be measured")
            elif limit.crossed(estimate.value):
                crossed.append(f"{limit.name} is {estimate.value:.3f}; the limit is {limit}")
    if crossed:
        return Verdict("fail", (*crossed, *doubts), limit_crossed=True)
    if doubts:
        return Verdict("inconclusive", tuple(doubts))
    if limits:
        return Verdict("pass", (*(f"not crossed: {limit}" for limit in limits), *remarks))
    leaks = [
        f"{e.name} is {e.value:.2f}, {e.excess.value:.2f} beyond control and baseline"
        f" (95 % interval {e.excess.low:.2f} to {e.excess.high:.2f})"
        for e in estimates
        if e.excess is not None
        and e.value is not None
        and e.excess.value is not None
        and e.excess.low is not None
        and e.excess.low > 0
    ]
    if leaks:
        return Verdict("fail", tuple(leaks))
    return Verdict("pass", ("no figure exceeds control and baseline beyond chance", *remarks))
