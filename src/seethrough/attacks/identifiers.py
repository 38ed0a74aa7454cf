"""Identifiers: are direct identifiers of the person in the release?"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from seethrough.evidence.standing import Place, StandingIdentifiers
from seethrough.protocols import Attack, Figure, Generator, Guess, Knowledge, Outcome, Step, Tally
from seethrough.records.releases.text import TextRelease

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus

PLACES = 20
"""How many places of an identifier are named at the most."""


@dataclass(frozen=True)
class Identifiers(Attack[TextRelease]):
    """Look for the names, contact data and numbers of the private records in the release.

    The identifiers of a record are the full names in its text, single names that no other person's
    records hold, mail addresses, telephone numbers, profiles, handles, postal addresses, account,
    card and case numbers, and codes of seven digits and more that no other person's records hold,
    in any column, and the values of its person, name and contact columns.
    They are found by a recognizer, lists and patterns that read English and miss some: on sentences
    of the project's benchmark about three in four. Every released column except ids is searched;
    placeholders such as ``<PERSON>`` are no identifiers. A full name counts with a letter wrong in
    its words, too, and in short (*L. Jones*) where no other known name is so in short. That
    somebody else of the same name stands there shows in the control.

    Source: HIPAA safe harbour, 45 CFR 164.514(b)(2)(i), items A to R as far as a text can show
    them; GDPR, article 4(1). No paper of the field gives this figure a name.

    Attributes:
        region: Where a telephone number without a country code is dialled, as ISO 3166 (``US``).
    """

    region: str = "US"

    evidence: ClassVar[type[StandingIdentifiers]] = StandingIdentifiers
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "identifiers.standing",
            "lower_is_better",
            "Share of records of which at least one direct identifier is in the release.",
            "It does not say that the identifiers that were not found in the originals are gone.",
            title="Records whose identifiers remain",
            headline=20,
            by_chance=True,
            sentence="A name, contact detail or number of the person is still in the release"
            " for {counts} records with one",
            ceiling=0.8,
            floor=lambda records, own: 0.0,
            questions=("identifiers",),
            optional=True,
        ),
        Figure(
            "identifiers.share",
            "lower_is_better",
            "Share of the direct identifiers in the originals that are in the release.",
            "A low share does not protect those of whom one identifier remains.",
            title="Identifiers that remain",
            ceiling=0.8,
            floor=lambda records, own: 0.0,
            questions=("identifiers",),
            optional=True,
        ),
    )

    def steps(self) -> Sequence[Step]:
        """Return how it goes."""
        what = (
            "It searches every released column for the names, contact details and numbers that the"
            " private records hold"
        )
        return (Step("Search for identifiers", what),)

    def advice(self, found: Mapping[str, Estimate]) -> str:
        """Return what to do first where identifiers remain."""
        if not found["identifiers.standing"].leaks:
            return ""
        return (
            "First remove the identifiers that remain. Replace names, contact details and numbers"
            " with placeholders, also those of relatives and professionals."
        )

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        """Return the direct identifiers of each record; records without any are left out."""
        from seethrough.attacks._identifiers import identifiers_of

        found = identifiers_of(private, self.region)
        rows = zip(private.persons, private.ids, found, strict=True)
        return [Knowledge(person, id_, facts) for person, id_, facts in rows if facts]

    def of_one_alone(self, knowledge: Sequence[Knowledge]) -> Sequence[Knowledge]:
        """Return the identifiers that one person's records alone hold; a doctor may sign all."""
        holders: dict[str, set[str]] = defaultdict(set)
        for known in knowledge:
            for fact in known.facts:
                holders[fact.casefold()].add(known.person)
        own = (
            replace(k, facts=tuple(f for f in k.facts if len(holders[f.casefold()]) == 1))
            for k in knowledge
        )
        return [known for known in own if known.facts]

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        """Return the released records that hold an identifier, those with most of them first.

        The text of a guess is a JSON list of ``[identifier, released id, column]``.
        """
        from seethrough.engine.rows.identifiers import places

        corpus = release.corpus
        most = PLACES + max((len(k.unseen) for k in knowledge), default=0)
        facts = (fact for known in knowledge for fact in known.facts)
        found = places(corpus, facts, most)
        guesses = []
        for known in knowledge:
            told = [
                (fact, corpus.ids[place.record], place.where)
                for fact in known.facts
                for place in found.get(fact, ())
                if corpus.ids[place.record] not in known.unseen
            ]
            told = _fewer(told)
            held = Counter(id_ for id_, _ in dict.fromkeys((i, f) for f, i, _ in told))
            best = held.most_common(PLACES)
            guesses.append(
                Guess(
                    known,
                    tuple(id_ for id_, _ in best),
                    tuple(float(n) for _, n in best),
                    json.dumps(told, ensure_ascii=False),
                )
            )
        return guesses

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Score whether an identifier stands, and how many of them."""
        outcomes = []
        for guess in guesses:
            told = json.loads(guess.text)
            standing = {fact for fact, _, _ in told}
            tallies = {
                "identifiers.standing": Tally(float(bool(standing))),
                "identifiers.share": Tally(float(len(standing)), float(len(guess.knowledge.facts))),
            }
            places = tuple(Place(*row) for row in told)
            evidence = StandingIdentifiers(guess.knowledge.facts, places)
            outcomes.append(Outcome(tallies, evidence=evidence))
        return outcomes


def _fewer(told: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return at most `PLACES` places of each identifier."""
    count: Counter[str] = Counter()
    kept = []
    for fact, id_, where in told:
        count[fact] += 1
        if count[fact] <= PLACES:
            kept.append((fact, id_, where))
    return kept
