"""The self-test in one sentence, the same for terminal and page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def checks_passed(tests: Sequence[Mapping[str, Any]]) -> str:
    """Return how many checks of the self-test passed, and how many weak points the judge showed.

    Args:
        tests: The machine form of the self-tests.
    """
    binding = [t for t in tests if t["tested"] and t["binds"] == "always"]
    weak = sum(t["tested"] and t["binds"] != "always" for t in tests if not t["passed"])
    told = f"{sum(t['passed'] for t in binding)} of {len(binding)} checks passed"
    return f"{told}, {weak} weak point{'' if weak == 1 else 's'} of the judge" if weak else told
