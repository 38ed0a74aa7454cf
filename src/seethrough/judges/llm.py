"""A judge that asks a language model."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from seethrough.fields import Between, ModelName, ReadFile
from seethrough.judges.asked import calibrations
from seethrough.judges.asked.calibrations import Calibration
from seethrough.judges.asked.sampled_ratings import (
    FORM,
    SCHEMA,
    TOKENS_PER_CLAIM,
    ModelRating,
    grade_of,
    read_ratings,
    vote,
)
from seethrough.language_model import LanguageModel, NoProbabilitiesError, Options, ScoringModel
from seethrough.models.answers import ask
from seethrough.models.clients.versions import version_of
from seethrough.models.prompt_injection import pair_for_judge
from seethrough.models.resolve import default_model, resolve
from seethrough.progress import counted
from seethrough.prompts import load
from seethrough.protocols import Judge, Rating
from seethrough.statistics.fits.cuts import Cuts

CUTS = Cuts(same=0.5, similar=0.35)
"""The cuts of a judge without a calibration; chosen by hand on 275 ratings."""

Request = tuple[str, list[int]]
"""A passage and the indices of the claims to be rated against it in one prompt."""


@dataclass(frozen=True)
class Llm(Judge):
    """Rates claims with a language model: by probability, or by the mode of several answers.

    ``samples`` is the seed paper's way: all claims of a passage in one prompt, a short explanation
    and a rating for each, asked three times, and the mode. If all three differ the middle one
    counts; of two modes the one with the larger leak. ``probability`` asks for each claim
    whether a reader of the passage learns it, exactly or nearly, and reads the probability of
    "Yes"; ``same`` and ``similar`` cut it into the three grades. The probabilities of the answers
    1, 2 and 3 themselves ranked no better and needed worked examples (docs/measured.md). No
    answer is written, so it is faster and finer; the passage is processed once for all its
    claims. ``auto`` takes the probability where the server gives log-probabilities and "Yes" or
    "No" is among its most likely answers, else samples.

    What probability a model gives a paraphrase or a false detail differs from model to model, so
    the cuts are best fitted: ``seethrough agree RATINGS --judge llm --model NAME --write`` keeps
    them, with the judge's error rates, and they are used wherever the same version of the model is
    asked the same way (``calibrations``). That of the shipped model comes with the package. A
    report says if there is none.

    A claim whose answers cannot be read, are refused or do not come, after a turn of repair and a
    fresh try, is unjudged; it is never given a grade. Sentences that read like instructions to a
    judge ("rate every claim 3") are withheld from the model, and the rating's note says so: a fence
    stops a large model from obeying them, but not a small one. Where nothing else is left of a
    passage, its claims are unjudged.

    Source: A False Sense of Privacy, section 2.4, A.3 (three queries, the mode) and C.4 (the
    scale); the judgement by probability is this package's own.

    Attributes:
        model: ``provider/model``; the run's model if not given.
        method: ``auto``, ``samples`` or ``probability``.
        samples: How often each claim is rated, at least 1; an odd number has clearer modes.
        temperature: Randomness of the samples, 0 and up; at 0 they may all be the same.
        seed: Seed of the samples.
        claims_per_prompt: The most claims in one prompt, at least 1.
        same: From which probability a claim counts as the same information, in (similar, 1]; None
            for the calibration's cut, or 0.5 if there is none.
        similar: From which probability it counts as similar information, in (0, same); None for
            the calibration's cut, or 0.35. Where one of the two is given, the other's None stands
            for 0.5 or 0.35.
        prompt: The user's own prompt file for ``samples``; empty for the package's.
        choice_prompt: The user's own prompt file for ``probability``; empty for the package's.
    """

    model: ModelName = field(default_factory=default_model)
    method: Literal["auto", "samples", "probability"] = "auto"
    samples: Annotated[int, Between(1, 100)] = 3
    temperature: Annotated[float, Between(0, 2)] = 0.7
    seed: Annotated[int, Between(0)] = 0
    claims_per_prompt: Annotated[int, Between(1, 100)] = 8
    same: float | None = None
    similar: Annotated[float | None, Between(0, 1)] = None
    prompt: ReadFile = ""
    choice_prompt: ReadFile = ""

    def __post_init__(self) -> None:
        # The cuts become fields, so that the spec of a judge says what its grades depend on.
        cuts = CUTS
        if self.same is None and self.similar is None:
            found = self._kept()
            cuts = found.cuts if found else CUTS
        same = cuts.same if self.same is None else self.same
        similar = cuts.similar if self.similar is None else self.similar
        if not 0.0 < similar < same <= 1.0:
            raise ValueError(
                f"similar={similar} and same={same} must satisfy 0 < similar < same <= 1"
            )
        object.__setattr__(self, "same", same)
        object.__setattr__(self, "similar", similar)

    @property
    def agreement(self) -> Mapping[str, Any] | None:
        """How well it agrees with a calibration's ratings, or None without a calibration."""
        found = self._calibration()
        return None if found is None else found.agreement

    @property
    def cuts(self) -> Cuts:
        """The cuts that turn a probability into a grade."""
        return Cuts(self.same or CUTS.same, self.similar or CUTS.similar)

    @property
    def identity(self) -> Mapping[str, Any]:
        """What its ratings depend on, except the cuts and the seed: what a calibration belongs to.

        Raises:
            InputError: A prompt file of the user's cannot be read.
        """
        asked = {
            "judge": load("judge", self.prompt),
            "choice": load("judge_choice", self.choice_prompt),
        }
        return {
            "judge": "llm",
            "model": self.model,
            "version": version_of(self.model),
            "method": self.method,
            "samples": self.samples,
            "temperature": self.temperature,
            "claims_per_prompt": self.claims_per_prompt,
            "prompts": {name: template.hash for name, template in asked.items()},
        }

    @property
    def uncalibrated(self) -> str:
        """Why no calibration is used and how to make one, in one line; empty if one is."""
        if self._calibration() is not None:
            return ""
        if self._kept() is not None:
            return "not calibrated: its thresholds are not those of its calibration"
        why = "not calibrated: its thresholds were not fitted, nor its errors measured"
        if calibrations.any_of("llm", self.model):
            why = (
                "not calibrated: the existing calibration is for another version of the model"
                " or other prompts, and is not used"
            )
        return (
            f"{why}; to calibrate it: seethrough agree RATINGS --judge llm --model {self.model}"
            " --write"
        )

    def _calibration(self) -> Calibration | None:
        """Return the calibration that applies to this judge, or None."""
        found = self._kept()
        return found if found is not None and found.cuts == self.cuts else None

    def _kept(self) -> Calibration | None:
        """Return the calibration of this model and way to ask, whatever the cuts, or None."""
        if not calibrations.any_of("llm", self.model):
            return None
        return calibrations.find(self.identity)

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        """Return one rating per pair; an empty passage supports nothing.

        Raises:
            UnavailableError: The model is not there.
            UsageError: The model is remote and that was not allowed.
        """
        return [rated.rating for rated in self.with_probabilities(claims, passages)]

    def with_probabilities(
        self, claims: Sequence[str], passages: Sequence[str]
    ) -> list[ModelRating]:
        """Return each pair's rating with the probability behind it; see ``rate``."""
        ratings = [ModelRating(Rating(3, 3.0))] * len(claims)
        shown: list[str] = []
        notes: list[str] = []
        by_passage: dict[str, list[int]] = defaultdict(list)
        for i, (claim, passage) in enumerate(zip(claims, passages, strict=True)):
            claim, passage, note = pair_for_judge(claim, passage)
            shown.append(claim)
            notes.append(note)
            if passage.strip():
                by_passage[passage].append(i)
            elif note:
                ratings[i] = ModelRating(Rating(None, math.nan, note))
        if not by_passage:
            return ratings
        model = resolve(self.model)
        found: dict[int, ModelRating] = {}
        if self.method != "samples":
            found = self._by_probability(model, shown, by_passage)
        if self.method != "probability":
            left = {
                passage: [i for i in indices if i not in found or found[i].rating.grade is None]
                for passage, indices in by_passage.items()
            }
            found |= self._by_samples(model, shown, left)
        for i, (rating, probability) in found.items():
            ratings[i] = ModelRating(rating._replace(note=rating.note or notes[i]), probability)
        return ratings

    @staticmethod
    def cut(probability: float, cuts: Cuts) -> Rating:
        """Return the rating for a probability that a reader learns the claim, or nan."""
        return grade_of(probability, cuts.similar, cuts.same)

    def _by_probability(
        self, model: LanguageModel, claims: Sequence[str], by_passage: Mapping[str, list[int]]
    ) -> dict[int, ModelRating]:
        """Rate by the probability of "Yes"; nothing if there is none and samples will do."""
        template = load("judge_choice", self.choice_prompt)
        pairs = [(passage, i) for passage, indices in by_passage.items() for i in indices]
        prompts = [template.fill({"passage": p, "claim": claims[i]}) for p, i in pairs]
        try:
            if not isinstance(model, ScoringModel):
                raise NoProbabilitiesError(f"{model.name} gives no log-probabilities")
            one_more = counted(f"{model.name}: {template.task}", len(prompts))
            yes = model.choose(prompts, ["Yes", "No"], lambda i, row: one_more())[:, 0].tolist()
        except NoProbabilitiesError:
            if self.method == "probability":
                raise
            return {}
        return {
            i: ModelRating(self.cut(p, self.cuts), p) for (_, i), p in zip(pairs, yes, strict=True)
        }

    def _by_samples(
        self, model: LanguageModel, claims: Sequence[str], by_passage: Mapping[str, list[int]]
    ) -> dict[int, ModelRating]:
        """Rate by the mode of several written ratings."""
        size = self.claims_per_prompt
        requests = [
            (passage, indices[start : start + size])
            for passage, indices in by_passage.items()
            for start in range(0, len(indices), size)
        ]
        grades: dict[int, list[int]] = {i: [] for _, indices in requests for i in indices}
        problems = dict.fromkeys(grades, "")
        for sample in range(self.samples):
            options = Options(self.temperature, self.seed, sample, TOKENS_PER_CLAIM * size)
            for i, found in self._sample(model, claims, requests, options).items():
                if isinstance(found, int):
                    grades[i].append(found)
                else:
                    problems[i] = found
        return {i: ModelRating(vote(grades[i], self.samples, problems[i])) for i in grades}

    def _sample(
        self,
        model: LanguageModel,
        claims: Sequence[str],
        requests: Sequence[Request],
        options: Options,
    ) -> dict[int, int | str]:
        """Return the grade of each claim, or why it has none.

        A claim that the answer to a prompt with several claims leaves out is asked for alone.
        """
        template = load("judge", self.prompt)
        found: dict[int, int | str] = {}
        while requests:
            prompts = [
                template.fill(
                    {
                        "passage": passage,
                        "claims": "\n".join(
                            f"{n}. {' '.join(claims[i].split())}" for n, i in enumerate(indices, 1)
                        ),
                    },
                    {"count": str(len(indices))},
                    SCHEMA,
                )
                for passage, indices in requests
            ]
            readings = ask(model, prompts, options, read_ratings, FORM)
            for (_, indices), reading in zip(requests, readings, strict=True):
                for n, i in enumerate(indices):
                    missing = reading.problem or "the answer leaves this claim out"
                    found[i] = (reading.value or {}).get(n, missing)
            requests = [
                (passage, [i])
                for passage, indices in requests
                if len(indices) > 1
                for i in indices
                if isinstance(found[i], str)
            ]
        return found
