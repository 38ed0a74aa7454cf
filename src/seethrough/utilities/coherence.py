"""Coherence: does the released text still read well?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from seethrough.fields import Between, ModelName, ReadFile
from seethrough.language_model import LanguageModel, Options
from seethrough.models.answers import ask_each, refused
from seethrough.models.resolve import default_model, resolve
from seethrough.prompts import load
from seethrough.protocols import Figure, Generator, Tally
from seethrough.records.releases.text import TextRelease
from seethrough.utilities._pairs import counted, estimated, rescaled

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus

FORM = (
    "Write a line that begins with Explanation: and then a line with Rating: and a number 1 to 5."
)
ROOM = 384
"""The longest answer in tokens: a few sentences and the rating."""
LOWEST, HIGHEST = 1.0, 5.0
"""The ends of the scale; an empty text has the lowest rating without asking a model."""

_RATING = re.compile(
    r"rating\W{0,6}(?:\b1\s?(?:-|–|to)\s?5\b\W{0,6})?([1-5])(?![\d.]*[1-9])\b"
    r"(?!\s?(?:[-–,]|to|or)\s?[1-5]\b)",
    re.IGNORECASE,
)
_ALONE = re.compile(r"\W*([1-5])(?:\s*/\s*5)?\W*")


@dataclass(frozen=True)
class Coherence:
    """Asks a language model to rate each released text from 1 to 5.

    The control is a test of the rater: released texts with their words in random order. Where
    these are rated as high as the texts themselves, the figure says nothing. The baseline is an
    empty text, which is rated 1. Rate the originals too (``identity``): a sanitizer cannot be
    blamed for text that was poor before.

    A text whose rating cannot be read or does not come, after a turn of repair and a fresh try,
    does not count; the method says how many there were.

    Source: A False Sense of Privacy, appendix A.1.2 and C.5 (the scale and the two rubrics); the
    control is this package's own.

    Attributes:
        model: ``provider/model``; the run's model if not given.
        rubric: ``record`` for case records (C.5.1) or ``conversation`` for exchanges with an
            assistant (C.5.2).
        control: The most shuffled texts to rate; 0 for no control.
        prompt: The user's own prompt file; empty for the package's.
    """

    model: ModelName = field(default_factory=default_model)
    rubric: Literal["record", "conversation"] = "record"
    control: Annotated[int, Between(0)] = 50
    prompt: ReadFile = ""

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.coherence",
            "higher_is_better",
            "How well the released texts read, as a language model rates them: 1 very poor,"
            " 5 excellent.",
            "A text can read well and be false, and models differ in what they prefer.",
            title="How well the texts read, 1 to 5",
            unit="number",
        ),
    )

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Sequence[Estimate]:
        """Return the mean rating, from 1 to 5.

        Args:
            private: Gives the person of each released record.
            release: The release, aligned or not.
            rng: Chooses and shuffles the texts of the control.

        Raises:
            UnavailableError: The model is not there.
            UsageError: The model is remote and that was not allowed.
        """
        corpus = release.corpus
        whose = dict(zip(private.ids, private.persons, strict=True)) if release.aligned else {}
        persons = [whose.get(id_, id_) for id_ in corpus.ids]
        texts = corpus.texts
        written = [i for i, text in enumerate(texts) if len(text.split()) > 1]
        chosen = sorted(rng.permutation(len(written))[: self.control].tolist())
        sample = [written[i] for i in chosen]
        shuffled = [" ".join(rng.permutation(texts[i].split()).tolist()) for i in sample]
        model = resolve(self.model)
        own, problems = self._rate(model, texts)
        mixed, unrated = self._rate(model, shuffled)
        shares = estimated(
            self,
            self.figures[0],
            own,
            persons,
            note=counted(problems, len(texts)),
            unanswered=(problems + unrated).total(),
            control=mixed or None,
            control_clusters=[persons[i] for i in sample] or None,
            baseline=[Tally(0.0)] * len(texts),
        )
        return [rescaled(shares, lambda share: LOWEST + (HIGHEST - LOWEST) * share)]

    def _rate(self, model: LanguageModel, texts: Sequence[str]) -> tuple[list[Tally], Counter[str]]:
        """Return how far from 1 to 5 each text is rated, in [0, 1], and why some are not."""
        name = "record" if self.rubric == "record" else "conversation"
        template = load(f"coherence_{name}", self.prompt)
        different = (text for text in dict.fromkeys(texts) if text.strip())
        prompts = {text: template.fill({name: text}) for text in different}
        found = ask_each(model, prompts, Options(max_tokens=ROOM), read_rating, FORM)
        tallies = []
        problems: Counter[str] = Counter()
        for text in texts:
            if text not in found:
                tallies.append(Tally(0.0))
            elif (rating := found[text].value) is None:
                tallies.append(Tally(0.0, 0.0))
                problems[found[text].problem] += 1
            else:
                tallies.append(Tally((rating - LOWEST) / (HIGHEST - LOWEST)))
        return tallies, problems


def read_rating(text: str) -> float | None:
    """Return the rating that an answer gives, from 1 to 5, or None if it gives none or two."""
    if refused(text):
        return None
    alone = _ALONE.fullmatch(text)
    given = {alone.group(1)} if alone else set(_RATING.findall(text))
    return float(given.pop()) if len(given) == 1 else None
