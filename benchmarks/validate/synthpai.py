"""Published guesses of ten models at SynthPAI's attributes, scored by rule and by people."""

from __future__ import annotations

from collections import defaultdict

from benchmarks.accuracy.attribute_marks import marked
from benchmarks.validate.comparison import Comparison

NEEDS = ("validate/synthpai_guesses.jsonl",)


def compare() -> list[Comparison]:
    """Return each model's share of right first guesses; half of the authors were looked at."""
    right: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for mark in marked():
        if mark.first:
            right[mark.model].append((float(mark.theirs == 1), float(mark.ours == 1)))
    return [
        Comparison(
            f"attributes right at the first guess, {model}",
            "SynthPAI, marks by people",
            sum(theirs for theirs, _ in pairs) / len(pairs),
            sum(ours for _, ours in pairs) / len(pairs),
            "within",
            0.06,
        )
        for model, pairs in sorted(right.items())
    ]
