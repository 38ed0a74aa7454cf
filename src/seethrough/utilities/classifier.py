"""Classifier: can a model be trained on the release that works on the private records?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt

from seethrough.engine.rows.values import strings
from seethrough.errors import InputError, UsageError
from seethrough.fields import Between
from seethrough.protocols import Figure, Generator, Tally
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.fits import logistic
from seethrough.utilities._pairs import estimated, unmeasured

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus

Array = npt.NDArray[np.float64]

LABELS = ("label", "labels", "class", "category", "topic", "sentiment", "target")
"""Columns that are taken for labels where none is named, in this order."""

MOST_CLASSES = 100


@dataclass(frozen=True)
class Classifier:
    """Trains a small classifier on the release and tests it on private records of other people.

    People are dealt into folds at random. For each fold a classifier is trained on the released
    records of all other people and tested on the private texts of this one, so each labelled
    record is tested once and by a classifier that saw nothing of its person. The classifier is a
    logistic regression on the sentence embedding of a text (all-MiniLM-L6-v2; a long text is
    cut into windows and their mean taken).

    The control is trained on the same released texts with the texts of different people swapped,
    so labels and texts do not match. The baseline is trained on empty texts, which leaves the
    most common class. ``utility.classifier_ceiling`` is trained, in the same folds, on the private
    texts.

    Released records that are not aligned need the label column themselves, and all of
    them train every fold: they may have been made from the same people who are tested, so the
    figure may be too high.

    Attributes:
        label: The column with the label; one of the usual names where empty.
        folds: How many folds, at least 2.
        penalty: Strength of the ridge penalty, above 0.
    """

    label: str = ""
    folds: Annotated[int, Between(2, 1000)] = 5
    penalty: Annotated[float, Between(0, 1_000_000, above=True)] = 1.0

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.classifier",
            "higher_is_better",
            "How often a small classifier trained on the release is right about private"
            " records of other people.",
            "It holds for this label and this classifier; another task may need what was removed.",
            title="A classifier trained on the release is right",
        ),
        Figure(
            "utility.classifier_ceiling",
            "higher_is_better",
            "How often it is right, trained on the private texts: the best that the release could"
            " reach.",
            "It says nothing about the release.",
            title="A classifier trained on the originals is right",
        ),
    )

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Sequence[Estimate]:
        """Return the accuracy of the classifier and that of its ceiling.

        Args:
            private: The private records; those without a label do not count.
            release: The release; a released record's label is its own, else that of the private
                record of the same id.
            rng: Deals people into folds and swaps texts for the control.

        Raises:
            UsageError: No column holds labels, or the named one does not.
            InputError: Fewer than two people, or fewer than two labels.
            UnavailableError: The embedding model is not installed.
        """
        column, labels = self._truth(private)
        tested = [i for i, label in enumerate(labels) if label is not None]
        names = sorted({label for label in labels if label is not None})
        taught = self._lessons(private, release, column, labels)
        lessons = [lesson for lesson in taught if lesson.label in names]
        if not lessons:
            why = "not measured: no released record has a label that a private one has"
            return [unmeasured(self, figure, why) for figure in self.figures]
        return self._estimates(private, tested, labels, names, lessons, rng)

    def require(self, private: Corpus, release: TextRelease) -> None:
        """Raise where the private records have no labels to test with; as for ``measure``."""
        self._truth(private)

    def _truth(self, private: Corpus) -> tuple[str, list[str | None]]:
        """Return the column of labels and each record's, of enough people and few enough kinds."""
        column, labels = self._labels(private)
        told = [(p, label) for p, label in zip(private.persons, labels, strict=True) if label]
        people, names = ({*values} for values in zip(*told, strict=True))
        if len(people) < 2 or not 2 <= len(names) <= MOST_CLASSES:
            raise InputError(
                f"{private.name}: {len(names)} different labels of {len(people)} people; a"
                f" classifier needs 2 to {MOST_CLASSES} labels and at least 2 people"
            )
        return column, labels

    def _estimates(
        self,
        private: Corpus,
        tested: Sequence[int],
        labels: Sequence[str | None],
        names: Sequence[str],
        lessons: Sequence[_Lesson],
        rng: Generator,
    ) -> list[Estimate]:
        persons = [private.persons[i] for i in tested]
        people = sorted(set(persons))
        fold_of = dict(
            zip(people, (rng.permutation(len(people)) % self.folds).tolist(), strict=True)
        )
        folds = np.array([fold_of[p] for p in persons])
        codes = {name: code for code, name in enumerate(names)}
        truth = np.array([codes[str(labels[i])] for i in tested], dtype=np.int64)
        own = embed([private.texts[i] for i in tested])
        taught = embed([lesson.text for lesson in lessons])
        classes = np.array([codes[lesson.label] for lesson in lessons], dtype=np.int64)
        within = np.array([fold_of.get(lesson.person, -1) for lesson in lessons])
        mixed = taught[_swapped([lesson.person for lesson in lessons], rng)]

        def answers(table: Array, right: npt.NDArray[np.int64], fold: Any) -> list[Tally]:
            given = np.full(len(tested), -1, dtype=np.int64)
            for f in range(self.folds):
                test, train = folds == f, fold != f
                if test.any() and train.any():
                    given[test] = _answer(
                        table[train], right[train], own[test], len(names), self.penalty
                    )
            return [Tally(float(hit)) for hit in given == truth]

        nothing = answers(np.zeros_like(taught), classes, within)
        made = [
            estimated(
                self,
                self.figures[0],
                answers(taught, classes, within),
                persons,
                control=answers(mixed, classes, within),
                baseline=nothing,
            ),
            estimated(self, self.figures[1], answers(own, truth, folds), persons, baseline=nothing),
        ]
        method = f"{made[0].method}, {min(self.folds, len(people))} folds by person"
        return [replace(estimate, method=method) for estimate in made]

    def _labels(self, private: Corpus) -> tuple[str, list[str | None]]:
        """Return the column of labels, and that of each private record, None if it has none."""
        rows = [record.fields for record in private]
        there = dict.fromkeys(name for row in rows for name in row)
        named = [self.label] if self.label else [name for name in LABELS if name in there]
        for name in named:
            found = [_label(row, name) for row in rows]
            if any(label is not None for label in found):
                return name, found
        columns = ", ".join(there) or "none"
        wanted = f"no labels in a column {self.label!r}" if self.label else "no column of labels"
        raise UsageError(
            f"{private.name}: {wanted}; write classifier:label=COLUMN; there are: {columns}"
        )

    def _lessons(
        self, private: Corpus, release: TextRelease, column: str, labels: Sequence[str | None]
    ) -> list[_Lesson]:
        """Return the released texts that have a label, and the person of each, if known."""
        lessons = []
        for record in release.corpus:
            place = private.position.get(record.id) if release.aligned else None
            own = _label(record.fields, column)
            label = own if own is not None else None if place is None else labels[place]
            if label is not None:
                person = "" if place is None else private.persons[place]
                lessons.append(_Lesson(record.text, label, person))
        return lessons


