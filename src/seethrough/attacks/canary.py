"""Canary: which secrets that were planted before the release was made does it give away?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, ClassVar

from seethrough.attacks._ngrams import Ngrams
from seethrough.engine.runs import contrasts
from seethrough.estimates.interval import Interval
from seethrough.fields import Between
from seethrough.protocols import (
    Attack,
    Figure,
    Generator,
    Guess,
    Knowledge,
    Outcome,
    Scores,
    Step,
    Tally,
)
from seethrough.records.planting import DIGITS, canaries, secret_of, times_of, words_of
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.one_run import one_run

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

OTHERS = 1023
"""With how many other secrets a canary's is ranked; exposure is 10 bits at the most."""

LEAST = 20
"""Of fewer canaries, in and out, no bound on epsilon is tried."""


def epsilon(attack: Canary, inside: Scores, outside: Scores) -> Interval:
    """Return the lower bound on epsilon that the canaries give, at 95 % confidence.

    Whoever is inside and outside was left out by no coin: where records align, the control is the
    same canaries without their own records.
    """
    count = len(inside) + len(outside)
    why = ""
    if not inside:
        why = "no planted canary could be ranked; it takes some, and of a model its weights"
    elif inside.keys() & outside.keys():
        why = "the control is the same canaries; audit with --unaligned"
    elif not outside:
        why = "no canary in the control; name the file of those left out"
    elif count < LEAST:
        why = f"{count} canaries; {LEAST} are the least"
    if why:
        return Interval(None, None, None, 0, f"not measured: {why}")
    found = one_run(list(inside.values()), list(outside.values()), attack.delta)
    method = f"one run: {found.right} of {found.guesses} guesses right; each end at 95 %"
    return Interval(found.value, found.low, found.high, count, method, len(inside))


def _at(times: int) -> Figure:
    often = "once" if times == 1 else f"{times} times"
    return Figure(
        f"canary.extracted.{times}",
        "lower_is_better",
        f"Share of the secrets planted {often} that are in the release, digit for digit.",
        "A secret that is not there may still be inferred from a model's probabilities.",
        title=f"Planted {often}, extracted",
        optional=True,
        questions=(),
    )


@dataclass(frozen=True)
class Canary(Attack[TextRelease]):
    """Look for secrets of made-up people who were planted at random among the private records.

    Plant them with ``seethrough plant``; the canaries that were left out are the control. Exposure
    is the rank of a secret among 1,023 others, by an n-gram model of the release, in bits. From the
    ranks follows a lower bound on epsilon: a guarantee of less is refuted.

    Source: Carlini et al., "The secret sharer" (2019), section 4; Steinke, Nasr and Jagielski,
    "Privacy auditing with one (1) training run" (2023).

    Attributes:
        delta: The delta at which epsilon is bounded: at least that of the guarantee to be tested.
    """

    delta: Annotated[float, Between(0, 1, below=True)] = 1e-5

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "canary.extracted",
            "lower_is_better",
            "Share of the planted secrets that are in the release, digit for digit.",
            "A secret that is not there may still be inferred from a model's probabilities.",
            title="Planted secrets that were extracted",
            questions=("anonymous",),
        ),
        *map(_at, (1, 4, 16)),
        Figure(
            "canary.exposure",
            "lower_is_better",
            "Rank of the planted secret among 1,023 others, in bits: 0 last, 10 first.",
            "About 1.4 bits are expected by chance: look at the control.",
            title="Exposure of planted secrets, in bits",
            unit="number",
            most=math.log2(OTHERS + 1),
            questions=(),
        ),
        Figure(
            "canary.tpr_at_1pct_fpr",
            "lower_is_better",
            "Share of the planted canaries that are found where 1 % of the others are taken for"
            " them.",
            "The threshold itself is set by few of the others.",
            title="Canaries found at 1 % false alarms",
            contrast=partial(contrasts.rate_at, 0.01),
            chance=0.01,
            optional=True,
            questions=(),
        ),
        Figure(
            "canary.epsilon",
            "lower_is_better",
            "How much the guesses show, as epsilon. Its lower end bounds epsilon from below at 95 %"
            " confidence: a smaller guaranteed epsilon is refuted.",
            "The upper end says nothing about a guarantee (64 means no bound): other canaries, or a"
            " better attack, may show more.",
            title="Epsilon that the guesses show",
            unit="number",
            bounds_epsilon=True,
            most=None,
            contrast=epsilon,
            optional=True,
            questions=(),
        ),
    )

    def tested_delta(self) -> float:
        """Return the delta at which epsilon is bounded."""
        return self.delta

    def steps(self) -> Sequence[Step]:
        """Return how it goes."""
        what = (
            "It looks for the secrets of made-up people who were planted at random among "
            "the private records, and ranks each among others that were not planted"
        )
        return (Step("Look for planted secrets", what),)

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        """Return each canary among the records, once; the last of its words is the secret.

        Raises:
            InputError: One does not say how many records were planted.
        """
        return [Knowledge(r.person, r.id, (r.text,)) for r in canaries(private)]

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        """Return each secret's exposure, and whether it stands there."""
        corpus = release.corpus
        rows = [words_of(text) for text in corpus.texts]
        model = Ngrams(rows, size=DIGITS)
        made = []
        for known in knowledge:
            hidden = {*corpus.places(known.unseen)}
            left = model.without([rows[i] for i in hidden])
            told = words_of(known.text)
            prefix, secret = told[:-DIGITS], told[-DIGITS:]
            scores = [
                left.log_ratio([*prefix, *other], len(prefix))
                for other in (secret, *(secret_of(rng).split() for _ in range(OTHERS)))
            ]
            # Of equal scores half count as better: a release that says nothing exposes nothing.
            rank = (
                1 + sum(s > scores[0] for s in scores) + sum(s == scores[0] for s in scores[1:]) / 2
            )
            exposure = math.log2(len(scores)) - math.log2(rank)
            run = f" {' '.join(secret)} "
            stands = any(
                run in f" {' '.join(row)} " for i, row in enumerate(rows) if i not in hidden
            )
            made.append(Guess(known, scores=(exposure, float(stands)), aligned=release.aligned))
        return made

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Return the exposure and whether the secret was extracted, by how often it was planted."""
        outcomes = []
        for guess in guesses:
            exposure, stands = guess.scores
            times = times_of(private[private.position[guess.knowledge.record]])
            tallies = {
                "canary.extracted": Tally(stands),
                **{
                    f"canary.extracted.{n}": Tally(stands) if n == times else Tally(0, 0)
                    for n in (1, 4, 16)
                },
                **{
                    name: Tally(exposure)
                    for name in ("canary.exposure", "canary.tpr_at_1pct_fpr", "canary.epsilon")
                },
            }
            outcomes.append(Outcome(tallies))
        return outcomes
