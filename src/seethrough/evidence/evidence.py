"""The base of all evidence: a frozen dataclass that can be kept and read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one guess came to, in detail; holds record text.

    An attack names its type, so that a run that goes on reads back what it kept. The fields of a
    subclass are JSON-able; one with rows in it says in ``from_json`` what they are.
    """

    def to_json(self) -> dict[str, Any]:
        """Return the fields as they are kept."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Return what was kept, lists as tuples."""
        return cls(**{k: tuple(v) if isinstance(v, list) else v for k, v in kept.items()})
