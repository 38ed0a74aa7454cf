"""A service over a corpus as a release."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Protocol

from seethrough.records.releases.answering import AnsweringRelease, Reply
from seethrough.records.releases.release import Described

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


class Service(Protocol):
    """Answers questions from a corpus (``seethrough.retrieval.service``)."""

    @property
    def corpus(self) -> Corpus:
        """The records that it answers from."""

    @property
    def hash(self) -> str:
        """Identifies all that an answer depends on, in hexadecimal digits."""

    @property
    def retrieval(self) -> str:
        """A description of what is searched, for a report."""

    def prepare(self) -> None:
        """Load now what the first question would load, and raise its errors."""

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Answer questions, in order; the same question gets the same answer."""

    def over(self, corpus: Corpus) -> Service:
        """Return the same service over another corpus."""


@dataclass(frozen=True)
class RagRelease(AnsweringRelease):
    """A question-answering service over a corpus; the adversary may only ask.

    Source: SAGE, appendix A.3 (black box: the attacker sends queries and reads answers).

    Attributes:
        service: The service. An attack calls only ``ask``.
    """

    service: Service

    default_attacks: ClassVar[tuple[str, ...]] = ("extraction", "extraction:aim=contacts")
    needed_attacks: ClassVar[tuple[str, ...]] = ("extraction",)
    described: ClassVar[Described] = Described(
        kind="retrieval service",
        target="A service that answers from {records} about {people}",
        empty="Nothing to look up",
        emptied="a service with nothing to look up",
        others="against the records of people who are not in the release",
        option="--as rag",
    )

    @property
    def asked(self) -> Service:
        """What answers."""
        return self.service

    @property
    def corpus(self) -> Corpus:
        """The records behind the service: for the report, not for the adversary."""
        return self.service.corpus

    def emptied(self) -> RagRelease:
        """Return the baseline: the same service with nothing to retrieve."""
        return self.holding(self.service.corpus.take([], f"{self.service.corpus.name} (emptied)"))

    def holding(self, corpus: Corpus) -> RagRelease:
        """Return the same service over another corpus, such as the originals."""
        return RagRelease(self.service.over(corpus))

    def reading(self, corpus: Corpus) -> RagRelease:
        """Return this service over its records in another form."""
        return replace(self, service=self.service.over(corpus))
