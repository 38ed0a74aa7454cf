"""Inference: what does the linked record tell about the target, claim by claim?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from seethrough.agreement.boilerplate import without_boilerplate
from seethrough.agreement.passages import kind_of
from seethrough.atomizers.clause import Clause
from seethrough.attacks._linking import LinkingAttack
from seethrough.classifiers.local import Local as LocalClassifier
from seethrough.engine.claims import claims_of, further_classes_of, sensitivities_of
from seethrough.engine.judging import rate
from seethrough.evidence.grade import distance, leaked
from seethrough.evidence.linked import RatedClaim, RatedRecord
from seethrough.judges.local import Local
from seethrough.knowledge.random import Random
from seethrough.linkers.strongest import Strongest
from seethrough.protocols import (
    SENSITIVITIES,
    Atomizer,
    Classifier,
    Figure,
    Guess,
    Judge,
    Knowledge,
    KnowledgeSource,
    Linker,
    Outcome,
    Rating,
    Sensitivity,
    Step,
    Tally,
)
from seethrough.reasons import Question
from seethrough.sensitivity.telling import spared

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

UNSUPPORTED = Rating(3, 3.0, "the linked record is empty")

_CLASSES: Mapping[Sensitivity, tuple[str, str, tuple[Question, ...]]] = {
    "identifier": (
        "Names, contact data and numbers given away",
        "name people or are contact data, account or case numbers",
        ("identifiers",),
    ),
    "special": (
        "Health and other special facts given away",
        "concern health, sex life, religion, politics, union, origin, biometrics or crime",
        ("sensitive",),
    ),
    "quasi": (
        "Age, place, work and family given away",
        "single people out: age, place, occupation, family, dates",
        ("anonymous",),
    ),
    "private": (
        "Other private facts given away",
        "concern money, conflicts, feelings, plans or habits",
        ("sensitive",),
    ),
    "none": ("Facts about no person given away", "concern no particular person", ()),
}


def _of_class(sensitivity: Sensitivity) -> Figure:
    title, about, questions = _CLASSES[sensitivity]
    return Figure(
        f"semantic.leak_rate.{sensitivity}",
        "lower_is_better",
        f"Share of the other claims given away, of those that {about}.",
        "The class of a claim is itself an estimate; the documentation says how good it is.",
        title=title,
        section="learned",
        headline=10 if sensitivity == "special" else None,
        sensitivity=sensitivity,
        questions=questions,
        optional=True,
        judged=True,
        part=True,
    )


@dataclass(frozen=True)
class Inference(LinkingAttack):
    """Judge every claim of the target that was not known against the record linked to it.

    Source: A False Sense of Privacy, sections 2.3 and 2.4 and appendix A.3.

    Attributes:
        judge: How a claim is rated against a released record.
        linker: How released records are ranked.
        knowledge: What the adversary knows about each target.
        atomizer: How records are split into claims.
        classifier: How sensitive each claim is, by which the leak rate is split.
    """

    judge: Judge = Local()
    linker: Linker = Strongest()
    knowledge: KnowledgeSource = Random()
    atomizer: Atomizer = Clause()
    classifier: Classifier = LocalClassifier()

    evidence: ClassVar[type[RatedRecord]] = RatedRecord
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "semantic.distance",
            "higher_is_better",
            "How far the linked record is from what it should hide: at 0 it gives away every other"
            " claim, at 1 none; claims judged similar count one half.",
            "A high distance does not prove privacy: this adversary may have been too weak.",
            title="Distance by meaning",
            unit="number",
            section="distance",
            ceiling=0.2,
            floor=lambda records, own: 1.0,
            questions=(),
        ),
        Figure(
            "semantic.leak_rate",
            "lower_is_better",
            "Share of the other claims about the target that the linked record gives away,"
            " exactly or nearly.",
            "Not all of it is due to the release: the control shows how much the record of"
            " somebody else would have disclosed.",
            title="Further facts given away",
            section="learned",
            headline=40,
            sentence="The record picked for a person discloses {value} of all further facts"
            " in their private record, exactly or nearly",
            ceiling=0.8,
            floor=lambda records, own: 0.0,
            judged=True,
        ),
        *map(_of_class, SENSITIVITIES),
    )

    def steps(self) -> Sequence[Step]:
        """Return how it goes: it links as others do, then reads what it linked."""
        read = (
            "For every fact that it did not know, a judge says whether the linked record discloses"
            " it, discloses something close, or does not"
        )
        return (*super().steps(), Step("Read", read, ("judge",)))

    def judged_by(self) -> tuple[Judge, Atomizer]:
        """Return the judge and what cuts the claims that it rates."""
        return self.judge, self.atomizer

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Rate each claim that was not known: 1 same, 2 similar, 3 unsupported."""
        claims = claims_of(self.atomizer, private)
        classes = sensitivities_of(self.classifier, self.atomizer, private)
        further = further_classes_of(self.classifier, self.atomizer, private)
        places = [private.position[g.knowledge.record] for g in guesses]
        own = [claims[place] for place in places]
        asked = [
            [i for i in range(len(c)) if i not in g.knowledge.used]
            for g, c in zip(guesses, own, strict=True)
        ]
        pairs = [
            (own[row][i], guess.text)
            for row, guess in enumerate(guesses)
            for i in asked[row]
            if guess.text.strip()
        ]
        ratings = iter(rate(self.judge, [c for c, _ in pairs], [p for _, p in pairs]))
        bare = without_boilerplate([guess.text for guess in guesses])
        outcomes = []
        for row, guess in enumerate(guesses):
            empty = not guess.text.strip()
            rated = [(i, UNSUPPORTED if empty else next(ratings)) for i in asked[row]]
            record = private.texts[places[row]]
            said = list(zip(own[row], classes[places[row]], further[places[row]], strict=True))
            made = _outcome(guess, record, [(*said[i], rating) for i, rating in rated])
            told = [own[row][i] for i in asked[row]]
            theirs = _claims_of_linked(guess, private, claims)
            kind = kind_of(told, guess.text, _own(guess, private), theirs, record, bare[row])
            outcomes.append(replace(made, passage=kind))
        return outcomes

    def checked(
        self,
        known: Knowledge,
        outcome: Outcome,
        private: Corpus,
        ratings: Mapping[tuple[str, str], int],
    ) -> Mapping[str, tuple[int, int, int]]:
        """Compare the ratings of the linked record's claims with the judge's."""
        seen = outcome.evidence
        assert isinstance(seen, RatedRecord)
        record = private.texts[private.position[known.record]]
        counts = {figure.name: (0, 0, 0) for figure in self.figures if figure.judged}
        for claim in seen.claims:
            rating = ratings.get((claim.text, seen.passage))
            if claim.grade is None or rating is None:
                continue
            gone = spared(claim.text, claim.sensitivity, rating, record, seen.passage)
            theirs = _leaks([claim._replace(grade=rating, spared=gone)])
            judges = _leaks([claim])
            for name, (rated, gained, lost) in counts.items():
                more = int(theirs[name].value - judges[name].value)
                counted = int(theirs[name].of)
                counts[name] = (rated + counted, gained + (more > 0), lost + (more < 0))
        return counts


