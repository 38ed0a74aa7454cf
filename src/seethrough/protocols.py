"""The one contract: what every component promises.

A component is a frozen dataclass alone in its module; the module's name is its command-line
name and its fields are its whole configuration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NamedTuple,
    Protocol,
    Self,
    TypeVar,
    runtime_checkable,
)

from seethrough.estimates.figure import (
    SENSITIVITIES,
    Contrast,
    Direction,
    Figure,
    Scores,
    Section,
    Sensitivity,
    Tally,
    Unit,
)
from seethrough.evidence.evidence import Evidence
from seethrough.parallel.workers import Workers
from seethrough.statistics.arrays import FloatArray, Generator, IntArray

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus
    from seethrough.records.releases.model import ModelRelease

__all__ = [
    "SENSITIVITIES",
    "Atomizer",
    "Attack",
    "Classifier",
    "Contrast",
    "Direction",
    "Embedder",
    "Executor",
    "Figure",
    "Finetuner",
    "FloatArray",
    "Found",
    "Generator",
    "Guess",
    "IntArray",
    "Judge",
    "Knowledge",
    "KnowledgeSource",
    "Known",
    "Linker",
    "Links",
    "Outcome",
    "Place",
    "Protected",
    "Rating",
    "Requiring",
    "Sanitizer",
    "Scores",
    "Section",
    "Sensitivity",
    "Step",
    "Tagger",
    "Tally",
    "Unit",
    "Utility",
    "Workers",
]

R_co = TypeVar("R_co", covariant=True)
R_contra = TypeVar("R_contra", contravariant=True)


class Sanitizer(Protocol[R_co]):
    """Private corpus -> release."""

    def sanitize(self, private: Corpus, rng: Generator) -> R_co:
        """Return what may leave the building.

        Args:
            private: The private records; may be empty.
            rng: The only source of randomness.
        """


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the adversary knows about one target before seeing the release.

    Attributes:
        person: The target.
        record: The id of the private record that the knowledge was drawn from.
        facts: What is known, as claims that read alone.
        used: Indices of the record's claims that the facts give away, not to be inferred again.
        unseen: Ids of released records kept from this adversary: in the control, the target's own.
            A guess must not depend on them.
        original: The facts as they were drawn, where they were put into other words since.
        others: Ids of the person's other private records with text, where they are looked for. A
            guess must not depend on them.
    """

    person: str
    record: str
    facts: tuple[str, ...]
    used: frozenset[int] = frozenset()
    unseen: frozenset[str] = frozenset()
    original: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All facts as one text, the form that a linker queries with (section 2.3)."""
        return " ".join(self.facts)


@dataclass(frozen=True, slots=True)
class Guess:
    """What the adversary says about one target after seeing the release.

    Attributes:
        knowledge: What it started from.
        records: Ids of released records that it ascribes to the target, best first.
        scores: How sure it is of each, higher is surer; same length as ``records``.
        text: What it now believes is known about the target.
        aligned: Whether a released record stands for the private record of the same id.
        worth: For each record how much of a hit it is among the best ten, in [0, 1]: less where
            more than ten released records have the very same text. All of one where empty.
    """

    knowledge: Knowledge
    records: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    text: str = ""
    aligned: bool = True
    worth: tuple[float, ...] = ()


class Found(NamedTuple):
    """The things of one kind that one guess brought up, new or not.

    Attributes:
        things: Numbers that tell different things apart, by the order in which they were found.
        possible: How many different things there are to find; None where that is not known.
        clump: How many of them come together, on average over the things, at least 1.
        apiece: The same on average over the clumps, at least 1.
    """

    things: tuple[int, ...]
    possible: int | None = None
    clump: float = 1.0
    apiece: float = 1.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one guess compares with the truth.

    Attributes:
        tallies: For each figure of the attack, the share that this guess adds to it.
        ledger: What could not be scored and why (``{"claims_unjudged": 2}``).
        evidence: Details for a reader, of the attack's own type; holds record text.
        found: For each figure that counts different things, those of this guess.
        passage: What kind of passage a judge read (``seethrough.agreement.passages``); empty
            for no judge.
    """

    tallies: Mapping[str, Tally]
    ledger: Mapping[str, int] = field(default_factory=dict)
    evidence: Evidence | None = None
    found: Mapping[str, Found] = field(default_factory=dict)
    passage: str = ""


class Place(NamedTuple):
    """Where a target's own record stands among all that the adversary ranks.

    Attributes:
        rank: The place of the first record about the target, 1 for the best; None where none is
            ranked.
        own: How many of the candidates are about the target.
        candidates: How many records there are to rank.
    """

    rank: int | None
    own: int
    candidates: int


class Step(NamedTuple):
    """One step of an attack, as a report tells a reader how it goes.

    Attributes:
        title: One to three words, such as "Link".
        what: What happens, as a sentence without its full stop; ``{facts}`` becomes how much the
            adversary knows.
        parts: The fields of the attack whose components do it; a report names them.
    """

    title: str
    what: str
    parts: tuple[str, ...] = ()


