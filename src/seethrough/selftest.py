"""Every audit tests itself: releasing the originals must leak, an erased release must not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.cells import Cell, Setting, learn, run_arm, sample
from seethrough.estimates import Interval, share
from seethrough.linker_choice import with_one_linker
from seethrough.protocols import Attack, Figure
from seethrough.release import RagRelease, TextRelease

if TYPE_CHECKING:
    from seethrough.data import Corpus

TARGETS = 200
"""How many targets the self-test attacks at the most."""

SLACK = 0.05
"""How far above its floor the interval of an erased release may begin."""


@dataclass(frozen=True)
class SelfTest:
    """One figure on a release whose answer is known.

    Attributes:
        figure: The figure's name.
        release: ``identity`` or ``erase``.
        measured: What the attack scored.
        expected: What it must reach (identity) or what it may score (erase).
        bound: How that is meant: ``at least``, ``at most`` or ``about``.
        passed: Whether it did.
    """

    figure: str
    release: str
    measured: Interval
    expected: float
    bound: str
    passed: bool

    def to_json(self) -> dict[str, Any]:
        """Return the machine form."""
        return {
            "name": self.figure,
            "release": self.release,
            "expected": round(self.expected, 6),
            "passed": self.passed,
            **self.measured.to_json(),
        }


def check_attack(
    attack: Attack[Any], cell: Cell, release: TextRelease | RagRelease, setting: Setting
) -> list[SelfTest]:
    """Run an attack where the answer is known: the originals released, and nothing released.

    Args:
        attack: The attack.
        cell: What it found on the release; its baseline is the erased release.
        release: The release.
        setting: What the audit's cells share.
    """
    few = replace(setting, targets=min(TARGETS, setting.targets or TARGETS))
    known = sample(learn(attack, setting.private, setting), few)
    private = setting.private
    originals: TextRelease | RagRelease
    if isinstance(release, RagRelease):
        originals = release.holding(private)
    else:
        originals = TextRelease(_records_of({k.person for k in known}, private))
    adversary = with_one_linker(attack, cell.linkers)
    key = f"selftest/{spec.name_of(attack).replace(':', '.')}-{spec.key(adversary)}/identity"
    arm = run_arm(adversary, originals, known, setting.private, key, setting)
    results = []
    for figure in attack.figures:
        if figure.ceiling is not None:
            measured = share(arm.tallies(figure.name), arm.people)
            passed = measured.value is not None and _reaches(measured.value, figure)
            bound = "at least" if figure.direction == "lower_is_better" else "at most"
            results.append(
                SelfTest(figure.name, "identity", measured, figure.ceiling, bound, passed)
            )
        if figure.floor is not None:
            measured = share(cell.baseline.tallies(figure.name), cell.baseline.people)
            floor = figure.floor(_fewest(release, cell))
            passed = _at_floor(measured, floor, figure)
            results.append(SelfTest(figure.name, "erase", measured, floor, "about", passed))
    return results


def _records_of(people: set[str], private: Corpus) -> Corpus:
    """Return these people's records, kept with the private ones: all that a sample needs."""
    if len(people) == len(set(private.persons)):
        return private
    positions = [i for i, person in enumerate(private.persons) if person in people]
    return private.take(positions).keeping(private.derived)


def _reaches(value: float, figure: Figure) -> bool:
    assert figure.ceiling is not None
    if figure.direction == "lower_is_better":
        return value >= figure.ceiling
    return value <= figure.ceiling


def _at_floor(measured: Interval, floor: float, figure: Figure) -> bool:
    if measured.low is None or measured.high is None:
        return False
    if figure.direction == "lower_is_better":
        return measured.low <= floor + SLACK
    return measured.high >= floor - SLACK


def _fewest(release: TextRelease | RagRelease, cell: Cell) -> int:
    """Return how many equally likely choices an adversary has who must find a person's record."""
    people = cell.targets.people
    return max(1, round(len(release.corpus) * len(set(people)) / max(len(people), 1)))


def failures(tests: Sequence[SelfTest]) -> list[str]:
    """Return why the self-test does not carry a verdict, one line each; none where it does."""
    lines = []
    for test in tests:
        if test.passed:
            continue
        value = test.measured.value
        found = "could not be measured" if value is None else f"is {value:.2f}"
        lines.append(
            f"self-test failed: {test.figure} {found} on {test.release}, expected {test.bound}"
            f" {test.expected:.2f}; the attack cannot be trusted on these data"
        )
    return lines
