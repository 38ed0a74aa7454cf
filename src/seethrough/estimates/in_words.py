"""Shares as a reader reads them."""

from __future__ import annotations


def percentage(part: float) -> str:
    """Return a share in percent; all and nothing are only said of all and nothing."""
    if part not in (0, 1) and round(100 * part) in (0, 100):
        return f"{100 * part:z.1f}\u00a0%"
    return f"{100 * part:z.0f}\u00a0%"
