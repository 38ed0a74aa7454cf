"""Membership in a model's training set: can anybody tell who it was trained on?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal

from seethrough.engine.runs import contrasts
from seethrough.model_releases.asked import questions_of
from seethrough.protocols import Attack, Figure, Generator, Guess, Knowledge, Outcome, Tally
from seethrough.records.releases.model import ModelRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class ModelMembership(Attack[ModelRelease]):
    """Score how much likelier a model finds a record than the model that training started from.

    The adversary has the whole record and the weights, and asks whether it was trained on. The
    control is people who were held out. Where the weights are not at hand nothing is measured.

    Source: Carlini et al., "Extracting training data from large language models" (2021), section
    5; Mireshghallah et al., "Quantifying privacy risks of masked language models using membership
    inference attacks" (2022) for the base model as reference.

    Attributes:
        by: ``calibrated``: the record's log-probability less that by the base model; ``loss``: that
            log-probability alone.
        question: The column of the questions; found by its name where empty.
    """

    by: Literal["calibrated", "loss"] = "calibrated"
    question: str = ""

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "membership.auc",
            "lower_is_better",
            "How often a record that was used looks more like it than one that was not; 0.5 is"
            " chance.",
            "An average: single people may be found although it is near one half.",
            title="Distinguished from people who are not in the data",
            unit="number",
            contrast=contrasts.area,
            chance=0.5,
            optional=True,
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
    )

    def adversary(self) -> str:
        """Return who attacks how."""
        return "by how likely it finds each record"

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        """Return each record that has any text, with its question."""
        asked = questions_of(private, self.question) or [""] * len(private)
        return [
            Knowledge(record.person, record.id, (question, record.text))
            for question, record in zip(asked, private, strict=True)
            if record.text.strip()
        ]

    def guess(
        self, release: ModelRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        """Return a score for each record, higher for surer that it was used; none without weights.

        A mean over the record's words, so that long ones do not stand out.
        """
        asked = [k.facts[0] for k in knowledge]
        texts = [k.facts[1] for k in knowledge]
        begun = [""] * len(knowledge)
        own = release.model.chances(asked, begun, texts)
        base: Sequence[float | None] = [0.0] * len(own)
        if self.by == "calibrated" and None not in own:
            base = release.model.untouched().chances(asked, begun, texts)
        made = []
        for known, mine, theirs in zip(knowledge, own, base, strict=True):
            words = max(1, len(known.facts[1].split()))
            scores = () if mine is None or theirs is None else ((mine - theirs) / words,)
            made.append(Guess(known, scores=scores, aligned=False))
        return made

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Return the scores; they mean something only beside those of others."""
        return [
            Outcome({f.name: Tally(*g.scores) if g.scores else Tally(0, 0) for f in self.figures})
            for g in guesses
        ]
