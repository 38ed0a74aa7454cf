"""Wilson's interval, beside the cases in Anonymeter's own tests (``tests/test_confidence.py``)."""

from __future__ import annotations

from benchmarks.validate.comparison import Comparison
from seethrough.statistics.intervals import wilson

NEEDS: tuple[str, ...] = ()
CASES = ((850, 1000, 0.849, 0.022), (0, 1000, 0.002, 0.002), (1000, 1000, 0.998, 0.002))
EXACT = ((100, 100, 0.9815032508965071, 0.01849674910349284),
         (23, 100, 0.23998824451588613, 0.08155558571285167))  # fmt: skip
"""Successes, trials, centre and half width of the 95 % interval."""


def compare() -> list[Comparison]:
    """Return centre and half width; theirs are given to three digits or in full."""
    found = []
    for cases, bound in ((CASES, 5e-4), (EXACT, 1e-12)):
        for hits, trials, centre, half in cases:
            low, high = wilson(hits / trials, trials)
            for what, theirs, ours in (
                ("centre", centre, (low + high) / 2),
                ("half width", half, (high - low) / 2),
            ):
                name = f"95 % interval of {hits} in {trials}: {what}"
                found.append(Comparison(name, "Anonymeter", theirs, ours, "within", bound))
    return found