class Attack(Protocol[R_contra]):
    """Learn knowledge, guess from the release, score the guesses against the truth.

    An attack inherits from this class, for what it does not say itself. The annotation of ``guess``
    names the kind of release that it attacks.

    Attributes:
        figures: What it measures.
        evidence: The type of its evidence; None for an attack that shows none.
        needs_alignment: Whether it needs released records that stand for the private ones.
        token_for_token: Whether it counts token for token, so that texts are neither cut nor read
            in plain.
        asks: Whether its targets are questions to a service.
        curve_over: What its curve runs over, one and several.
        fixed_parts: Fields that make it what it is: an option that sets a part of all attacks
            leaves them alone.
    """

    figures: ClassVar[tuple[Figure, ...]]
    evidence: ClassVar[type[Evidence] | None] = None
    needs_alignment: ClassVar[bool] = False
    token_for_token: ClassVar[bool] = False
    asks: ClassVar[bool] = False
    curve_over: ClassVar[tuple[str, str]] = ("known fact", "known facts")
    fixed_parts: ClassVar[frozenset[str]] = frozenset()

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        """Return what the adversary knows about each target; targets without facts are left out."""

    def guess(
        self, release: R_contra, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        """Return one guess per target, in order; never sees private data."""

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Compare each guess with the truth, in order."""

    def linked_by(self) -> Linker | None:
        """Return its field ``linker``, where what it links with may be chosen; else None."""
        return None

    def judged_by(self) -> tuple[Judge, Atomizer] | None:
        """Return the judge that figures rest on and what cuts its claims; None for no judge."""
        return None

    def checked(
        self,
        known: Knowledge,
        outcome: Outcome,
        private: Corpus,
        ratings: Mapping[tuple[str, str], int],
    ) -> Mapping[str, tuple[int, int, int]]:
        """Return what raters say of the claims that they saw, beside what the judge says.

        Args:
            known: What was known about the target.
            outcome: What ``score`` returned for it.
            private: The corpus that its record is in.
            ratings: Grades from 1 to 3 by claim and passage.

        Returns:
            For each judged figure how many claims were rated, how many of them raters call
            disclosed and the judge does not, and how many the judge does and raters do not.
        """
        return {}

    def facts_known(self) -> int | None:
        """Return how many facts the adversary knows about each target, where that is fixed."""
        return None

    def record_by_record(self) -> bool:
        """Return whether a sample of the private records will do where only a few are attacked.

        That is so where something is known about nearly every record, whatever the others say,
        and scoring needs only the records of the people who are attacked.
        """
        return False

    def of_one_alone(self, knowledge: Sequence[Knowledge]) -> Sequence[Knowledge]:
        """Return what of all that is known one person's records alone tell, for the self-test.

        The originals must tell it, and must not where the target's own records are left out.
        """
        return knowledge

    def curve(self) -> Mapping[int, Attack[R_contra]]:
        """Return the same attack by how much the adversary has (`curve_over`); none for none."""
        return {}

    def places(
        self,
        release: R_contra,
        knowledge: Sequence[Knowledge],
        private: Corpus,
        rng: Generator,
    ) -> Sequence[Place]:
        """Return where each target's own record stands, for figures that are ``by_pool``.

        Args:
            release: An aligned release.
            knowledge: What is known about each target, each of whom has a record in the release.
            private: Says whom a released record is about; the ranking does not depend on it.
            rng: The only source of randomness.
        """
        return ()

    def check(self, release: R_contra, records: Corpus) -> None:
        """Refuse records by which the release cannot be attacked, before any work begins.

        Args:
            release: The release.
            records: The private records, or those of the people held out.

        Raises:
            InputError: They are such.
        """
        return  # by default none are

    def tested_delta(self) -> float | None:
        """Return the delta at which a figure of it bounds epsilon; None where none does."""
        return None

    def adversary(self) -> str:
        """Return who attacks how, to stand behind "attacked", such as "by asking it".

        ``{facts}`` becomes how much the adversary knows. Empty for nothing to say.
        """
        return ""

    def steps(self) -> Sequence[Step]:
        """Return how it goes; the first line of its docstring stands for an empty answer."""
        return ()

    def advice(self, found: Mapping[str, Estimate]) -> str:
        """Return what to do first about what it found, in a sentence or two; empty for nothing.

        Args:
            found: Its figures by name.
        """
        return ""


class Utility(Protocol[R_contra]):
    """What the release is still good for."""

    figures: ClassVar[tuple[Figure, ...]]

    def measure(self, private: Corpus, release: R_contra, rng: Generator) -> Sequence[Estimate]:
        """Return one estimate per figure."""


@runtime_checkable
class Requiring(Protocol):
    """A utility that needs more of its inputs than texts, which is checked before long work."""

    def require(self, private: Corpus, release: Any) -> None:
        """Raise SeethroughError where ``measure`` would, for what the inputs lack."""


class Atomizer(Protocol):
    """Splits texts into atomic claims (section 2.2)."""

    def atomize(self, corpus: Corpus) -> list[list[str]]:
        """Return the claims of each record, in order, none twice; no claim for an empty text."""


class Known(NamedTuple):
    """What is known about one record.

    Attributes:
        facts: The facts, as texts that read alone; none where nothing is known.
        used: Indices of the record's claims that the facts give away.
        original: The facts as they were drawn, where they were put into other words since.
    """

    facts: tuple[str, ...]
    used: frozenset[int]
    original: tuple[str, ...] = ()


class KnowledgeSource(Protocol):
    """Chooses what the adversary knows about each target; a source inherits from this class.

    Attributes:
        chosen: How its facts are chosen, such as "drawn at random"; empty for nothing to say.
    """

    chosen: ClassVar[str] = ""

    def draw(self, corpus: Corpus, claims: Sequence[Sequence[str]], seed: int) -> list[Known]:
        """Return what is known about each record, in order.

        Args:
            corpus: The private records.
            claims: The claims of each record.
            seed: The draw for a record depends on the seed and the record's id alone, so that
                every release and every attacker meets the same knowledge.
        """

    def count(self) -> int | None:
        """Return how many facts are known about each target, where that is fixed."""
        return None

    def of_everyone(self) -> bool:
        """Return whether it knows something of every record that makes a claim."""
        return False

    def knowing(self, k: int) -> KnowledgeSource | None:
        """Return the same source with ``k`` facts; None where it knows what it knows."""
        return None


class Links(NamedTuple):
    """The best documents for each query.

    Attributes:
        indices: (n, depth) document indices, best first; -1 where there are fewer documents.
        scores: (n, depth) float64, higher is a better match; -inf beside a -1.
    """

    indices: IntArray
    scores: FloatArray


class Linker(Protocol):
    """Finds the released record that belongs to what is known; a linker inherits from this class.

    Source: section 2.3.
    """

    def choices(self) -> tuple[Linker, ...]:
        """Return the linkers that an audit chooses from on other people; none for this one."""
        return ()

    def apart(self) -> Linker:
        """Return what links each target by itself: this one, unless it links all jointly."""
        return self

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        """Rank the documents for every query.

        Args:
            queries: n texts.
            documents: m texts.
            hidden: For each query the indices of documents that it must not see.
            depth: How many documents to return for each query.
            rng: Breaks ties at random; a query that fits nothing gets a random document.
        """


class Rating(NamedTuple):
    """How well a passage supports a claim (section 2.4).

    Attributes:
        grade: 1 same information, 2 similar, 3 unsupported; None where it could not be judged.
        expected: A finer rating in [1, 3]; nan where it could not be judged.
        note: Why it could not be judged, or a caveat.
    """

    grade: int | None
    expected: float
    note: str = ""


class Judge(Protocol):
    """Rates how well passages support claims; a judge inherits from this class."""

    @property
    def agreement(self) -> Mapping[str, Any] | None:
        """How far it agrees with raters: ``accuracy``, ``errors`` and so on; None if unknown."""
        return None

    @property
    def uncalibrated(self) -> str:
        """Why a judge that takes a calibration uses none; empty for others."""
        return ""

    def require(self) -> None:
        """Raise UnavailableError, before any work, where a package that it needs is missing."""
        return  # by default it needs none

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        """Return one rating per pair; both sequences have the same length."""


class Classifier(Protocol):
    """Says how sensitive claims are."""

    def classify(self, claims: Sequence[str], records: Sequence[str]) -> list[Sensitivity]:
        """Return the class of each claim, in order.

        Args:
            claims: n claims.
            records: The private text that each claim was cut from; n texts.
        """


class Embedder(Protocol):
    """Turns texts into vectors."""

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Return an (n, d) float32 array with rows of unit length."""


class Finetuner(Protocol):
    """Private corpus -> a language model that learned it."""

    def finetune(self, private: Corpus, rng: Generator) -> ModelRelease:
        """Return the model as it may leave the building.

        Args:
            private: The private records.
            rng: The only source of randomness.
        """
        ...

    @property
    def whole(self) -> Self:
        """The same, run to its last step: where it stops does not change what is drawn before."""
        return self


class Protected(NamedTuple):
    """A part of a text that must not be given away.

    Attributes:
        start: The first character.
        end: The character behind the last.
        kind: What it is, in lower case: ``name``, ``email``, ``address``, ``ssn`` ...
    """

    start: int
    end: int
    kind: str


class Tagger(Protocol):
    """Says what is private in texts."""

    def tag(self, corpus: Corpus) -> list[Sequence[Protected] | None]:
        """Return the protected spans of each text, from left to right, none over another.

        None where a text could not be searched in full: nobody may take it for one without any.
        """


class Executor(Protocol):
    """Lets other processes or machines do parts of long work; an executor inherits from this.

    Whoever does the parts, the results are the same.
    """

    def workers(self) -> AbstractContextManager[Workers]:
        """Return a block in which workers are at hand; it ends them."""
