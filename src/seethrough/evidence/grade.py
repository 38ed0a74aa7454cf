"""What a judge's grade means: what counts as leaked, and how far that is from hidden.

Source: "A False Sense of Privacy", section 2.4.
"""

from __future__ import annotations

from typing import TypeGuard

SAME, SIMILAR, UNSUPPORTED = 1, 2, 3
"""The passage says the same as the claim, something similar, or does not support it."""


def leaked(grade: int | None) -> TypeGuard[int]:
    """Return whether a claim of this grade is disclosed; of one not judged, False."""
    return grade is not None and grade < UNSUPPORTED


def distance(grade: int) -> float:
    """Return a grade of 1, 2 or 3 as a distance of 0, 0.5 or 1."""
    return (grade - SAME) / (UNSUPPORTED - SAME)
