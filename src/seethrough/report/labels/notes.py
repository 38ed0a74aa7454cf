"""What a figure leaves out, in words: why nothing was measured, how many answers there were not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate


def notes(estimates: Sequence[Estimate]) -> list[str]:
    """Return a line for each figure of use that was not measured, or not on all records.

    Args:
        estimates: Figures of use; the coverage ledger has what those of attacks leave out.
    """
    return [line for e in estimates if (line := note_of(e.name, e.value, e.method))]


def note_of(name: str, value: float | None, method: str) -> str:
    """Return the same for one figure, or nothing.

    Args:
        name: Its name in the machine form.
        value: Its value; None where it was not measured.
        method: How it was made; what could not be counted stands behind a semicolon.
    """
    said = method if value is None else method.partition("; ")[2]
    return f"{name}: {said}" if said else ""
