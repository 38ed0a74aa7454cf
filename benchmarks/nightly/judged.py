"""Leak rates that a judge with errors reads, corrected by its measured errors or by raters."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.nightly.simulation import Drawn, Generator, Setting, Simulation, spread_out, truths
from seethrough.estimates.figure import Tally
from seethrough.estimates.interval import Interval
from seethrough.estimates.shares import excess, share
from seethrough.statistics.judged import identification, misclassification, prediction
from seethrough.statistics.judged.identification import Called
from seethrough.statistics.judged.misclassification import Errors, Part
from seethrough.statistics.judged.prediction import Checked

ERRORS = {"kept": Errors(0.98, 0.55, 0.007, 0.155), "another": Errors(0.63, 0.155, 0.24, 0.117)}
"""Those of the default judge."""

FEWEST = {**ERRORS, "kept": ERRORS["kept"]._replace(false=0.0, false_error=0.0)}
"""The same with the fewest false calls that a class of facts may have."""

CLAIMS = (4, 18)
OF_CLASS = (1, 6)
"""How many claims of one class a person has."""


def corrected(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """The judge errs on these texts at rates drawn around the measured ones."""
    for rate in truths(rng, draws):
        tallies = _called("kept", rate, rng.integers(*CLAIMS, setting.people), rng)
        raw = share(tallies, _names(tallies))
        assert raw.value is not None
        _, low, high = misclassification.share(_ends(raw), {"kept": Part(1.0, raw.value)}, ERRORS)
        yield Drawn(rate, low, high)


def difference(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """The same less what another person's record discloses, mostly little."""
    for rate, other in zip(truths(rng, draws), rng.uniform(0.01, 0.3, draws), strict=True):
        asked = rng.integers(*CLAIMS, setting.people)
        own, beside = _called("kept", rate, asked, rng), _called("another", other, asked, rng)
        gap = excess(own, beside, _names(own), None, "lower_is_better")
        shares = [share(arm, _names(arm)).value or 0.0 for arm in (own, beside)]
        parts = {"kept": Part(1.0, shares[0])}, {"another": Part(1.0, shares[1])}
        _, low, high = misclassification.difference(_ends(gap), *parts, ERRORS)
        yield Drawn(rate - other, low, high)


