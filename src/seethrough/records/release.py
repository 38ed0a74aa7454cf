"""What is released, and what an adversary may do with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from seethrough.reasons import Reason

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

SEEDED = "seeded"
"""Under this name ``details`` says whether a release was made with a seed."""

VOIDED = "guarantee_voided"
"""Under this name ``details`` says which guarantee a seed has voided."""


@dataclass(frozen=True, slots=True)
class Guarantee:
    """A formal differential privacy guarantee.

    Attributes:
        epsilon: The privacy budget, above 0; lower is more private.
        delta: The failure probability, in [0, 1).
        unit: What is protected: ``token``, ``record`` or ``person``.
        note: What the guarantee assumes or leaves out, in one line.
        claimed_by: The name of the file that claims it; empty if the sanitizer itself, run
            here, gives it.
    """

    epsilon: float
    delta: float
    unit: str
    note: str = ""
    claimed_by: str = ""


class Described(NamedTuple):
    """How reports speak of a kind of release.

    Attributes:
        target: What is attacked, with ``{records}`` and ``{people}``, such as "{records} about
            {people}".
        empty: What the baseline is called beside a drawing.
        emptied: The same inside a sentence.
        others: On whom the attacks are done again where people were held out.
        option: What makes ``seethrough audit`` read a file as such a release; empty for text.
    """

    target: str
    empty: str
    emptied: str
    others: str
    option: str = ""


class Release(Protocol):
    """Any kind of release; ``TextRelease`` says what its parts mean.

    Attributes:
        readable: Whether an adversary reads the records themselves: they are then decoded, searched
            and cut to a bearable length.
        default_attacks: The specs of the attacks that run unless others are named.
        needed_attacks: Those without which, or others of the same figures, no question is answered.
        described: How reports speak of it.
    """

    readable: ClassVar[bool]
    default_attacks: ClassVar[tuple[str, ...]]
    needed_attacks: ClassVar[tuple[str, ...]]
    described: ClassVar[Described]

    @property
    def corpus(self) -> Corpus:
        """The released records, or those behind a service."""

    @property
    def sanitizer(self) -> Mapping[str, Any] | None:
        """The spec of the sanitizer that made it, or None if unknown."""

    @property
    def guarantee(self) -> Guarantee | None:
        """The formal guarantee, or None."""

    @property
    def ledger(self) -> Mapping[str, int]:
        """What the sanitizer counted while it worked."""

    @property
    def details(self) -> Mapping[str, Any]:
        """JSON-able data about how it was made."""

    @property
    def doubts(self) -> Sequence[Reason]:
        """Reasons not to trust the release's description."""

    @property
    def aligned(self) -> bool:
        """Whether each released record corresponds to the private record of the same id."""

    @property
    def label(self) -> str:
        """A hash that identifies its content in a store."""

    def emptied(self) -> Release:
        """Return the baseline: the same release, holding nothing."""

    def holding(self, corpus: Corpus) -> Release:
        """Return the same kind of release of other records, about which nothing else is known."""

    def originals(self, corpus: Corpus) -> Release | None:
        """Return the release of unchanged records, which must leak; None where none can be made."""

    def reading(self, corpus: Corpus) -> Release:
        """Return this very release with its records in another form, such as decoded."""


@dataclass(frozen=True)
class TextRelease:
    """A text data set that the adversary may read whole.

    Attributes:
        corpus: The released records.
        sanitizer: The spec of the sanitizer that made it, or None if unknown.
        aligned: Whether each released record corresponds to the private record of the same id.
        guarantee: The formal guarantee, or None.
        ledger: What the sanitizer counted while it worked (``{"withheld": 3}``).
        details: JSON-able data that later steps need (a mechanism's parameters); no record text.
        doubts: Reasons not to trust the release's description; an audit adds them to its reasons.
    """

    corpus: Corpus
    sanitizer: Mapping[str, Any] | None = None
    aligned: bool = True
    guarantee: Guarantee | None = None
    ledger: Mapping[str, int] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    doubts: Sequence[Reason] = ()

    readable: ClassVar[bool] = True
    default_attacks: ClassVar[tuple[str, ...]] = ("linkage", "inference", "lexical", "identifiers")
    needed_attacks: ClassVar[tuple[str, ...]] = ("linkage", "inference", "identifiers")
    described: ClassVar[Described] = Described(
        target="{records} about {people}",
        empty="Empty release",
        emptied="an empty release",
        others="on people who are not in the release",
    )

    @property
    def label(self) -> str:
        """A hash that identifies its content in a store."""
        return f"text-{self.corpus.hash[:16]}-{'aligned' if self.aligned else 'free'}"

    def emptied(self) -> TextRelease:
        """Return the baseline: as many records, all empty."""
        blank = self.corpus.with_texts([""] * len(self.corpus), f"{self.corpus.name} (erased)")
        return self.holding(blank.keeping(self.corpus.derived))

    def holding(self, corpus: Corpus) -> TextRelease:
        """Return a release of other records that is aligned as this one is."""
        return TextRelease(corpus, aligned=self.aligned)

    def originals(self, corpus: Corpus) -> TextRelease:
        """Return the release of unchanged records: each stands for itself."""
        return TextRelease(corpus)

    def reading(self, corpus: Corpus) -> TextRelease:
        """Return this release with its records in another form."""
        return replace(self, corpus=corpus)


