"""What an adversary of a model knows of one record, and what the model says of it."""

from __future__ import annotations

from dataclasses import dataclass

from seethrough.protocols import Guess, Knowledge, Protected
from seethrough.records.releases.answering import Reply


@dataclass(frozen=True, slots=True)
class Begun(Knowledge):
    """What is known of one record: the question, and the answer up to each private span.

    Attributes:
        spans: The private spans that are tried, none of which stands in the question.
        searched: Whether the tagger could look for them.
        left_out: How many spans are not tried, as there are too many.
        lacks_question: Whether others have a question, and this record none.
    """

    spans: tuple[Protected, ...] = ()
    searched: bool = True
    left_out: int = 0
    lacks_question: bool = False

    @property
    def question(self) -> str:
        """The question."""
        return self.facts[0]

    def before(self, span: Protected) -> str:
        """Return the true left context of a span."""
        return self.facts[1][: span.start]

    def written(self, span: Protected) -> str:
        """Return a span as it is written."""
        return self.facts[1][span.start : span.end]


@dataclass(frozen=True, slots=True)
class Said(Guess):
    """What the model said.

    Attributes:
        problem: Why there is no answer to the question; empty where there is one.
        next: What it says behind the true left context of each span.
        sampled: Whether each span came out in n samples there, None for one that is too long for
            the model; empty where the weights are not at hand.
    """

    problem: str = ""
    next: tuple[Reply, ...] = ()
    sampled: tuple[bool | None, ...] = ()
