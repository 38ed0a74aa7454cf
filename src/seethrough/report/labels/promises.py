"""What a release guarantees, in plain words: epsilon by unit, and composed over a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough.records.releases.release import BY_DISTANCE, PER_TEXT, VOIDED
from seethrough.report.labels.wording import capital


def composed(details: Mapping[str, Any]) -> dict[str, float] | None:
    """Return what the epsilons of a text's replaced words add up to (``mean``, ``max``), or None.

    Args:
        details: A release's details; word-level sanitizers write it there.
    """
    found = details.get(PER_TEXT)
    return None if found is None else {key: float(found[key]) for key in ("mean", "max")}


def voided(details: Mapping[str, Any]) -> str:
    """Return in one sentence which guarantee a seed has voided; empty where none was.

    Args:
        details: A release's details.
    """
    terms = details.get(VOIDED)
    if terms is None:
        return ""
    return f"It was made with a seed, so it guarantees nothing: {terms} is void."


def promised(guarantee: Mapping[str, Any], per_text: Mapping[str, float] | None) -> list[str]:
    """Return the guarantee in sentences.

    Args:
        guarantee: ``epsilon``, ``delta``, ``unit`` and ``note``, and under ``claimed_by`` the file
            that claims it, empty where the sanitizer was run here.
        per_text: What ``composed`` gave.
    """
    source, note = guarantee.get("claimed_by", ""), guarantee["note"].rstrip(".")
    terms = f"epsilon {guarantee['epsilon']:g}, delta {guarantee['delta']:g}, for each"
    lines = [f"It guarantees differential privacy: {terms} {guarantee['unit']}."]
    if source:
        lines = [
            f"Differential privacy is claimed by {source}, not verified: {terms}"
            f" {guarantee['unit']}."
        ]
    if note:
        lines.append(f"It says: “{note}.”" if source else f"{capital(note)}.")
    by_distance = guarantee["unit"] == BY_DISTANCE
    if per_text is not None:
        sums = "is said to add up" if source else "adds up"
        lines.append(
            f"Over the replaced words of a text the guarantee {sums} to epsilon"
            f" {per_text['mean']:.4g} on average and {per_text['max']:.4g} at the most"
            f"{', for each unit of distance' if by_distance else ''}."
        )
    if guarantee["unit"] == "token" or by_distance:
        lines.append(
            'The command "seethrough epsilon" tests by experiment whether it is kept; give it the'
            " step that makes the guarantee, where there are several."
        )
    return lines
