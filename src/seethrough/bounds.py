"""Limits of component parameters: beyond, a run would not end, or compute with infinities."""

from __future__ import annotations

import math
from collections.abc import Mapping

LARGEST_EPSILON = 10_000.0
"""Well below this a word is certain to stay: such an epsilon guarantees nothing."""

LARGEST_K = 1_000
"""Nearest words or passages that are looked at; the papers take 20 words and a few passages."""

MOST_ROUNDS = 100
"""Rounds of rewriting a text."""

RANGES: Mapping[str, tuple[float, float]] = {
    "answer": (1, 100_000),
    "attributes": (1, 100),
    "b": (0, 1),
    "base_weight": (0, 1e6),
    "batch": (1, 1_000_000),
    "beta": (0, 1e6),
    "candidates": (1, math.inf),
    "cap": (1, 1_000_000),
    "claims_per_prompt": (1, 100),
    "clip": (0, 1e6),
    "concurrency": (1, 256),
    "constant": (0, 1e6),
    "copies": (1, 1_000),
    "epochs": (0, 1_000),
    "folds": (2, 1_000),
    "k": (1, math.inf),
    "k1": (0, 1_000),
    "learning_rate": (0, 10),
    "layer": (0, 1_000),
    "length": (1, 1_000_000),
    "max_tokens": (1, 100_000),
    "micro": (1, 100_000),
    "most": (0, math.inf),
    "patience": (0, 86_400),
    "penalty": (0, 1e6),
    "processes": (0, 1_024),
    "questions": (1, 1_000_000),
    "rank": (0, 10_000),
    "rate": (0, 1),
    "records": (0, 1_000_000),
    "rounds": (0, MOST_ROUNDS),
    "run": (2, 1_000),
    "samples": (1, 100),
    "seed": (0, math.inf),
    "shots": (1, 1_000),
    "similar": (0, 1),
    "steps": (0, 1_000_000),
    "stop": (0, 1_000_000),
    "strength": (0, 1e6),
    "subtopics": (1, 1_000),
    "temperature": (0, 2),
    "threads": (1, 1_024),
    "threshold": (0, 1e6),
    "together": (1, 100_000),
    "weight": (0, 1e6),
    "window": (0, math.inf),
}
"""The smallest and the largest value of each field of that name, whichever component has it.

A class whose field may also be infinite names the field in its attribute ``endless``.
"""


def check_number(field: str, value: float) -> None:
    """Check a number that the user gave for a field.

    Raises:
        ValueError: It is not finite, or out of the field's range.
    """
    low, high = RANGES.get(field, (-math.inf, math.inf))
    if low <= value <= high and math.isfinite(value):
        return
    upper = "" if high == math.inf else f" and at most {high:,.10g}"
    wanted = f"at least {low:,.10g}{upper}" if low > -math.inf else "a finite number"
    raise ValueError(f"{field}={value} must be {wanted}")
