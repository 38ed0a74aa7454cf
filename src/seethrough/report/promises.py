"""What a release promises, in plain words: epsilon by unit, and composed over a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def composed(details: Mapping[str, Any]) -> dict[str, float] | None:
    """Return what the epsilons of a text's replaced words add up to (``mean``, ``max``), or None.

    Args:
        details: A release's details; word-level sanitizers write it there.
    """
    found = details.get("epsilon per text")
    return None if found is None else {key: float(found[key]) for key in ("mean", "max")}


def promised(guarantee: Mapping[str, Any], per_text: Mapping[str, float] | None) -> list[str]:
    """Return the promise in sentences.

    Args:
        guarantee: ``epsilon``, ``delta``, ``unit`` and ``note``.
        per_text: What ``composed`` gave.
    """
    lines = [
        f"It promises differential privacy: epsilon {guarantee['epsilon']:g}, delta"
        f" {guarantee['delta']:g}, for each {guarantee['unit']}."
    ]
    if guarantee["note"]:
        note = guarantee["note"].rstrip(".")
        lines.append(f"{note[:1].upper()}{note[1:]}.")
    if per_text is not None:
        lines.append(
            f"Over the replaced words of a text the promise adds up to epsilon"
            f" {per_text['mean']:.4g} on average and {per_text['max']:.4g} at the most."
        )
    if guarantee["unit"] == "token":
        lines.append('The command "seethrough epsilon" tests by experiment whether it is kept.')
    return lines
