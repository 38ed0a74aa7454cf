"""Evidence of attacks that look for what a record holds anywhere in the release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from seethrough.evidence.evidence import Evidence


class Place(NamedTuple):
    """An identifier, and one place where it stands.

    Attributes:
        identifier: The identifier.
        record: The id of the released record.
        column: The column of that record.
    """

    identifier: str
    record: str
    column: str


@dataclass(frozen=True, slots=True)
class StandingIdentifiers(Evidence):
    """The direct identifiers of a record, and those that are in the release.

    Attributes:
        identifiers: All that were looked for.
        standing: Where some of them stand.
    """

    identifiers: tuple[str, ...]
    standing: tuple[Place, ...] = ()

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Return what was kept."""
        return cls(tuple(kept["identifiers"]), tuple(Place(*row) for row in kept["standing"]))
