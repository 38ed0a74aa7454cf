"""Label distribution: do the released conversations ask for the same tasks as the private ones?"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np
import numpy.typing as npt

from seethrough import spec
from seethrough.estimates.estimate import Estimate, Interval
from seethrough.fields import Between, ModelName, ReadFile
from seethrough.language_model import Options
from seethrough.models.answers import ask, refused
from seethrough.models.resolve import default_model, resolve
from seethrough.prompts import load
from seethrough.protocols import Figure, FloatArray, Generator, IntArray
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.arrays import Bools, numbered
from seethrough.utilities._pairs import counted, unmeasured

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

TASKS = (
    "summarization",
    "model jailbreaking",
    "generating prompts for AI models",
    "story and script generation",
    "song and poem generation",
    "generating character descriptions",
    "code generation",
    "code editing and debugging",
    "generating communications (email, text messages, etc.)",
    "generating non-fictional documents (resumes, essays, etc.)",
    "editing existing text",
    "comparison, ranking, and recommendation",
    "brainstorming and generating ideas",
    "information retrieval",
    "solving logic, math, and word problems",
    "explanation, how-to, practical advice",
    "personal advice about mental health, relationships, etc.",
    "back-and-forth role-playing with the user",
    "answering multiple choice question",
    "translation",
    "general chitchat",
)
"""The 21 tasks of appendix C.6.2, as the prompt file names them."""

FORM = "Answer with the name of one task exactly as it stands in the list, and nothing else."
ALIKE = 5
"""This many different conversations with one label say more about the model than about them."""
DRAWS = 1_000
"""How many sets of random labels the normalisation rests on."""


@dataclass(frozen=True)
class LabelDistribution:
    """Sorts conversations by task with a language model, and compares the tasks' frequencies.

    The distance of two distributions p and q is ``sum((p - q)^2 / (p + q)) / 2``, the symmetric
    chi-squared distance in [0, 1]. The figure is 1 minus the distance of the released labels from
    the private ones over that of labels drawn at random, and at least 0: 1 if tasks are as
    frequent as before, 0 if they could as well be random. It compares distributions, not
    records, so it also works for a release whose records are not aligned.

    An empty text has no task, which counts as a label of its own. The control is the private
    records' own labels drawn anew (as many as were released, with replacement): what a
    release with exactly the same tasks would score by chance. The baseline is an erased
    release. An answer that cannot be read does not count; the method says how many there were.

    A model that is too small gives every conversation the same label, and any release would then
    look perfect. So where all of at least five different private conversations get one label,
    nothing is measured, and the method says why.

    The paper does not give its formula; the symmetric distance is chosen because it is defined
    where a task is missing on one side.

    Source: A False Sense of Privacy, section 2.6, appendix A.1.1 (WildChat) and C.6.2.

    Attributes:
        model: ``provider/model``; the run's model if not given.
        longest: Characters of a conversation that are shown, from its beginning; at least 1.
        prompt: The user's own prompt file; empty for the package's.
    """

    model: ModelName = field(default_factory=default_model)
    longest: Annotated[int, Between(1)] = 8_000
    prompt: ReadFile = ""

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.label_distribution",
            "higher_is_better",
            "How similar the tasks of the released conversations are to those of the private ones:"
            " 1 as frequent as before, 0 as at random.",
            "It does not say that any single record keeps its task, or makes sense.",
            title="Tasks asked for as often as before",
            unit="number",
        ),
    )

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Sequence[Estimate]:
        """Return the normalized similarity of the two distributions, in [0, 1].

        Args:
            private: The private records.
            release: The release, aligned or not.
            rng: Draws random labels and the control.

        Raises:
            UnavailableError: The model is not there.
            UsageError: The model is remote and that was not allowed.
        """
        figure = self.figures[0]
        released = release.corpus
        labels, problems = self._labels([*private.texts, *released.texts])
        before = labels[: len(private)]
        after = labels[len(private) :]
        p, size = distribution(before), int((after >= 0).sum())
        if not (before >= 0).any() or not size:
            why = "not measured: no record could be labelled"
            return [unmeasured(self, figure, why, problems.total())]
        given = {
            text: label
            for text, label in zip(private.texts, before.tolist(), strict=True)
            if label >= 0
        }
        if len(given) >= ALIKE and len(set(given.values())) == 1:
            why = f"not measured: the model gave all {len(given)} private conversations one label"
            return [unmeasured(self, figure, why, problems.total())]
        worst = random_distance(p, size, rng)
        people = list(private.persons)
        whose = dict(zip(private.ids, people, strict=True)) if release.aligned else {}
        people += [whose.get(id_, f"released {id_}") for id_ in released.ids]
        around = jackknife(labels, len(private), people, worst)
        again = rng.multinomial(size, p, DRAWS) / size
        drawn = likeness(chi_squared(again, p[None]), worst)
        low, high = np.quantile(drawn, [0.025, 0.975])
        nothing = np.zeros_like(p)
        nothing[-1] = 1.0
        floor = float(likeness(chi_squared(nothing[None], p[None]), worst)[0])
        note = counted(problems, len(labels))
        return [
            Estimate(
                figure.name,
                around.value,
                around.low,
                around.high,
                size,
                figure.direction,
                f"{around.method}; {note}" if note else around.method,
                Interval(float(drawn.mean()), float(low), float(high), size, f"{DRAWS} draws"),
                replace(around, value=floor, low=floor, high=floor, method="by definition"),
                None,
                spec.to_json(self),
                title=figure.called,
                unit=figure.unit,
                unanswered=problems.total(),
            )
        ]

    def _labels(self, texts: Sequence[str]) -> tuple[IntArray, Counter[str]]:
        """Return the task of each text, -1 where none could be read, and why not.

        Each different text is asked for once. The last label is that of an empty text.
        """
        template = load("label_task", self.prompt)
        different = [text for text in dict.fromkeys(texts) if text.strip()]
        prompts = [template.fill({"conversation": text[: self.longest]}) for text in different]
        readings = []
        if prompts:
            readings = ask(resolve(self.model), prompts, Options(max_tokens=64), read_task, FORM)
        found = dict(zip(different, readings, strict=True))
        labels = np.full(len(texts), len(TASKS), dtype=np.int64)
        problems: Counter[str] = Counter()
        for i, text in enumerate(texts):
            if text in found:
                value = found[text].value
                labels[i] = -1 if value is None else value
                problems.update([found[text].problem] if value is None else [])
        return labels, problems


def read_task(text: str) -> int | None:
    """Return the number of the task that an answer names, or None if it names none or two."""
    said = f" {_plain(text)} "
    if refused(text):
        return None
    exact = [i for i, name in enumerate(_NAMES) if said.strip() == name]
    named = exact or [i for i, name in enumerate(_NAMES) if f" {name} " in said]
    return named[0] if len(named) == 1 else None


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z]+", re.sub(r"\(.*?\)|,? etc\b", " ", text.lower())))


_NAMES = tuple(_plain(task) for task in TASKS)


def distribution(labels: IntArray) -> npt.NDArray[np.float64]:
    """Return (k,) the share of each label; labels below 0 do not count.

    Args:
        labels: Numbers from 0 to ``len(TASKS)``, the last for no task.
    """
    counts = np.bincount(labels[labels >= 0], minlength=len(TASKS) + 1)
    return np.asarray(counts / max(1, counts.sum()), dtype=np.float64)


def chi_squared(p: FloatArray, q: FloatArray) -> npt.NDArray[np.float64]:
    """Return (b,) symmetric chi-squared distances of (b, k) distributions, in [0, 1]."""
    total = p + q
    parts = np.divide((p - q) ** 2, total, out=np.zeros_like(total), where=total > 0)
    return np.asarray(parts.sum(axis=-1) / 2, dtype=np.float64)


def random_distance(p: FloatArray, size: int, rng: Generator) -> float:
    """Return the mean distance of ``size`` labels drawn evenly from the 21 tasks."""
    even = np.full(len(TASKS) + 1, 1 / len(TASKS))
    even[-1] = 0.0
    drawn = rng.multinomial(size, even, DRAWS) / size
    return float(chi_squared(drawn, np.asarray(p)[None]).mean())


def likeness(distance: FloatArray, worst: float) -> npt.NDArray[np.float64]:
    """Return ``1 - distance / worst``, at least 0."""
    return np.asarray(np.clip(1 - distance / max(worst, 1e-12), 0.0, 1.0), dtype=np.float64)


def jackknife(labels: IntArray, first: int, people: Sequence[str], worst: float) -> Interval:
    """Return the likeness of two sets of labels with its interval, leaving out people in turn.

    Args:
        labels: Those of the private records, then those of the released ones.
        first: How many are private.
        people: Whom each is about.
        worst: The distance of random labels.
    """
    from seethrough.statistics.jackknife import coefficient_interval

    def statistic(kept: Bools) -> float:
        p = distribution(labels[:first][kept[:first]])
        q = distribution(labels[first:][kept[first:]])
        return float(likeness(chi_squared(q, p), worst)) if p.any() and q.any() else math.nan

    around = coefficient_interval(statistic, numbered(people))
    if around is None:
        return Interval(None, None, None, len(labels) - first, "nothing to count")
    value, low, high = around
    return Interval(value, max(0.0, low), high, len(labels) - first, "jackknife by person")