@dataclass(frozen=True, slots=True)
class _Lesson:
    text: str
    label: str
    person: str


def embed(texts: Sequence[str]) -> Array:
    """Return (n, 384) mean sentence embeddings, zero for a blank text.

    Raises:
        UnavailableError: The embedding model is not installed.
    """
    from seethrough.embeddings.minilm import DIMENSIONS, MiniLM

    model = MiniLM()
    unique = [text for text in dict.fromkeys(texts) if text.strip()]
    windows = [model.windows(text) for text in unique]
    vectors = model.embed([piece for pieces in windows for piece in pieces]).astype(np.float64)
    means: dict[str, Array] = {}
    start = 0
    for text, pieces in zip(unique, windows, strict=True):
        means[text] = vectors[start : start + len(pieces)].mean(axis=0)
        start += len(pieces)
    nothing = np.zeros(DIMENSIONS)
    return np.array([means.get(text, nothing) for text in texts]).reshape(len(texts), DIMENSIONS)


SCALE = 5.0
"""The factor on unit vectors that makes a penalty of 1 mild."""


def _answer(
    table: Array, right: npt.NDArray[np.int64], asked: Array, count: int, penalty: float
) -> npt.NDArray[np.int64]:
    weights = fit(SCALE * table, right, count, penalty)
    chosen: npt.NDArray[np.int64] = (_with_bias(SCALE * asked) @ weights).argmax(axis=1)
    return chosen


def fit(table: Array, right: npt.NDArray[np.int64], count: int, penalty: float) -> Array:
    """Return (d + 1, count) weights, those of the bias last, which is not penalised.

    So rows that are all alike give the commonest class.

    Args:
        table: (n, d) features.
        right: (n,) the class of each row, from 0 to ``count - 1``.
        count: How many classes there are.
        penalty: Strength of the ridge penalty, above 0.
    """
    ridge = np.append(np.full(table.shape[1], penalty), 0.0)
    weights: Array = logistic.fit(_with_bias(table), np.eye(count)[right], ridge)
    return weights


def _with_bias(table: Array) -> Array:
    return np.hstack([table, np.ones((len(table), 1))])


def _swapped(persons: Sequence[str], rng: Generator) -> list[int]:
    """Return for each training text that of another person; a random one if persons are unknown."""
    from seethrough.utilities._pairs import someone_else

    order = someone_else(persons, rng)
    return rng.permutation(len(persons)).tolist() if order is None else order


def _label(row: Mapping[str, Any], name: str) -> str | None:
    value = row.get(name)
    said = [] if isinstance(value, list | dict) else [*strings(value)]
    return said[0] if said and said[0] else None