def _outcome(
    guess: Guess,
    record: str,
    rated: Sequence[tuple[str, Sensitivity, Sensitivity | None, Rating]],
) -> Outcome:
    claims = [
        RatedClaim(
            claim,
            rating.grade,
            rating.note,
            said,
            also,
            rating.grade is not None and spared(claim, said, rating.grade, record, guess.text),
        )
        for claim, said, also, rating in rated
    ]
    judged = [claim for claim in claims if claim.grade is not None]
    ledger = {"claims_asked": len(claims)}
    if not claims:
        ledger["records_with_no_claim_left"] = 1
    if len(judged) < len(claims):
        ledger["claims_unjudged"] = len(claims) - len(judged)
    distances = [distance(claim.grade) for claim in judged if claim.grade is not None]
    tallies = {
        "semantic.distance": Tally(sum(distances) / len(judged)) if judged else Tally(0, 0),
        **_leaks(judged),
    }
    evidence = RatedRecord(
        guess.knowledge.facts,
        guess.records[0] if guess.records else None,
        guess.text,
        tuple(claims),
    )
    return Outcome(tallies, ledger, evidence)


def _leaks(judged: Sequence[RatedClaim]) -> dict[str, Tally]:
    """Return what judged claims add to each leak rate.

    A claim that names somebody counts in the class of what else it says, too. Where the passage
    has lost the name, it has leaked there alone.
    """
    told = [claim for claim in judged if leaked(claim.grade)]
    by_class = {
        f"semantic.leak_rate.{name}": Tally(
            sum(claim.tells(name) for claim in told), sum(claim.says(name) for claim in judged)
        )
        for name in SENSITIVITIES
    }
    return {"semantic.leak_rate": Tally(len(told), len(judged))} | by_class


def _claims_of_linked(
    guess: Guess, private: Corpus, claims: Sequence[Sequence[str]]
) -> Sequence[str]:
    """Return the claims of the private record that the record linked first stands for, if any."""
    place = private.position.get(guess.records[0]) if guess.aligned and guess.records else None
    return () if place is None else claims[place]


def _own(guess: Guess, private: Corpus) -> bool | None:
    """Return whether the record linked first is the target's; None where ids do not say.

    Another record of the same person is not: it was not made from this one. No raters have seen
    such, and to count it as a rewriting of this one would take away most of what it discloses.
    """
    if not guess.aligned or not guess.records or guess.records[0] not in private.position:
        return None
    return guess.records[0] == guess.knowledge.record
