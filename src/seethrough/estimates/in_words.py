"""Figures and shares as a reader reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate, Interval


def figure(interval: Interval | Estimate | None) -> str:
    """Return a figure as ``0.31 (0.28 to 0.35)``."""
    if interval is None:
        return "none"
    if interval.value is None:
        return "not measured"
    if interval.low is None or interval.high is None:
        return f"{interval.value:.2f}"
    return f"{interval.value:.2f} ({interval.low:.2f} to {interval.high:.2f})"


def percentage(part: float) -> str:
    """Return a share in percent; all and nothing are only said of all and nothing."""
    if part in (0, 1) or round(100 * part) not in (0, 100):
        return f"{100 * part:z.0f}\u00a0%"
    if round(abs(part), 3) == 0:
        return "under 0.1\u00a0%"
    if round(part, 3) == 1 and part < 1:
        return "over 99.9\u00a0%"
    return f"{100 * part:z.1f}\u00a0%"


def ends(low: float, high: float) -> str:
    """Return an interval of shares in percent, with digits enough to tell its ends apart.

    An interval without width is no all or nothing either unless it is just that.
    """
    said = f"{100 * low:z.0f} to {100 * high:z.0f}"
    alike = round(100 * low) == round(100 * high)
    fine = alike and (low < high or round(100 * low) in (0, 100))
    return f"{100 * low:z.4g} to {100 * high:z.4g}" if fine else said


def as_set(value: float, percent: bool) -> str:
    """Return a limit or tolerance with every digit that was set."""
    return f"{100 * value:.10g}\u00a0%" if percent else f"{value:.10g}"
