"""How well a judge agrees with raters of claims (A False Sense of Privacy, section 2.4)."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from seethrough import spec
from seethrough.agreement.ratings import GRADES, RatedClaims
from seethrough.contracts.ratings import ratings_of
from seethrough.estimates.estimate import Estimate, Interval, share
from seethrough.protocols import FloatArray, Generator, IntArray, Judge, Rating, Tally
from seethrough.statistics import agreement
from seethrough.statistics.arrays import Bools, numbered
from seethrough.statistics.jackknife import coefficient_interval
from seethrough.statistics.seeding import generator

SHUFFLES = 500
_UNDEFINED = "undefined: nothing to compare, or all equal"
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Agreement:
    """Figures of a judge against raters, people or a language model, of the same claims.

    Attributes:
        judge: The judge's spec.
        ratings: The name of the rated claims.
        n: How many claims were rated.
        passages: How many different passages they were rated against.
        texts: How many private texts they were cut from.
        raters: The fewest and the most ratings of a claim.
        unjudged: How many pairs the judge could not rate, by its reason.
        caveats: How many pairs it rated with a caveat, by caveat.
        estimates: ``agreement.spearman``, ``.spearman_grade``, ``.accuracy``, ``.kappa``.
        by_kind: The same for each kind of passage, sorted; empty if there are not two.
        by_set: The same for each collection of texts.
        confusion: 3 rows, the raters' modal grade 1 to 3, of 4 counts: the judge's grade 1
            to 3, and unjudged.
    """

    judge: Mapping[str, Any]
    ratings: str
    n: int
    passages: int
    texts: int
    raters: tuple[int, int]
    unjudged: Mapping[str, int]
    caveats: Mapping[str, int]
    estimates: tuple[Estimate, ...]
    by_kind: Mapping[str, tuple[Estimate, ...]]
    by_set: Mapping[str, tuple[Estimate, ...]]
    confusion: tuple[tuple[int, ...], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the machine form; same figures, same bytes."""
        return {
            "judge": dict(self.judge),
            "ratings": self.ratings,
            "n": self.n,
            "passages": self.passages,
            "texts": self.texts,
            "raters": list(self.raters),
            "unjudged": dict(self.unjudged),
            "caveats": dict(self.caveats),
            "estimates": [e.to_json() for e in self.estimates],
            "by_kind": {k: [e.to_json() for e in es] for k, es in self.by_kind.items()},
            "by_set": {k: [e.to_json() for e in es] for k, es in self.by_set.items()},
            "confusion": [list(row) for row in self.confusion],
        }


def measure_agreement(judge: Judge, rated: RatedClaims, seed: int) -> Agreement:
    """Return how far a judge agrees with raters.

    A pair that the judge could not rate counts as a wrong answer in the accuracy. It is missing
    from the rank correlations, whose n says so. All intervals take the claims of one text as one
    cluster.

    Args:
        judge: The judge; asked once about every pair.
        rated: What the raters said; at least one claim.
        seed: The shuffles of the control depend on nothing else.

    Raises:
        ContractError: The judge gave no rating, or one that is no rating, for some pair.
    """
    given = ratings_of(judge, rated.claims, rated.passages)
    return agreement_of(spec.to_json(judge), given, rated, seed)


def agreement_of(
    component: Mapping[str, Any], given: Sequence[Rating], rated: RatedClaims, seed: int
) -> Agreement:
    """Return how far a judge's ratings agree with the raters'; see ``measure_agreement``.

    Args:
        component: The judge's spec.
        given: Its rating of each claim.
        rated: What the raters said; at least one claim.
        seed: The shuffles of the control depend on nothing else.
    """

    def apart(labels: Sequence[str | None]) -> dict[str, tuple[Estimate, ...]]:
        parts = {}
        for label in sorted({x for x in labels if x is not None}) if len(set(labels)) > 1 else ():
            where = [i for i, x in enumerate(labels) if x == label]
            part = rated.take(where)
            parts[label] = _estimates(component, part, [given[i] for i in where], seed)
        return parts

    sizes = [len(r) for r in rated.ratings]
    unjudged = Counter(r.note or "no reason given" for r in given if r.grade is None)
    caveats = Counter(r.note for r in given if r.grade is not None and r.note)
    table = agreement.confusion(rated.modes - 1, _codes(given), len(GRADES))
    return Agreement(
        component,
        rated.name,
        len(rated),
        len(set(rated.passages)),
        len(set(rated.texts)),
        (min(sizes), max(sizes)),
        dict(sorted(unjudged.items())),
        dict(sorted(caveats.items())),
        _estimates(component, rated, given, seed),
        apart(rated.kinds),
        apart(rated.sets),
        tuple(tuple(int(count) for count in row) for row in table),
    )


def _estimates(
    component: Mapping[str, Any], rated: RatedClaims, given: Sequence[Rating], seed: int
) -> tuple[Estimate, ...]:
    finer = np.array([math.nan if r.grade is None else r.expected for r in given])
    grades = np.array([math.nan if r.grade is None else float(r.grade) for r in given])
    return (
        _rank("agreement.spearman", component, rated, finer, seed),
        _rank("agreement.spearman_grade", component, rated, grades, seed),
        _accuracy("agreement.accuracy", component, rated, _codes(given), seed),
        _kappa("agreement.kappa", rated, seed),
    )


