"""Draws data from a known truth and counts how often an interval holds it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from seethrough.statistics.intervals import clopper_pearson

FLOOR = 0.93
"""A 95 % interval should hold the truth in this share of the draws or more."""

DOUBT = 0.001
"""A simulation fails where a coverage of its floor has this chance at the most."""

Generator = np.random.Generator


class Drawn(NamedTuple):
    """One draw.

    Attributes:
        truth: What the figure would be with everybody.
        low: The lower end of its interval; None where none is given.
        high: The upper end.
    """

    truth: float
    low: float | None
    high: float | None


class Setting(NamedTuple):
    """How much data one draw has.

    Attributes:
        people: How many people, or texts, or questions.
        records: At most so many records of each person; from 1 up, drawn evenly.
    """

    people: int
    records: int = 1


SIZES = tuple(Setting(people, records) for records in (1, 3) for people in (3, 10, 30, 100, 300))


def up_to(
    people: int, floor: float, settings: Sequence[Setting] = SIZES
) -> tuple[tuple[Setting, float], ...]:
    """Return a lower floor for the settings with so many people at the most."""
    return tuple((setting, floor) for setting in settings if setting.people <= people)


@dataclass(frozen=True)
class Simulation:
    """A kind of interval.

    Attributes:
        name: What figures name it by.
        what: What is simulated.
        draw: Takes a setting, how many draws, and a generator; yields the draws.
        settings: What is tried.
        floor: The least coverage.
        known: Settings where it covers less, with the floor that holds there; `docs/measured.md`
            says why.
    """

    name: str
    what: str
    draw: Callable[[Setting, int, Generator], Iterator[Drawn]]
    settings: Sequence[Setting] = SIZES
    floor: float = FLOOR
    known: tuple[tuple[Setting, float], ...] = ()

    def run(self, setting: Setting, draws: int, seed: int = 0) -> Counted:
        """Return how often the interval held the truth in one setting."""
        key = [seed, *self.name.encode(), *setting]
        floor = dict(self.known).get(setting, self.floor)
        held, widths, none = 0, [], 0
        for truth, low, high in self.draw(setting, draws, np.random.default_rng(key)):
            if low is None or high is None:
                none += 1
                continue
            held += low - _ROUNDING <= truth <= high + _ROUNDING
            widths.append(high - low)
        return Counted(held, len(widths), none, float(np.median(widths or [math.nan])), floor)


_ROUNDING = 1e-9


class Counted(NamedTuple):
    """How often an interval held the truth.

    Attributes:
        held: In so many draws.
        of: Of so many that gave an interval.
        none: So many gave none.
        width: The median width.
        floor: The least coverage.
    """

    held: int
    of: int
    none: int
    width: float
    floor: float

    @property
    def ends(self) -> tuple[float, float]:
        """The exact 95 % interval of the coverage."""
        return clopper_pearson(self.held, self.of) if self.of else (0.0, 1.0)

    @property
    def fails(self) -> bool:
        """Whether the coverage is beyond doubt under the floor."""
        return bool(self.of) and clopper_pearson(self.held, self.of, 2 * DOUBT)[1] < self.floor

    def cells(self) -> list[Any]:
        """Return the coverage, its interval, the floor, the width, and draws without interval."""
        if not self.of:
            return ["none given", "", f"{self.floor:.2f}", "", f"{self.none}"]
        low, high = self.ends
        return [
            f"{self.held / self.of:.3f}",
            f"{low:.3f} to {high:.3f}",
            f"{self.floor:.2f}",
            f"{self.width:.3g}",
            f"{self.none}" if self.none else "",
        ]


def truths(rng: Generator, count: int) -> np.ndarray:
    """Return (count,) true shares, more of them near 0 and 1: Jeffreys' prior within 1 to 99 %."""
    return np.clip(rng.beta(0.5, 0.5, count), 0.01, 0.99)


def owners(rng: Generator, setting: Setting) -> np.ndarray:
    """Return (records,) the person of each record."""
    sizes = rng.integers(1, setting.records + 1, setting.people)
    return np.repeat(np.arange(setting.people), sizes)


def spread_out(rng: Generator, mean: float, dependence: float, count: int) -> np.ndarray:
    """Return (count,) people's own shares around a mean; beta, with an intraclass correlation."""
    scale = (1 - dependence) / dependence
    return rng.beta(mean * scale, (1 - mean) * scale, count)
