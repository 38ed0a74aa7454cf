"""Correlations, kappa, the likeness of tasks, and what a classifier learns from a release."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import numpy as np

from benchmarks.nightly.simulation import Drawn, Generator, Setting, Simulation, owners, up_to
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.statistics import agreement
from seethrough.statistics.jackknife import coefficient_interval
from seethrough.utilities import classifier, label_distribution

EVERYBODY = 50_000
"""Draws from which a truth is taken that has no formula."""

STRENGTHS = (-0.2, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95)


def correlations(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """A judge's score and the grade of raters, several claims a text."""
    for strength in rng.choice(STRENGTHS, draws).tolist():
        truth = _spearman(strength)
        first, second, text = _ratings(strength, setting, rng)
        found = coefficient_interval(
            lambda kept, a=first, b=second: agreement.spearman(a[kept], b[kept]),  # type: ignore[misc]
            text,
        )
        yield Drawn(truth, None, None) if found is None else Drawn(truth, *found[1:])


def _ratings(
    strength: float, setting: Setting, rng: Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return scores, grades from 1 to 3, and the text of each claim."""
    text = owners(rng, setting)
    own = rng.normal(size=setting.people)[text]
    latent = np.sqrt(0.3) * own + np.sqrt(0.7) * rng.normal(size=len(text))
    theirs = strength * latent + np.sqrt(1 - strength**2) * rng.normal(size=len(text))
    return latent, np.digitize(theirs, [-0.5, 0.3]).astype(float), text


_KNOWN: dict[float, float] = {}


def _spearman(strength: float) -> float:
    if strength not in _KNOWN:
        first, second, _ = _ratings(strength, Setting(EVERYBODY), np.random.default_rng(0))
        _KNOWN[strength] = agreement.spearman(first, second)
    return _KNOWN[strength]


def kappas(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Three raters give the true grade with some chance and else any; kappa is its square."""
    for right in rng.uniform(0.2, 0.98, draws):
        text = owners(rng, setting)
        grades = rng.integers(0, 3, len(text))
        said = rng.random((len(text), 3)) < right
        given = np.where(said, grades[:, None], rng.integers(0, 3, (len(text), 3)))
        table = np.stack([(given == g).sum(1) for g in range(3)], axis=1)
        found = coefficient_interval(
            lambda kept, t=table: agreement.fleiss_kappa(t[kept]),  # type: ignore[misc]
            text,
        )
        truth = float(right**2)
        yield Drawn(truth, None, None) if found is None else Drawn(truth, *found[1:])


def tasks(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """A task a record, which the release replaces with some chance by a task of another mix."""
    kinds = len(label_distribution.TASKS)
    for changed in rng.uniform(0, 1, draws):
        before, after = (np.append(rng.dirichlet(np.full(kinds, 0.5)), 0.0) for _ in range(2))
        person = owners(rng, setting)
        own = rng.choice(kinds + 1, len(person), p=before)
        other = rng.choice(kinds + 1, len(person), p=after)
        released = np.where(rng.random(len(person)) < changed, other, own)
        worst = label_distribution.random_distance(before, len(person), rng)
        mixed = (1 - changed) * before + changed * after
        apart = label_distribution.chi_squared(mixed[None], before[None])
        truth = float(label_distribution.likeness(apart, worst)[0])
        names = [str(p) for p in person.tolist()] * 2
        labels = np.concatenate([own, released])
        worst = label_distribution.random_distance(
            label_distribution.distribution(own), len(person), rng
        )
        found = label_distribution.jackknife(labels, len(person), names, worst)
        yield Drawn(truth, found.low, found.high)


def learned(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """Two labels, told apart by two numbers a record; folds by person.

    The truth is what models fitted to as many people get right of everybody else, on average over
    releases of this kind: the mean of what the draws themselves find.
    """
    for apart in (0.5, 1.0, 1.5):
        found = [_fitted(apart, setting, rng) for _ in range(max(2, draws // 15))]
        truth = float(np.mean([value for value, _, _ in found]))
        for _, low, high in found:
            yield Drawn(truth, low, high)


def _fitted(apart: float, setting: Setting, rng: Generator) -> tuple[float, float, float]:
    person = owners(rng, setting)
    labels = rng.integers(0, 2, setting.people)
    labels[:2] = (0, 1)
    label = labels[person]
    numbers = rng.normal(size=(len(person), 2)) + apart * (label[:, None] - 0.5)
    texts = [f"{a} {b}" for a, b in numbers]
    private = Corpus.from_texts(
        texts, persons=[str(p) for p in person.tolist()],
        fields=[{"label": str(x)} for x in label.tolist()], name="private",
    )  # fmt: skip
    with patch.object(classifier, "embed", lambda told: np.array([t.split() for t in told], float)):
        made = classifier.Classifier(label="label").measure(
            private, TextRelease(private), np.random.default_rng(0)
        )[0]
    assert made.value is not None
    assert made.low is not None
    assert made.high is not None
    return made.value, made.low, made.high


TEXTS = tuple(Setting(texts, claims) for claims in (1, 6) for texts in (10, 30, 100))
PEOPLE = tuple(Setting(people, records) for records in (1, 3) for people in (10, 30, 100))

SIMULATIONS = (
    Simulation("correlation", "Spearman's correlation, claims of texts", correlations, TEXTS),
    Simulation("kappa", "Fleiss' kappa of three raters", kappas, TEXTS),
    Simulation(
        "tasks", "likeness of the tasks' frequencies", tasks, PEOPLE, known=up_to(100, 0.8, PEOPLE)
    ),
    Simulation(
        "learned",
        "accuracy of a classifier in folds",
        learned,
        PEOPLE,
        known=up_to(30, 0.88, PEOPLE),
    ),
)