def _rank(
    name: str, component: Mapping[str, Any], rated: RatedClaims, scores: FloatArray, seed: int
) -> Estimate:
    """Spearman's correlation of the judge's scores with the raters' modal grades.

    The baseline is that of the share of a claim's words that the passage does not have.
    """
    judged = np.flatnonzero(~np.isnan(scores))
    part, scores = rated.take(judged.tolist()), scores[judged]
    modes, clusters = part.modes.astype(np.float64), numbered(part.texts)

    def measured(answers: FloatArray) -> Interval:
        return _coefficient(lambda kept: agreement.spearman(answers[kept], modes[kept]), clusters)

    a, b = agreement.centred_ranks(scores), agreement.centred_ranks(modes)
    scale = math.sqrt(float(a @ a) * float(b @ b)) or math.nan

    def shuffled(rng: Generator) -> float:
        return float(a @ rng.permutation(b)) / scale

    control = _control(shuffled, len(part), generator(seed, name))
    return _estimate(name, component, measured(scores), control, measured(_unshared_words(part)))


def _accuracy(
    name: str, component: Mapping[str, Any], rated: RatedClaims, answers: IntArray, seed: int
) -> Estimate:
    """The share of claims that the judge gives the raters' modal grade; unjudged is wrong.

    The baseline is that of always answering the raters' most common grade.
    """
    truth = rated.modes - 1

    def measured(guesses: IntArray) -> Interval:
        return share([Tally(float(hit)) for hit in guesses == truth], rated.texts)

    def shuffled(rng: Generator) -> float:
        return float(np.mean(answers == rng.permutation(truth)))

    commonest = np.full(len(truth), np.bincount(truth).argmax())
    control = _control(shuffled, len(rated), generator(seed, name))
    return _estimate(name, component, measured(answers), control, measured(commonest))


def _kappa(name: str, rated: RatedClaims, seed: int) -> Estimate:
    """Fleiss' kappa of the raters among themselves: how far any judge could agree with them.

    Its baseline is 0 by definition, for kappa counts from what chance gives.
    """
    part = rated.take([i for i, r in enumerate(rated.ratings) if len(r) > 1])
    flat = np.array([g for r in part.ratings for g in r], dtype=np.int64)
    owner = np.repeat(np.arange(len(part)), [len(r) for r in part.ratings])

    def shuffled(rng: Generator) -> float:
        cells = owner * len(GRADES) + rng.permutation(flat) - 1
        counts = np.bincount(cells, minlength=len(part) * len(GRADES))
        return agreement.fleiss_kappa(counts.reshape(len(part), -1))

    table, texts = part.table, numbered(part.texts)
    own = _coefficient(lambda kept: agreement.fleiss_kappa(table[kept]), texts)
    control = _control(shuffled, len(part), generator(seed, name))
    chance = Interval(0.0, 0.0, 0.0, len(part), "chance agreement, by definition")
    return _estimate(name, {"name": "raters"}, own, control, chance)


def _estimate(
    name: str, component: Mapping[str, Any], own: Interval, control: Interval, baseline: Interval
) -> Estimate:
    return Estimate(
        name,
        own.value,
        own.low,
        own.high,
        own.n,
        "higher_is_better",
        own.method,
        control,
        baseline,
        None,
        component,
    )


def _coefficient(statistic: Callable[[Bools], float], clusters: IntArray) -> Interval:
    around = coefficient_interval(statistic, clusters)
    if around is None:
        return Interval(None, None, None, len(clusters), _UNDEFINED)
    return Interval(*around, len(clusters), "jackknife by text")


def _control(shuffled: Callable[[Generator], float], n: int, rng: Generator) -> Interval:
    """Return the mean and the middle 95 % of a figure under shuffles of the raters' grades."""
    draws = np.array([shuffled(rng) for _ in range(SHUFFLES)]) if n else np.array([math.nan])
    if np.isnan(draws).any():
        return Interval(None, None, None, n, _UNDEFINED)
    low, high = np.quantile(draws, [0.025, 0.975])
    return Interval(float(draws.mean()), float(low), float(high), n, f"{SHUFFLES} shuffles")


def _unshared_words(rated: RatedClaims) -> FloatArray:
    """Return (n,) the share of each claim's words that its passage lacks, in [0, 1]."""
    there = {passage: set(_WORD.findall(passage.lower())) for passage in set(rated.passages)}
    shares = []
    for claim, passage in zip(rated.claims, rated.passages, strict=True):
        words = set(_WORD.findall(claim.lower()))
        shares.append(len(words - there[passage]) / max(len(words), 1))
    return np.array(shares, dtype=np.float64)


def _codes(given: Sequence[Rating]) -> IntArray:
    """Return (n,) the grades counted from 0; unjudged comes after the last."""
    return np.array([len(GRADES) if r.grade is None else r.grade - 1 for r in given], np.int64)
