"""A fine-tuned language model as a release."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from seethrough.records.releases.answering import AnsweringRelease, Reply
from seethrough.records.releases.release import Described

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.statistics.member_scores import Read


SERVED = "served"
"""The detail of a release that somebody else serves; what answers there may change."""


class QueriedModel(Protocol):
    """A language model as an adversary reaches it (``seethrough.model_releases``)."""

    @property
    def hash(self) -> str:
        """Identifies all that an answer depends on, in hexadecimal digits."""

    @property
    def described(self) -> str:
        """What is asked, in words for a report."""

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Answer questions, in order; the same question gets the same answer."""

    def go_on(self, questions: Sequence[str], begun: Sequence[str]) -> list[Reply]:
        """Go on with answers that somebody else began, in order; what was begun is not repeated."""

    def chances(
        self, questions: Sequence[str], begun: Sequence[str], spans: Sequence[str]
    ) -> list[float | None] | None:
        """Return the log-probability of each span behind an answer that was begun.

        That of the weights themselves, whatever guards the answers; None where they are not at
        hand, and for a span that is longer than what they read at once.
        """

    def read(self, questions: Sequence[str], texts: Sequence[str]) -> Read | None:
        """Return what the weights make of whole answers; None where they are not at hand."""

    def untouched(self) -> QueriedModel:
        """Return the model that training started from."""

    def knowing(self, corpus: Corpus) -> QueriedModel:
        """Return a model that knows the records of a corpus by heart."""


@dataclass(frozen=True)
class ModelRelease(AnsweringRelease):
    """A language model that was fine-tuned on private records; the adversary may query it.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 3.

    Attributes:
        model: What is queried, its guard on.
    """

    model: QueriedModel

    default_attacks: ClassVar[tuple[str, ...]] = ("memorization", "model_membership")
    needed_attacks: ClassVar[tuple[str, ...]] = ("memorization",)
    described: ClassVar[Described] = Described(
        kind="language model",
        target="A language model trained on {records} about {people}",
        empty="Untrained model",
        emptied="the model that training started from",
        others="with the records of people who are not in the data",
        option="--as model",
    )

    @property
    def asked(self) -> QueriedModel:
        """What answers."""
        return self.model

    @property
    def corpus(self) -> Corpus:
        """No records: a model is no data set."""
        from seethrough.records.corpus import Corpus

        return Corpus.from_texts([], name=self.model.described)

    def emptied(self) -> ModelRelease:
        """Return the baseline: the model that training started from."""
        return ModelRelease(self.model.untouched())

    def holding(self, corpus: Corpus) -> ModelRelease:
        """Return a model that knows the records of a corpus by heart."""
        return ModelRelease(self.model.knowing(corpus))

    def reading(self, corpus: Corpus) -> ModelRelease:
        """Return this model: it has no records to read in another form."""
        return self
