"""Same person: do the released records of one person find each other?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from seethrough.engine.runs.linking import DEPTH, link_records
from seethrough.linkers.combsum import CombSum
from seethrough.linkers.lines import Lines
from seethrough.linkers.pseudonyms import Pseudonyms
from seethrough.linkers.strongest import Strongest
from seethrough.protocols import (
    Attack,
    Figure,
    Generator,
    Guess,
    Knowledge,
    Linker,
    Outcome,
    Step,
    Tally,
)
from seethrough.records.releases.text import TextRelease

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus

_SIGNS = " -_./:#|"
"""What stands between the parts of an id."""


@dataclass(frozen=True)
class SamePerson(Attack[TextRelease]):
    """From one whole record of a person, find the released versions of their other records.

    A patient has many notes, a user many chats. Whoever knows one of them, and finds the others by
    what they share, holds all that is said of the person, however well each record is sanitized by
    itself. The adversary knows the record as it was and as it was released, with all its columns
    and the person: a pseudonym in a column, in ids (``p07-1``) or after the same word of each text
    gathers a person's records, whatever else their texts say. Only the other records are guesses.

    Source: Article 29 Working Party, opinion 05/2014, section 2.2 (linkability: to link at least
    two records concerning the same data subject).

    Attributes:
        linker: How released records are ranked.
    """

    linker: Linker = Strongest((Lines(), Pseudonyms(), CombSum()))

    needs_alignment: ClassVar[bool] = True
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "same_person.top1",
            "lower_is_better",
            "Share of records from which another record of the same person is the first guess.",
            "It does not say whose records they are; the linkage figures do.",
            title="Another record of the same person found",
            section="found",
            questions=("anonymous",),
            optional=True,
        ),
        Figure(
            "same_person.gathered",
            "lower_is_better",
            "Share of a person's other records among as many best guesses, at most ten.",
            "A person's records may be alike because the same author wrote them all.",
            title="Other records of the same person gathered",
            section="found",
            questions=("anonymous",),
            optional=True,
        ),
    )

    def linked_by(self) -> Linker:
        """Return what ranks the records."""
        return self.linker

    def adversary(self) -> str:
        """Return who attacks."""
        return "by somebody who holds one whole record of a person"

    def steps(self) -> Sequence[Step]:
        """Return how it goes."""
        what = (
            "The adversary holds one record of a person, as it was and as it was released, and"
            " ranks the released versions of all other records by how much they share with it"
        )
        return (Step("Gather a person's records", what, ("linker",)),)

    def advice(self, found: Mapping[str, Estimate]) -> str:
        """Return what to do first where records find each other."""
        first = found.get("same_person.top1")
        if first is None or not first.leaks:
            return ""
        return (
            "Records of one person find each other: release one record of each person, or change"
            " what their records share, such as ids that begin alike, rare words, events and style."
        )

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        """Return each record of people who have several, whole; others are left out."""
        own: dict[str, list[tuple[str, str]]] = {}
        rows = zip(private.persons, private.ids, private.texts, strict=True)
        told = [row for row in rows if row[2].strip()]
        for person, id_, text in told:
            own.setdefault(person, []).append((id_, text))
        return [
            Knowledge(person, id_, (text,), others=tuple(o for o, _ in own[person] if o != id_))
            for person, id_, text in told
            if len(own[person]) > 1
        ]

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        """Return the ten other released records that share most with each known one.

        The text of a guess is how many other records of the person were released: those that were
        not are none that the adversary could miss.
        """
        release = release.reading(_with_persons(release.corpus))
        there, texts = release.corpus.position, release.corpus.texts
        released = {k.record: [texts[there[k.record]]] for k in knowledge if k.record in there}
        others = [
            replace(
                known,
                # Lines end where they do, or a name at the beginning would follow another word.
                facts=("\n".join([*known.facts, *released.get(known.record, ())]),),
                unseen=known.unseen | {known.record},
            )
            for known in knowledge
        ]
        guesses = link_records(release, others, self.linker, rng)
        return [
            replace(guess, knowledge=known, text=str(sum(id_ in there for id_ in known.others)))
            for guess, known in zip(guesses, knowledge, strict=True)
        ]

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Score whether the first guesses are records of the same person."""
        owner = dict(zip(private.ids, private.persons, strict=True))
        outcomes = []
        for guess in guesses:
            known = guess.knowledge
            hits = [owner.get(id_) == known.person for id_ in guess.records]
            there = min(DEPTH, int(guess.text))
            tallies = {
                "same_person.top1": Tally(float(any(hits[:1])), float(there > 0)),
                "same_person.gathered": Tally(float(sum(hits[:there])), float(there)),
            }
            outcomes.append(Outcome(tallies))
        return outcomes


def _with_persons(released: Corpus) -> Corpus:
    """Return released records whose texts also say whose they are, where a column says it.

    Where none does, ids may: ``p07`` of ``p07-2``, if that makes several groups of records.
    """
    persons: Sequence[str] = released.persons
    if released.persons == released.ids:
        persons = [_without_number(id_) for id_ in released.ids]
        # The baseline has the same ids, though it is to hold nothing.
        if not 1 < len(set(persons)) < len(persons) or not any(map(str.strip, released.texts)):
            return released
    rows = zip(released.texts, persons, strict=True)
    told = released.rewritten(f"{text}\n{person}" for text, person in rows)
    return told.keeping(released.derived)


def _without_number(id_: str) -> str:
    """Return what stands before the last number of an id."""
    return id_.rstrip(_SIGNS).rstrip("0123456789").rstrip(_SIGNS)
