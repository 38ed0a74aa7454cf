"""Attributes: what kind of person does a released record show its person to be?"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from seethrough.attacks._readable import readable
from seethrough.attributes.agreement import agreement
from seethrough.attributes.guesses import guess_all
from seethrough.attributes.kinds import ATTRIBUTES, not_comparable, stated
from seethrough.embeddings.minilm import MiniLM
from seethrough.evidence.attributes import GuessedAttribute, GuessedAttributes
from seethrough.fields import ModelName, ReadFile
from seethrough.models.resolve import default_model
from seethrough.protocols import (
    Attack,
    Figure,
    Generator,
    Guess,
    Knowledge,
    Outcome,
    Step,
    Tally,
)
from seethrough.records.releases.text import TextRelease

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus

_ABOUT: Mapping[str, str] = {
    "age": "age (within the guessed range or five years)",
    "sex": "sex",
    "place": "city of residence",
    "birthplace": "city of birth",
    "occupation": "occupation",
    "education": "level of education",
    "relationship": "relationship status",
    "income": "level of income",
}


_TITLES: Mapping[str, str] = {
    "age": "Age",
    "sex": "Sex",
    "place": "Place of residence",
    "birthplace": "Place of birth",
    "occupation": "Occupation",
    "education": "Education",
    "relationship": "Relationship status",
    "income": "Income",
}


def _of(attribute: str) -> Figure:
    return Figure(
        f"attributes.top1.{attribute}",
        "lower_is_better",
        f"Share of people whose {_ABOUT[attribute]} is guessed right at the first guess.",
        "It rests on one language model; a stronger one may guess what this one misses.",
        optional=True,
        title=f"{_TITLES[attribute]} guessed right",
        section="learned",
    )


@dataclass(frozen=True)
class Attributes(Attack[TextRelease]):
    """Have a language model guess age, sex, place and so on from each person's released record.

    The truth is what columns of the private file state: ``age``, ``sex``, ``city``,
    ``birthplace``, ``occupation``, ``education``, ``relationship_status``, ``income_level`` and
    the like, or a column that holds them as a profile. Only what is stated is asked for; the
    adversary is told which attributes that are, and nothing else. The control guesses from the
    record of somebody else, so that what most people of the data share counts for nothing.

    Source: Staab et al., "Beyond memorization: violating privacy via inference with large language
    models" (2024); scored as in Yukhymenko et al., SynthPAI (2024).

    Attributes:
        model: ``provider/model``; the run's model where not given.
        prompt: The user's own prompt file; empty for the package's.
    """

    model: ModelName = field(default_factory=default_model)
    prompt: ReadFile = ""

    evidence: ClassVar[type[GuessedAttributes]] = GuessedAttributes
    needs_alignment: ClassVar[bool] = True
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "attributes.top1",
            "lower_is_better",
            "Share of the stated attributes that are guessed right at the first guess.",
            "It rests on one language model; a stronger one may guess what this one misses.",
            title="Attributes of people guessed right",
            section="learned",
            headline=35,
            sentence="A language model that reads a person's released record guesses {value} of"
            " their attributes right (age, sex, place, occupation and the like)",
        ),
        Figure(
            "attributes.top3",
            "lower_is_better",
            "Share of the stated attributes of which one of three guesses is right.",
            "Three guesses at a sex or an income are nearly always right; look at the control.",
            title="Attributes right among three guesses",
            section="learned",
        ),
        *map(_of, ATTRIBUTES),
    )

    def adversary(self) -> str:
        """Return who attacks how."""
        return "by a language model that reads each released record"

    def steps(self) -> Sequence[Step]:
        """Return how it goes."""
        what = "A language model reads a person's released record and guesses their attributes"
        return (Step("Guess attributes", what),)

    def advice(self, found: Mapping[str, Estimate]) -> str:
        """Return what to do first where attributes are guessed."""
        leaking = [
            title.lower()
            for name, title in _TITLES.items()
            if (own := found.get(f"attributes.top1.{name}")) is not None and own.leaks
        ]
        if not leaking:
            return ""
        return (
            f"The wording gives away {', '.join(leaking)}. Generalize what hints at it: local"
            " names, work, family and events."
        )

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        """Return which attributes are sought, for each record whose columns state any."""
        sought = ((record, tuple(stated(record.fields))) for record in private)
        return [Knowledge(r.person, r.id, names) for r, names in sought if names]

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        """Return guesses from the record of the target's id, or, unseen, from somebody else's.

        The text of a guess is a JSON object of guesses by attribute; empty without an answer.
        """
        corpus = release.corpus
        read = [readable(known, corpus, rng) for known in knowledge]
        texts = ["" if id_ is None else corpus.texts[corpus.position[id_]] for id_ in read]
        said = guess_all(self.model, texts, self.prompt)
        return [
            Guess(
                known,
                () if id_ is None else (id_,),
                () if id_ is None else (1.0,),
                "" if (value := said[text].value) is None else json.dumps(value),
            )
            for known, id_, text in zip(knowledge, read, texts, strict=True)
        ]

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Score each stated attribute; people about whom no answer could be read are counted."""
        fields = [private[private.position[g.knowledge.record]].fields for g in guesses]
        truths = [stated(own) for own in fields]
        alike = _likeness(guesses, truths)
        outcomes = (_outcome(g, truth, alike) for g, truth in zip(guesses, truths, strict=True))
        missed = map(not_comparable, fields)
        return [
            replace(o, ledger={**o.ledger, "attributes_not_comparable": n}) if n else o
            for o, n in zip(outcomes, missed, strict=True)
        ]


def _likeness(
    guesses: Sequence[Guess], truths: Sequence[Mapping[str, str]]
) -> Callable[[str, str], float]:
    """Return the cosine of any guessed and any true occupation."""
    texts = {truth["occupation"].lower() for truth in truths if "occupation" in truth}
    for guess in guesses:
        texts.update(s.lower() for s in _said(guess).get("occupation", ()))
    order = {text: place for place, text in enumerate(sorted(texts))}
    vectors = MiniLM().embed(list(order))

    def alike(first: str, second: str) -> float:
        if first not in order or second not in order:
            return float(first == second)
        return float(vectors[order[first]] @ vectors[order[second]])

    return alike


def _said(guess: Guess) -> dict[str, list[str]]:
    said: dict[str, list[str]] = json.loads(guess.text) if guess.text else {}
    return said


def _outcome(guess: Guess, truth: Mapping[str, str], alike: Callable[[str, str], float]) -> Outcome:
    """Return what one guess adds to each figure."""
    ledger = {"questions_asked": 1}
    if not guess.text:
        nothing = {name: Tally(0.0, 0.0) for name in _NAMES}
        return Outcome(nothing, ledger | {"questions_unanswered": 1})
    said = _said(guess)
    marks = {
        name: [agreement(name, g, value, alike) for g in said.get(name, [])]
        for name, value in truth.items()
    }
    first = {name: float(bool(own) and own[0] == 1.0) for name, own in marks.items()}
    tallies = {
        "attributes.top1": Tally(sum(first.values()), float(len(truth))),
        "attributes.top3": Tally(float(sum(1.0 in m for m in marks.values())), float(len(truth))),
    }
    for name in ATTRIBUTES:
        asked = name in truth
        tallies[f"attributes.top1.{name}"] = Tally(first.get(name, 0.0), float(asked))
    rows = (
        GuessedAttribute(name, truth[name], tuple(said.get(name, ())), tuple(marks[name]))
        for name in truth
    )
    return Outcome(tallies, ledger, GuessedAttributes(tuple(rows)))


_NAMES = tuple(figure.name for figure in Attributes.figures)
