"""What every kind of release is, and what is known of how it was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from seethrough.notices import notice
from seethrough.reasons import Reason

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

SEEDED = "seeded"
"""Under this name ``details`` says whether a release was made with a seed."""

VOIDED = "guarantee_voided"
"""Under this name ``details`` says which guarantee a seed has voided."""

PER_TEXT = "epsilon per text"
"""Under this name ``details`` says what the epsilons of a text's replaced words add up to."""

BY_DISTANCE = "token and unit of distance"
"""The unit of a metric guarantee: epsilon counts as often as the words' vectors lie apart."""


@dataclass(frozen=True, slots=True)
class Guarantee:
    """A formal differential privacy guarantee.

    Attributes:
        epsilon: The privacy budget, above 0; lower is more private.
        delta: The failure probability, in [0, 1).
        unit: What is protected: ``token``, ``BY_DISTANCE``, ``record`` or ``person``.
        note: What the guarantee assumes or leaves out, in one line.
        claimed_by: The name of the file that claims it; empty if the sanitizer itself, run
            here, gives it.
    """

    epsilon: float
    delta: float
    unit: str
    note: str = ""
    claimed_by: str = ""

    @property
    def in_words(self) -> str:
        """The budget and what it protects, without what it assumes."""
        return f"epsilon {self.epsilon:g}, delta {self.delta:g} for each {self.unit}"


def protected_unit(private: Corpus) -> str:
    """Return what a guarantee for each person protects; a notice says so where that is a record."""
    if private.unit == "record":
        notice(
            f"{private.name}: no column says whose a record is, so that the guarantee holds for"
            " each record, and for nobody who has several; name it with --person"
        )
    return private.unit


class Described(NamedTuple):
    """How reports speak of a kind of release.

    Attributes:
        kind: What such a release is called, behind "a".
        target: What is attacked, with ``{records}`` and ``{people}``, such as "{records} about
            {people}".
        empty: What the baseline is called beside a drawing.
        emptied: The same inside a sentence.
        others: On whom the attacks are done again where people were held out.
        option: What makes ``seethrough audit`` read a file as such a release; empty for text.
    """

    kind: str
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
        """A hash that identifies in a store all of it that attacks and utilities use."""

    def emptied(self) -> Release:
        """Return the baseline: the same release, holding nothing."""

    def holding(self, corpus: Corpus) -> Release:
        """Return the same kind of release of other records, about which nothing else is known."""

    def originals(self, corpus: Corpus) -> Release | None:
        """Return the release of unchanged records, which must leak; None where none can be made."""

    def reading(self, corpus: Corpus) -> Release:
        """Return this very release with its records in another form, such as decoded."""


def occurred(counts: Mapping[str, int]) -> dict[str, int]:
    """Return a ledger of some counts: those that are not 0."""
    return {name: n for name, n in counts.items() if n}


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """How a release was made, as far as that is known: what every kind of release has.

    Attributes:
        sanitizer: The spec of the sanitizer or finetuner that made it, or None if unknown.
        guarantee: The formal guarantee, or None.
        ledger: What was counted while it was made (``{"withheld": 3}``); of private records, so
            that a released model does not carry it.
        details: JSON-able data that later steps and the report need (a mechanism's parameters); no
            record text.
        doubts: Reasons not to trust the release's description; an audit adds them to its reasons.
    """

    sanitizer: Mapping[str, Any] | None = None
    guarantee: Guarantee | None = None
    ledger: Mapping[str, int] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    doubts: Sequence[Reason] = ()
