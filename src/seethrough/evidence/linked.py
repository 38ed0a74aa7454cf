"""Evidence of attacks that link a released record to a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from seethrough.estimates.figure import Sensitivity
from seethrough.evidence.evidence import Evidence


@dataclass(frozen=True, slots=True)
class LinkedRecord(Evidence):
    """The released record that the adversary ascribes to a person.

    Attributes:
        known: The facts that it started from.
        linked: The record's id; None where it found none.
        passage: The record's text.
    """

    known: tuple[str, ...]
    linked: str | None
    passage: str


@dataclass(frozen=True, slots=True)
class RankedRecord(LinkedRecord):
    """The same, and whether it is the right one.

    Attributes:
        rank: The place of the first record about the person, 1 for the best; None where none of
            those that were ranked is.
    """

    rank: int | None


class RatedClaim(NamedTuple):
    """A claim that the adversary did not know, and what a judge says of it.

    Attributes:
        text: The claim.
        grade: 1 same, 2 similar, 3 unsupported by the passage; None where it was not judged.
        note: The judge's remark.
        sensitivity: How sensitive the claim is.
        also: The class of what else it says, beside what makes it identifying, or None.
        spared: Whether the passage has lost what makes it identifying.
    """

    text: str
    grade: int | None
    note: str
    sensitivity: Sensitivity
    also: Sensitivity | None = None
    spared: bool = False

    def says(self, name: str) -> bool:
        """Return whether it says something of a class."""
        return name in (self.sensitivity, self.also)

    def tells(self, name: str) -> bool:
        """Return whether a passage that discloses it tells something of a class."""
        return name == self.also or (name == self.sensitivity and not self.spared)


@dataclass(frozen=True, slots=True)
class RatedRecord(LinkedRecord):
    """A linked record with what it discloses, claim by claim.

    Attributes:
        claims: The claims, in the order of the private record.
    """

    claims: tuple[RatedClaim, ...]

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Return what was kept."""
        claims = tuple(RatedClaim(*row) for row in kept["claims"])
        return cls(tuple(kept["known"]), kept["linked"], kept["passage"], claims)
