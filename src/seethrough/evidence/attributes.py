"""Evidence of attacks that guess what kind of person a record is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from seethrough.evidence.evidence import Evidence


class GuessedAttribute(NamedTuple):
    """One attribute of a person, and the guesses at it.

    Attributes:
        attribute: Which one, such as ``age``.
        truth: What the private file states.
        guesses: The guesses, the best first.
        marks: For each guess 1 if it is right, 0.5 if right but less precise, else 0.
    """

    attribute: str
    truth: str
    guesses: tuple[str, ...]
    marks: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class GuessedAttributes(Evidence):
    """The attributes of the person of one record.

    Attributes:
        attributes: Those that the private file states.
    """

    attributes: tuple[GuessedAttribute, ...]

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Return what was kept."""
        rows = (
            GuessedAttribute(attribute, truth, tuple(guesses), tuple(marks))
            for attribute, truth, guesses, marks in kept["attributes"]
        )
        return cls(tuple(rows))
