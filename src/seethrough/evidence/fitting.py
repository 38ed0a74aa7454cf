"""Evidence of attacks that count how many people a record may be about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from seethrough.evidence.evidence import Evidence


class SaidAttribute(NamedTuple):
    """One attribute that a released record states.

    Attributes:
        attribute: Which one, such as ``age``.
        released: What the released record says; the person is one of these.
        private: What the private record says; empty where it says nothing.
        true: Whether it counts: both may hold or, where the private record says nothing, it is
            the person's own.
    """

    attribute: str
    released: tuple[str, ...]
    private: tuple[str, ...]
    true: bool


@dataclass(frozen=True, slots=True)
class PeopleWhoFit(Evidence):
    """How many people of a population fit what a released record truly says.

    Attributes:
        attributes: What it states.
        expected: The expected number of people, at least 1.
        low: The lower end of a 95 % interval of their number.
        high: The upper end.
        unique: The chance that only one person fits.
    """

    attributes: tuple[SaidAttribute, ...]
    expected: float
    low: float
    high: float
    unique: float

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Return what was kept."""
        rows = (
            SaidAttribute(name, tuple(released), tuple(private), true)
            for name, released, private, true in kept["attributes"]
        )
        return cls(tuple(rows), *(kept[k] for k in ("expected", "low", "high", "unique")))
