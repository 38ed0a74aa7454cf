"""What releases that answer questions have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from seethrough.records.releases.release import Described, Provenance

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


class Reply(NamedTuple):
    """A service's answer to a question.

    Attributes:
        text: The answer; if there is a problem, what was sent instead of one, mostly nothing.
        problem: Why there is none, in one line without record text; empty if there is one.
        sources: The ids of the records that the answer was made from; a report shows them, an
            adversary does not see them.
    """

    text: str
    problem: str = ""
    sources: tuple[str, ...] = ()


class Asked(Protocol):
    """What stands behind a release that answers."""

    @property
    def hash(self) -> str:
        """Identifies all that an answer depends on, in hexadecimal digits."""

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Answer questions, in order; the same question gets the same answer."""


@dataclass(frozen=True)
class AnsweringRelease(Provenance, ABC):
    """A release that answers questions; ``emptied`` answers them with nothing of its own."""

    readable: ClassVar[bool] = False
    default_attacks: ClassVar[tuple[str, ...]]
    needed_attacks: ClassVar[tuple[str, ...]]
    described: ClassVar[Described]

    @property
    @abstractmethod
    def asked(self) -> Asked:
        """What answers."""

    @property
    @abstractmethod
    def corpus(self) -> Corpus:
        """The records behind it: for the report, not for the adversary."""

    @abstractmethod
    def emptied(self) -> AnsweringRelease:
        """Return the baseline: the same release, holding nothing."""

    @abstractmethod
    def holding(self, corpus: Corpus) -> AnsweringRelease:
        """Return the same kind of release of other records."""

    @abstractmethod
    def reading(self, corpus: Corpus) -> AnsweringRelease:
        """Return this very release with its records in another form, such as decoded."""

    @property
    def hash(self) -> str:
        """Identifies all that an answer depends on."""
        return self.asked.hash

    @property
    def label(self) -> str:
        """A hash that identifies its content in a store."""
        return f"{type(self).__name__}-{self.hash[:16]}"

    @property
    def aligned(self) -> bool:
        """An answer corresponds to no record."""
        return False

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Answer questions, in order; the same question gets the same answer."""
        return self.asked.ask(questions)

    def originals(self, corpus: Corpus) -> AnsweringRelease:
        """Return the same release of unchanged records."""
        return self.holding(corpus)