class Made(NamedTuple):
    """A release, and what its sanitizer found on the way.

    Attributes:
        release: What may leave the building.
        by_products: What may not, such as what a model inferred of each record.
    """

    release: TextRelease
    by_products: Mapping[str, Any]


class Reply(NamedTuple):
    """A service's answer to a question.

    Attributes:
        text: The answer; empty if there is a problem.
        problem: Why there is none, in one line without record text; empty if there is one.
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
        """A description of what is searched, for a report."""

    def prepare(self) -> None:
        """Load now what the first question would load, and raise its errors."""

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Answer questions, in order; the same question gets the same answer."""

    def over(self, corpus: Corpus) -> Service:
        """Return the same service over another corpus."""


@dataclass(frozen=True)
class RagRelease:
    """A question-answering service over a corpus; the adversary may only ask.

    Source: SAGE, appendix A.3 (black box: the attacker sends queries and reads answers).

    Attributes:
        service: The service. An attack calls only ``ask``.
        sanitizer: The spec of the sanitizer that made the corpus, or None if unknown.
        guarantee: The formal guarantee of the corpus, or None.
        ledger: What the sanitizer counted while it worked.
        details: JSON-able data for the report: what is searched and how.
        doubts: Reasons not to trust the release's description; an audit adds them to its reasons.
    """

    service: Service
    sanitizer: Mapping[str, Any] | None = None
    guarantee: Guarantee | None = None
    ledger: Mapping[str, int] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    doubts: Sequence[Reason] = ()

    readable: ClassVar[bool] = False
    default_attacks: ClassVar[tuple[str, ...]] = ("extraction", "extraction:aim=contacts")
    needed_attacks: ClassVar[tuple[str, ...]] = ("extraction",)
    described: ClassVar[Described] = Described(
        target="A service that answers from {records} about {people}",
        empty="Nothing to look up",
        emptied="a service with nothing to look up",
        others="against the records of people who are not in the release",
        option="--as rag",
    )

    @property
    def hash(self) -> str:
        """Identifies the service and its records."""
        return self.service.hash

    @property
    def label(self) -> str:
        """A hash that identifies its content in a store."""
        return f"RagRelease-{self.hash[:16]}"

    @property
    def aligned(self) -> bool:
        """A service's answers correspond to no record."""
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

    def originals(self, corpus: Corpus) -> RagRelease:
        """Return the same service over unchanged records."""
        return self.holding(corpus)

    def reading(self, corpus: Corpus) -> RagRelease:
        """Return this service over its records in another form."""
        return replace(self, service=self.service.over(corpus))


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

    readable: ClassVar[bool] = False
    default_attacks: ClassVar[tuple[str, ...]] = ("memorization", "model_membership")
    needed_attacks: ClassVar[tuple[str, ...]] = ("memorization",)
    described: ClassVar[Described] = Described(
        target="A language model trained on {records} about {people}",
        empty="Untrained model",
        emptied="the model that training started from",
        others="with the records of people who are not in the data",
        option="--as model",
    )

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

    def originals(self, corpus: Corpus) -> ModelRelease:
        """Return a model that knows unchanged records by heart."""
        return self.holding(corpus)

    def reading(self, corpus: Corpus) -> ModelRelease:
        """Return this model: it has no records to read in another form."""
        return self


AnsweringRelease = RagRelease | ModelRelease
"""What answers questions: ``ask``, and ``emptied`` for what it answers with nothing of its own."""
