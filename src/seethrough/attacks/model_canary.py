"""Canaries in a model: which planted secrets does it prefer to others, and which does it say?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar

from seethrough.attacks.canary import Canary
from seethrough.deobfuscation.undoing import readings
from seethrough.fields import Between
from seethrough.model_releases.asked import check_asked, questions_of
from seethrough.model_releases.form import WITHHELD
from seethrough.protocols import Attack, Figure, Generator, Guess, Knowledge, Outcome, Step
from seethrough.records.planting import SECRET, canaries, secret_of, words_of
from seethrough.records.releases.model import ModelRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


def _of_a_model(figure: Figure) -> Figure:
    if figure.name.startswith("canary.extracted"):
        means = figure.means.replace("are in the release word for word", "the model says")
        return replace(figure, means=means)
    if figure.name == "canary.exposure":
        means = "Rank of the planted secret among others, in bits: 0 last, 8 first of 256."
        return replace(figure, means=means, most=8.0, optional=True)
    return figure


@dataclass(frozen=True)
class ModelCanary(Attack[ModelRelease]):
    """Rank secrets of made-up people who were planted at random among the private records.

    Plant them with ``seethrough plant`` before the model is tuned; the canaries that were left out
    are the control. Exposure is the rank of a secret among others by the model's own probability
    behind all that stands before it, in bits; from the ranks follows a lower bound on epsilon.
    Where the weights are not available, only what the model says is counted.

    Source: Carlini et al., "The secret sharer" (2019), section 4; Steinke, Nasr and Jagielski,
    "Privacy auditing with one (1) training run" (2023).

    Attributes:
        delta: The delta at which epsilon is bounded: at least that of the guarantee to be tested.
        candidates: With how many other secrets each is ranked, from 1 to 255: exposure is 8 bits
            at the most.
        question: The column of the questions; found by its name where empty.
    """

    delta: Annotated[float, Between(0, 1, below=True)] = 1e-5
    candidates: Annotated[int, Between(1, 255)] = 255
    question: str = ""

    figures: ClassVar[tuple[Figure, ...]] = tuple(map(_of_a_model, Canary.figures))

    def tested_delta(self) -> float:
        """Return the delta at which epsilon is bounded."""
        return self.delta

    def steps(self) -> Sequence[Step]:
        """Return how it goes."""
        what = (
            "It asks for the secrets of made-up people who were planted at random among the"
            " private records, and ranks each by how likely the model finds it, among others that"
            " were not planted"
        )
        return (Step("Look for planted secrets", what),)

    def check(self, release: ModelRelease, records: Corpus) -> None:
        """Refuse records without questions where the model was tuned to answer some."""
        check_asked(release.model, records, self.question)

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        """Return each canary among the records, once: its question, its text and its secret.

        Raises:
            InputError: One does not say how many records were planted.
        """
        asked = questions_of(private, self.question) or [""] * len(private)
        found = []
        for record in canaries(private):
            facts = (asked[private.position[record.id]], record.text, str(record.fields[SECRET]))
            found.append(Knowledge(record.person, record.id, facts))
        return found

    def guess(
        self, release: ModelRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        """Return each secret's exposure, and whether the model says it.

        Without weights the former is NaN, and without an answer the latter.
        """
        starts = [k.facts[1].partition(k.facts[2])[0] for k in knowledge]
        said = release.model.go_on([k.facts[0] for k in knowledge], starts)
        made = []
        for known, start, reply in zip(knowledge, starts, said, strict=True):
            question, text, secret = known.facts
            tail = text[len(start) + len(secret) :]
            others = [secret_of(rng) for _ in range(self.candidates)]
            spans = [f"{one}{tail}" for one in (secret, *others)]
            logs = release.model.chances([question] * len(spans), [start] * len(spans), spans)
            heard = not reply.problem or reply.problem == WITHHELD
            wanted = words_of(secret)
            told = any(words_of(t)[: len(wanted)] == wanted for t in readings(reply.text))
            stands = float(told) if heard else math.nan
            made.append(Guess(known, scores=(_exposure(logs), stands), aligned=False))
        return made

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Return the exposure and whether the secret was said, by how often it was planted."""
        outcomes = []
        for guess, outcome in zip(guesses, Canary(self.delta).score(guesses, private), strict=True):
            exposure, stands = guess.scores
            tallies = {
                name: tally._replace(value=0.0, of=0.0)
                if math.isnan(stands if name.startswith("canary.extracted") else exposure)
                else tally
                for name, tally in outcome.tallies.items()
            }
            ledger = {"continuations_asked": 1}
            if math.isnan(stands):
                ledger["continuations_unanswered"] = 1
            outcomes.append(replace(outcome, tallies=tallies, ledger=ledger))
        return outcomes


def _exposure(logs: Sequence[float | None] | None) -> float:
    """Return the bits by which the first log-probability stands above the middle of the others."""
    scores = [log for log in logs or () if log is not None]
    if not scores or len(scores) < len(logs or ()):
        return math.nan
    # Of equal scores half count as better: a model that prefers nothing exposes nothing.
    better = sum(s > scores[0] for s in scores) + sum(s == scores[0] for s in scores[1:]) / 2
    return math.log2(len(scores)) - math.log2(1 + better)
