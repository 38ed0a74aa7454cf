"""Evidence of attacks that ask a service."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from seethrough.evidence.evidence import Evidence


class Item(NamedTuple):
    """A contact detail or topic in an answer.

    Attributes:
        kind: What it is, such as ``email``.
        value: The detail itself.
    """

    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Answer(Evidence):
    """One answer, and what it repeats of the private records.

    Attributes:
        question: What was asked.
        answer: What the service said.
        excerpts: The stretches of private records in it, word by word.
        records: The ids of the private records that they stand in; may repeat.
        items: The private contact details and topics in it.
        sources: The ids of the records that the service looked up.
    """

    question: str
    answer: str
    excerpts: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    sources: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Return what was kept."""
        rows = {k: tuple(kept[k]) for k in ("excerpts", "records", "sources")}
        items = tuple(Item(*row) for row in kept["items"])
        return cls(kept["question"], kept["answer"], items=items, **rows)
