"""Figures and shares as a reader reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seethrough.estimates.interval import EXACT

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate, Interval


def figure(interval: Interval | Estimate | None) -> str:
    """Return a figure as ``0.31 (0.28 to 0.35)``; ``0.02 (exact)`` is known without measuring."""
    if interval is None:
        return "none"
    if interval.value is None:
        return "not measured"
    if interval.low is None or interval.high is None:
        return f"{interval.value:.2f}"
    if interval.method == EXACT:
        return f"{interval.value:.2f} (exact)"
    return f"{interval.value:.2f} ({interval.low:.2f} to {interval.high:.2f})"


def percentage(part: float, bar: float | None = None) -> str:
    """Return a share in percent; all and nothing are only said of all and nothing.

    Args:
        part: The share.
        bar: A limit on whose side it must be seen to lie; None for none.
    """
    if part in (0, 1) or round(100 * part) not in (0, 100):
        return f"{_percent(percent(part), part, bar)}\u00a0%"
    if round(abs(part), 3) == 0:
        return "under 0.1\u00a0%"
    if round(part, 3) == 1 and part < 1:
        return "over 99.9\u00a0%"
    return f"{_percent(percent(part, 1), part, bar)}\u00a0%"


def percent(part: float, digits: int = 0) -> str:
    """Return the number of a share in percent, rounded as the share itself is with two more digits.

    7 of 40 are 0.17 and 17 %, and not 18 %.
    """
    return f"{100 * round(part, digits + 2):z.{digits}f}"


def ends(low: float, high: float, bar: float | None = None) -> str:
    """Return an interval of shares in percent, with just the digits that tell its ends apart.

    An interval is no all or nothing either unless it is just that.

    Args:
        low: The lower end.
        high: The upper end.
        bar: A limit on whose side each must be seen to lie; None for none.
    """
    alike = round(low, 2) == round(high, 2)
    fine = alike and (low < high or round(100 * low) in (0, 100))
    said = _told_apart(low, high) if fine else [percent(end) for end in (low, high)]
    one, two = (_percent(s, end, bar) for s, end in zip(said, (low, high), strict=True))
    return f"{one} to {two}"


def _told_apart(low: float, high: float) -> list[str]:
    """Return two shares in percent, with as few digits as tell them apart, from 0 and from 100."""
    shares = low, high
    for digits in range(1, _MOST_DIGITS):
        said = [percent(end, digits).rstrip("0").rstrip(".") for end in shares]
        told = (s not in ("0", "100") or end in (0, 1) for s, end in zip(said, shares, strict=True))
        if said[0] != said[1] and all(told):
            return said
    return [f"{100 * end:z.4g}" for end in shares]


def _percent(said: str, part: float, bar: float | None) -> str:
    return apart(said, 100 * part, None if bar is None else 100 * bar)


def apart(said: str, value: float, bar: float | None) -> str:
    """Return a rounded number with as many digits as show on which side of a limit it lies.

    Args:
        said: The number as it is rounded elsewhere.
        value: The number.
        bar: The limit, in the same unit; None for none.
    """
    if bar is None:
        return said
    side, digits = _side(value, bar), len(said.partition(".")[2])
    while _side(float(said.replace(",", "")), bar) != side and digits < _MOST_DIGITS:
        digits += 1
        said = f"{value:z,.{digits}f}"
    return said


_MOST_DIGITS = 8


def _side(value: float, bar: float) -> int:
    over = round(value - bar, _MOST_DIGITS)  # what lies beyond cannot be said and may be rounding
    return (over > 0) - (over < 0)


def as_set(value: float, percent: bool) -> str:
    """Return a limit or tolerance with every digit that was set."""
    return f"{100 * value:.10g}\u00a0%" if percent else f"{value:.10g}"