def partly_erased(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """The same where of half of the records nothing is left that anybody would call disclosed."""
    for rate in truths(rng, draws):
        asked = rng.integers(*CLAIMS, setting.people)
        there = np.arange(setting.people) < (setting.people + 1) // 2
        told = _called("kept", rate, asked, rng)
        tallies = [t if left else Tally(0.0, t.of) for t, left in zip(told, there, strict=True)]
        parts = {}
        for kind, of_kind in (("kept", there), ("another", ~there)):
            called = sum(t.value for t, one in zip(tallies, of_kind, strict=True) if one)
            parts[kind] = Part(asked[of_kind].sum() / asked.sum(), called / asked[of_kind].sum())
        raw = _ends(share(tallies, _names(tallies)))
        _, low, high = misclassification.share(raw, parts, ERRORS)
        yield Drawn(rate * float(parts["kept"].share), low, high)


def of_class(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """On one class any number of false calls is made, from none to the measured one."""
    for rate in truths(rng, draws):
        tallies = _of_class(rate, rng.integers(*OF_CLASS, setting.people), rng)
        yield Drawn(rate, *identification.share(_read(tallies, "kept"), ERRORS, FEWEST))


def difference_of_class(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """The same less what another person's record discloses, mostly little."""
    for rate, other in zip(truths(rng, draws), rng.uniform(0.01, 0.2, draws), strict=True):
        asked = rng.integers(*OF_CLASS, setting.people)
        own, beside = _of_class(rate, asked, rng), _called("another", other, asked, rng)
        gap = excess(own, beside, _names(own), None, "lower_is_better")
        called, theirs = _read(own, "kept"), _read(beside, "another")
        ends = identification.difference(_ends(gap), called, theirs, ERRORS, FEWEST)
        yield Drawn(rate - other, *ends)


def rated(setting: Setting, draws: int, rng: Generator) -> Iterator[Drawn]:
    """People rated some of the claims, at random."""
    for rate in truths(rng, draws):
        asked = rng.integers(*CLAIMS, setting.people)
        who = np.repeat(np.arange(setting.people), asked)
        told = rng.random(len(who)) < spread_out(rng, rate, 0.15, setting.people)[who]
        found, false = (spread_out(rng, m, 0.1, setting.people)[who] for m in (0.85, 0.15))
        call = rng.random(len(who)) < np.where(told, found, false)
        seen = rng.choice(len(who), min(int(rng.integers(30, 200)), len(who)), replace=False)

        def by_person(rows: np.ndarray, of: np.ndarray, people: int = setting.people) -> np.ndarray:
            return np.bincount(of, rows, people).astype(np.float64)

        checked = Checked(
            by_person(np.ones(len(seen)), who[seen]),
            by_person((told & ~call)[seen], who[seen]),
            by_person((call & ~told)[seen], who[seen]),
        )
        if not checked.enough:
            yield Drawn(rate, None, None)
            continue
        counts = by_person(call, who), asked.astype(np.float64)
        raw = share([Tally(*row) for row in zip(*counts, strict=True)], _names(asked))
        _, low, high = prediction.share(_ends(raw), *counts, checked)
        yield Drawn(rate, low, high)


def _of_class(rate: float, asked: np.ndarray, rng: Generator) -> list[Tally]:
    """Return how many claims of one class the judge calls disclosed in records of their own."""
    measured = _near(rng, ERRORS["kept"].false, ERRORS["kept"].false_error)
    return _called("kept", rate, asked, rng, rng.uniform(0.0, measured))


def _read(tallies: list[Tally], kind: str) -> Called:
    raw = _ends(share(tallies, _names(tallies)))
    return Called(raw, {kind: Part(1.0, raw[0])})


def _called(
    kind: str, rate: float, asked: np.ndarray, rng: Generator, false: float | None = None
) -> list[Tally]:
    """Return how many claims of each person the judge calls disclosed.

    Args:
        kind: The kind of passage.
        rate: The share that is disclosed.
        asked: How many claims each person has.
        rng: The source of randomness.
        false: The rate of false calls; drawn around the measured one if None.
    """
    errors = ERRORS[kind]
    told = rng.binomial(asked, spread_out(rng, rate, 0.15, len(asked)))
    found = _near(rng, errors.found, errors.found_error)
    false = _near(rng, errors.false, errors.false_error) if false is None else false
    calls = rng.binomial(told, found) + rng.binomial(asked - told, false)
    return [Tally(float(c), float(a)) for c, a in zip(calls, asked, strict=True)]


def _near(rng: Generator, mean: float, error: float) -> float:
    size = mean * (1 - mean) / error**2 - 1
    return float(rng.beta(mean * size, (1 - mean) * size))


def _names(rows: object) -> list[str]:
    return [str(i) for i in range(len(rows))]  # type: ignore[arg-type]


def _ends(interval: Interval) -> tuple[float, float, float]:
    assert interval.value is not None
    assert interval.low is not None
    assert interval.high is not None
    return interval.value, interval.low, interval.high


ALONE = tuple(Setting(people) for people in (3, 10, 30, 100, 300))
RATED = tuple(Setting(people) for people in (10, 30, 100, 300))

SIMULATIONS = (
    Simulation("judged", "leak rate, corrected for the judge", corrected, ALONE),
    Simulation("judged difference", "the same beyond the control", difference, ALONE),
    Simulation("judged half", "the leak rate, half of the records erased", partly_erased, ALONE),
    Simulation("judged class", "leak rate of one class, with the judge's errors", of_class, ALONE),
    Simulation("class difference", "the same beyond the control", difference_of_class, ALONE),
    Simulation("rated", "leak rate, corrected by raters", rated, RATED),
)
