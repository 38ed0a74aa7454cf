"""What is said of releases that were made several times: which draw a figure or verdict is of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def conditional(seeds: Sequence[int], others: str) -> str:
    """Return which draw of each release the figures are of.

    Args:
        seeds: With which each release was made; nothing is said where there is none.
        others: Where the other draws are seen, behind a semicolon; said where there are any.
    """
    if not seeds:
        return ""
    if len(seeds) == 1:
        return (
            f"Each release was made once (seed {seeds[0]}); --seeds 5 would show how much several"
            " draws of a random release differ."
        )
    return (
        f"Values and intervals are of one draw of each release (seed {seeds[0]});"
        f" {others} of seeds {seeds[0]} to {seeds[-1]}."
    )


def draw_failed(why: str) -> str:
    """Return that a draw of a release is missing, and why."""
    return f"a draw of it could not be made or audited: {why}"


def of_draws(words: Sequence[str]) -> str:
    """Return how many draws have which verdict, where they differ; else nothing."""
    counts = Counter(words)
    if len(counts) < 2:
        return ""
    told = ", ".join(f"{n} {word}" for word, n in counts.most_common())
    return f"{len(words)} draws: {told}; the worst counts"
