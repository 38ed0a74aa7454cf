"""Outcomes of an attack as a store keeps them, so that a run that was killed goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from seethrough.protocols import Attack, Found, Outcome, Tally

FORM = 7
"""The form in which outcomes are kept; what was kept in another is computed again."""


def shape_of(attack: Attack[Any]) -> str:
    """Return what kept outcomes of an attack look like; another shape cannot be read."""
    kind = attack.evidence
    names = () if kind is None else (kind.__name__, *(field.name for field in fields(kind)))
    return " ".join((str(FORM), *names))


def of_shape(chunk: dict[str, Any] | None, shape: str) -> dict[str, Any] | None:
    """Return a kept chunk; None for none, or for one of another shape."""
    return chunk if chunk is not None and chunk.get("shape") == shape else None


def encoded(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as data that a store can keep."""
    return counts(outcome) | {
        "ledger": outcome.ledger,
        "evidence": None if outcome.evidence is None else outcome.evidence.to_json(),
        "passage": outcome.passage,
    }


def counts(outcome: Outcome) -> dict[str, Any]:
    """Return what figures are made of, without what a reader sees."""
    return {
        "tallies": {name: list(tally) for name, tally in outcome.tallies.items()},
        "found": {name: list(found) for name, found in outcome.found.items()},
    }


def decoded(kept: Mapping[str, Any], attack: Attack[Any]) -> Outcome:
    """Return the outcome of which ``encoded`` or ``counts`` made the data."""
    tallies = {name: Tally(*tally) for name, tally in kept["tallies"].items()}
    found = {
        name: Found(tuple(things), *others) for name, (things, *others) in kept["found"].items()
    }
    seen = kept.get("evidence")
    evidence = None if seen is None or attack.evidence is None else attack.evidence.from_json(seen)
    return Outcome(
        tallies,
        kept.get("ledger", {}),
        evidence,
        found,
        kept.get("passage", ""),
    )
