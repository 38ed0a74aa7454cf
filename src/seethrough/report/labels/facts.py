"""How many facts an adversary knows."""

from __future__ import annotations

from typing import Any


def facts_of(attack: Any) -> int | None:
    """Return how many facts an attack's adversary knows about each target, where that is fixed."""
    knowledge = getattr(attack, "knowledge", None)
    inner = getattr(knowledge, "source", knowledge)
    found = getattr(inner, "k", None)
    return found if isinstance(found, int) else None
