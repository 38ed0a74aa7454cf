"""Perplexity of a model on reference answers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar

from seethrough import spec
from seethrough.estimates.estimate import Estimate, assemble
from seethrough.fields import Between, ReadFile
from seethrough.model_releases.leakage import tokens
from seethrough.protocols import Figure, Generator, Tally
from seethrough.records.releases.model import ModelRelease
from seethrough.utilities._pairs import rescaled
from seethrough.utilities._questions import questions_of

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Perplexity:
    """How many words a model hesitates between on average as it reads the reference answers.

    exp of the mean negative log-probability of a word or sign, behind the question in the form that
    the model was tuned in; words and signs, not pieces of a vocabulary, so that models compare. Of
    several references the first is read. It is that of the weights, a guard left out, and is not
    measured of a model whose weights are not available.

    Source: Jelinek et al., "Perplexity: a measure of the difficulty of speech recognition tasks"
    (1977).

    Attributes:
        questions: A JSONL file of questions with reference answers; ``--questions`` puts it in.
        most: How many questions are asked at the most, from the file's beginning; 0 for all.
    """

    questions: ReadFile = ""
    most: Annotated[int, Between(0)] = 100

    example: ClassVar[str] = "perplexity:questions=questions.jsonl"
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.perplexity",
            "lower_is_better",
            "Among how many equally likely words the model chooses, on average, as it reads the"
            " reference answers.",
            "It is by word, so that figures by token are lower.",
            title="Perplexity by word",
            unit="number",
            most=None,
        ),
    )

    def measure(self, private: Corpus, release: ModelRelease, rng: Generator) -> Sequence[Estimate]:
        """Return it over all words; the baseline is the model that training started from.

        Raises:
            InputError: The file of questions cannot be read.
            UsageError: No file of questions is named.
        """
        pairs = [(q.text, q.references[0]) for q in questions_of(self)]
        own, base = (_costs(one, pairs) for one in (release, release.emptied()))
        names = [str(i) for i in range(len(pairs))]
        made = assemble(self.figures[0], spec.to_json(self), own, names, baseline=base)
        unread = sum(not tally.of for tally in own)
        if 0 < unread < len(own):
            left = f"{unread} of {len(own)} answers too long for the model, left out"
            made = replace(made, method=f"{made.method}; {left}")
        return [rescaled(made.as_utility(), lambda cost: math.exp(min(cost, 700.0)))]

    def require(self, private: Corpus, release: ModelRelease) -> None:
        """Raise where there are no questions; as for ``measure``."""
        questions_of(self)


def _costs(release: ModelRelease, pairs: Sequence[tuple[str, str]]) -> list[Tally]:
    """Return for each answer its negative log-probability, of so many words and signs."""
    asked, answers = [q for q, _ in pairs], [a for _, a in pairs]
    logs = release.model.chances(asked, [""] * len(pairs), answers) or [None] * len(pairs)
    return [
        Tally(0.0, 0.0) if log is None else Tally(-log, len(tokens(answer)))
        for log, answer in zip(logs, answers, strict=True)
    ]
