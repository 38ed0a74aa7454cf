"""What leaves the building, and what an adversary may do with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from seethrough.reasons import Reason

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

SEEDED = "seeded"
"""Under this name ``details`` says whether a release was made with a seed."""

VOIDED = "guarantee_voided"
"""Under this name ``details`` says which promise a seed has voided."""


@dataclass(frozen=True, slots=True)
class Guarantee:
    """A formal differential privacy guarantee.

    Attributes:
        epsilon: The privacy budget, above 0; lower is more private.
        delta: The failure probability, in [0, 1).
        unit: What is protected: ``token``, ``record`` or ``person``.
        note: What the guarantee assumes or leaves out, in one line.
        claimed_by: The name of the file that claims it; empty where the sanitizer itself, run
            here, gives it.
    """

    epsilon: float
    delta: float
    unit: str
    note: str = ""
    claimed_by: str = ""


class Release(Protocol):
    """What leaves the building, of any kind; ``TextRelease`` says what its parts mean."""

    @property
    def corpus(self) -> Corpus:
        """The released records, or those behind a service."""

    @property
    def sanitizer(self) -> Mapping[str, Any] | None:
        """The spec of the sanitizer that made it, or None where that is not known."""

    @property
    def guarantee(self) -> Guarantee | None:
        """The formal guarantee, or None."""

    @property
    def details(self) -> Mapping[str, Any]:
        """JSON-able data about how it was made."""

    @property
    def doubts(self) -> Sequence[Reason]:
        """What speaks against believing what stands here."""

    @property
    def aligned(self) -> bool:
        """Whether each released record stands for the private record of the same id."""

    @property
    def label(self) -> str:
        """Identifies its content in a store."""

    def emptied(self) -> Release:
        """Return the baseline: the same release, holding nothing."""

    def holding(self, corpus: Corpus) -> Release:
        """Return the same release of other records, such as the originals."""


@dataclass(frozen=True)
class TextRelease:
    """A text data set that the adversary may read whole.

    Attributes:
        corpus: The released records.
        sanitizer: The spec of the sanitizer that made it, or None where that is not known.
        aligned: Whether each released record stands for the private record of the same id.
        guarantee: The formal guarantee, or None.
        ledger: What the sanitizer counted while it worked (``{"withheld": 3}``).
        details: JSON-able data that later steps need (a mechanism's parameters); no record text.
        doubts: What speaks against believing what stands here; an audit adds it to its reasons.
    """

    corpus: Corpus
    sanitizer: Mapping[str, Any] | None = None
    aligned: bool = True
    guarantee: Guarantee | None = None
    ledger: Mapping[str, int] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    doubts: Sequence[Reason] = ()

    @property
    def label(self) -> str:
        """Identifies its content in a store."""
        return f"text-{self.corpus.hash[:16]}-{'aligned' if self.aligned else 'free'}"

    def emptied(self) -> TextRelease:
        """Return the baseline: as many records, none of which says anything."""
        blank = self.corpus.with_texts([""] * len(self.corpus), f"{self.corpus.name} (erased)")
        return self.holding(blank.keeping(self.corpus.derived))

    def holding(self, corpus: Corpus) -> TextRelease:
        """Return a release of other records that is aligned as this one is."""
        return TextRelease(corpus, aligned=self.aligned)


class Reply(NamedTuple):
    """What a service says to a question.

    Attributes:
        text: The answer; empty where there is a problem.
        problem: Why there is none, in one line without record text; empty where there is one.
        sources: The ids of the records that the answer was made from; a report shows them, an
            adversary does not see them.
    """

    text: str
    problem: str = ""
    sources: tuple[str, ...] = ()


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
        """What is searched, in words for a report."""

    def prepare(self) -> None:
        """Do now what else is done for the first question, and raise what it raises."""

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Answer questions, in order; the same question gets the same answer."""

    def over(self, corpus: Corpus) -> Service:
        """Return the same service over another corpus."""


@dataclass(frozen=True)
class RagRelease:
    """A question-answering service over a corpus; the adversary may only ask.

    Source: SAGE, appendix A.3 (black box: the attacker sends queries and reads answers).

    Attributes:
        service: What answers. An attack calls ``ask`` and nothing else.
        sanitizer: The spec of the sanitizer that made the corpus, or None where not known.
        guarantee: The formal guarantee of the corpus, or None.
        ledger: What the sanitizer counted while it worked.
        details: JSON-able data for the report: what is searched and how.
        doubts: What speaks against believing what stands here; an audit adds it to its reasons.
    """

    service: Service
    sanitizer: Mapping[str, Any] | None = None
    guarantee: Guarantee | None = None
    ledger: Mapping[str, int] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    doubts: Sequence[Reason] = ()

    @property
    def hash(self) -> str:
        """Identifies the service and its records."""
        return self.service.hash

    @property
    def label(self) -> str:
        """Identifies its content in a store."""
        return f"RagRelease-{self.hash[:16]}"

    @property
    def aligned(self) -> bool:
        """A service's answers stand for nobody's record."""
        return False

    @property
    def corpus(self) -> Corpus:
        """The records behind the service: for the report, not for the adversary."""
        return self.service.corpus

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Answer questions, in order."""
        return self.service.ask(questions)

    def emptied(self) -> RagRelease:
        """Return the baseline: the same service with nothing to retrieve."""
        return self.holding(self.service.corpus.take([], f"{self.service.corpus.name} (emptied)"))

    def holding(self, corpus: Corpus) -> RagRelease:
        """Return the same service over another corpus, such as the originals."""
        return RagRelease(self.service.over(corpus))


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
    ) -> list[float | None]:
        """Return the log-probability of each span behind an answer that was begun.

        That of the weights themselves, whatever guards the answers; None where they are not at
        hand.
        """

    def untouched(self) -> QueriedModel:
        """Return the model that training started from."""

    def knowing(self, corpus: Corpus) -> QueriedModel:
        """Return a model that knows the records of a corpus by heart."""


@dataclass(frozen=True)
class ModelRelease:
    """A language model that was fine-tuned on private records; the adversary may query it.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 3.

    Attributes:
        model: What is queried, its guard on.
        sanitizer: The spec of the finetuner that made it, or None where not known.
        guarantee: The formal guarantee, or None.
        ledger: What was counted while it was made; of private records, so that it does not go out.
        details: JSON-able data about how it was made.
        doubts: What speaks against believing what stands here; an audit adds it to its reasons.
    """

    model: QueriedModel
    sanitizer: Mapping[str, Any] | None = None
    guarantee: Guarantee | None = None
    ledger: Mapping[str, int] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    doubts: Sequence[Reason] = ()

    @property
    def hash(self) -> str:
        """Identifies the model and its guard."""
        return self.model.hash

    @property
    def label(self) -> str:
        """Identifies its content in a store."""
        return f"ModelRelease-{self.hash[:16]}"

    @property
    def aligned(self) -> bool:
        """What a model says stands for nobody's record."""
        return False

    @property
    def corpus(self) -> Corpus:
        """No records: a model is no data set."""
        from seethrough.records.corpus import Corpus

        return Corpus.from_texts([], name=self.model.described)

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Answer questions, in order."""
        return self.model.ask(questions)

    def emptied(self) -> ModelRelease:
        """Return the baseline: the model that training started from."""
        return ModelRelease(self.model.untouched())

    def holding(self, corpus: Corpus) -> ModelRelease:
        """Return a model that knows the records of a corpus by heart."""
        return ModelRelease(self.model.knowing(corpus))


AnsweringRelease = RagRelease | ModelRelease
"""What answers questions: ``ask``, and ``emptied`` for what it answers with nothing of its own."""
