"""Membership in a model's training set: can anybody tell who it was trained on?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal

from seethrough.attacks.membership import Membership
from seethrough.errors import InputError, UsageError
from seethrough.fields import ReadFile
from seethrough.model_releases.asked import check_asked, questions_of
from seethrough.protocols import Attack, Figure, Generator, Guess, Knowledge, Outcome, Step, Tally
from seethrough.records.releases.model import ModelRelease
from seethrough.statistics.arrays import FloatArray
from seethrough.statistics.member_scores import Read, calibrated, rmia

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


_MORE = 1 + 1e-9
"""RMIA's gamma: who is as likely as a stranger beats none."""


@dataclass(frozen=True)
class ModelMembership(Attack[ModelRelease]):
    """Score how much more probable a record is under a model than under the model before training.

    The adversary has the whole record and the weights, and asks whether it was trained on. The
    control is people who were held out. Nothing is measured where the weights are not available, or
    by ``calibrated`` and ``rmia`` where nobody knows the model that training started from.

    Source: Carlini et al., "Extracting training data from large language models" (2021), section
    5; Mireshghallah et al., "Quantifying privacy risks of masked language models using membership
    inference attacks" (2022) for the base model as reference; Zhang et al., "Min-K%++" (2025);
    Zarifzadeh, Liu and Shokri, "Low-cost high-power membership inference attacks" (2024).

    Attributes:
        by: ``loss``: the mean log-probability of the record's tokens; ``calibrated``: the same less
            that by the base model; ``min_k``: Min-K%++, of the least likely fifth of its tokens;
            ``rmia``: the share of strangers' records that it beats in ``calibrated``.
        question: The column of the questions; found by its name where empty.
        shadow: For ``rmia``, a file of records of the same kind that are known not to be in the
            data.
    """

    by: Literal["calibrated", "loss", "min_k", "rmia"] = "calibrated"
    question: str = ""
    shadow: ReadFile = ""

    figures: ClassVar[tuple[Figure, ...]] = tuple(
        replace(figure, optional=True) for figure in Membership.figures
    )

    def adversary(self) -> str:
        """Return who attacks how."""
        return "by how likely it finds each record"

    def steps(self) -> Sequence[Step]:
        """Return how it goes."""
        what = "It has a whole private record, and scores how likely the model finds it"
        if self.by in ("calibrated", "rmia"):
            what += ", compared with the model that training started from"
        return (Step("Identify who is in the data", what),)

    def check(self, release: ModelRelease, records: Corpus) -> None:
        """Refuse records without questions where the model was tuned to answer some."""
        check_asked(release.model, records, self.question)

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

        Raises:
            UsageError: RMIA has no file of strangers' records.
            InputError: That file cannot be read, or all that stands in it stands in the data, too.
        """
        asked, texts = ([k.facts[place] for k in knowledge] for place in (0, 1))
        own = release.model.read(asked, texts)
        scores = None if own is None else self._scores(release, own, asked, texts)
        return [
            Guess(known, scores=() if scores is None else (float(scores[i]),), aligned=False)
            for i, known in enumerate(knowledge)
        ]

    def _scores(
        self, release: ModelRelease, own: Read, asked: Sequence[str], texts: Sequence[str]
    ) -> FloatArray | None:
        if self.by == "loss":
            return own.losses
        if self.by == "min_k":
            return own.min_k
        untouched = release.model.untouched()
        base = untouched.read(asked, texts)
        if base is None or self.by == "calibrated":
            return None if base is None else calibrated(own, base)
        others = self._strangers(release, texts)
        theirs, their_base = release.model.read(*others), untouched.read(*others)
        if theirs is None or their_base is None:
            return None
        ratios = own.losses, base.losses[None], theirs.losses, their_base.losses[None]
        return rmia(*ratios, gamma=_MORE)

    def _strangers(
        self, release: ModelRelease, texts: Sequence[str]
    ) -> tuple[list[str], list[str]]:
        """Return the questions and texts of strangers' records, none of which is a target's."""
        if not self.shadow:
            raise UsageError("model_membership: by=rmia needs strangers' records; name a shadow=")
        from seethrough.records.reading import read_corpus

        strangers = read_corpus(self.shadow)
        self.check(release, strangers)
        asked = questions_of(strangers, self.question) or [""] * len(strangers)
        pairs = zip(asked, strangers.texts, strict=True)
        rows = [(q, t) for q, t in pairs if t.strip() and t not in texts]
        if not rows:
            raise InputError(f"{self.shadow}: holds no record that is not among the targets")
        return [q for q, _ in rows], [t for _, t in rows]

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Return the scores; they mean something only beside those of others."""
        return [
            Outcome({f.name: Tally(*g.scores) if g.scores else Tally(0, 0) for f in self.figures})
            for g in guesses
        ]
