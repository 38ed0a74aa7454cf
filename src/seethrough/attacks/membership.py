"""Membership: can anybody tell from the release whose records it was made from?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal

from seethrough.attacks._ngrams import Ngrams
from seethrough.contracts.links import links_of
from seethrough.engine.runs import contrasts
from seethrough.linkers.dense import Dense
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
from seethrough.text.normalised import words

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Membership(Attack[TextRelease]):
    """Score how much a release looks as if it was made from a record that the adversary holds.

    The adversary has the whole record and asks whether it was used. The control is people who were
    held out; where records align, the same people with their own records hidden. It sees released
    text alone, which is a weak view: that it finds nothing does not say that a model would hide it.

    Source: Meeus et al., "The canary's echo: auditing privacy risks of LLM-generated synthetic
    text" (2025), sections 3 and 4; Hayes et al. (2019) for the nearest neighbour.

    Attributes:
        by: ``ngram``: how much likelier the record's word order is by an n-gram model of the
            release than its words are one by one; ``nearest``: how near the nearest released record
            is.
        linker: What finds the nearest record, and how near it is.
    """

    by: Literal["ngram", "nearest"] = "ngram"
    linker: Linker = Dense()

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "membership.auc",
            "lower_is_better",
            "How often somebody in the data scores higher than somebody who is not; 0.5 is chance.",
            "An average: single people may be found although it is near one half.",
            title="Distinguished from people who are not in the data",
            unit="number",
            ceiling=0.8,
            contrast=contrasts.area,
            chance=0.5,
        ),
        Figure(
            "membership.tpr_at_1pct_fpr",
            "lower_is_better",
            "Share of the people in the data who are found where 1 % of the others are taken for"
            " them.",
            "The threshold itself is set by few of the others.",
            title="People found at 1 % false alarms",
            contrast=partial(contrasts.rate_at, 0.01),
            chance=0.01,
            optional=True,
            questions=(),
        ),
        Figure(
            "membership.tpr_at_0.1pct_fpr",
            "lower_is_better",
            "Share of the people in the data who are found where 0.1 % of the others are taken for"
            " them.",
            "The threshold itself is set by few of the others.",
            title="People found at 0.1 % false alarms",
            contrast=partial(contrasts.rate_at, 0.001),
            chance=0.001,
            optional=True,
            questions=(),
        ),
    )

    def steps(self) -> Sequence[Step]:
        """Return how it goes."""
        what = (
            "It has a whole private record, and scores how much the release looks as if it "
            "was made from it"
        )
        return (Step("Identify who is in the data", what),)

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        """Return each record that has any words, whole."""
        return [
            Knowledge(record.person, record.id, (record.text,))
            for record in private
            if words(record.text)
        ]

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        """Return a score for each record, higher for surer that it was used."""
        found = self._nearness if self.by == "nearest" else self._likelihood
        return [
            Guess(known, scores=(score,), aligned=release.aligned)
            for known, score in zip(knowledge, found(release, knowledge, rng), strict=True)
        ]

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Return the scores; they mean something only beside those of others."""
        return [
            Outcome({figure.name: Tally(guess.scores[0]) for figure in self.figures})
            for guess in guesses
        ]

    def _nearness(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> list[float]:
        corpus = release.corpus
        hidden = [corpus.places(k.unseen) for k in knowledge]
        texts = [k.text for k in knowledge]
        links = links_of(self.linker, texts, corpus.texts, hidden, 1, rng)
        rows = zip(links.indices[:, 0].tolist(), links.scores[:, 0].tolist(), strict=True)
        return [score if place >= 0 else 0.0 for place, score in rows]

    def _likelihood(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> list[float]:
        corpus = release.corpus
        rows = [words(text) for text in corpus.texts]
        model = Ngrams(rows)
        found = []
        for known in knowledge:
            own = [rows[place] for place in corpus.places(known.unseen)]
            found.append(model.without(own).log_ratio(words(known.text)))
        return found
