"""An attack is tested: releasing the originals must leak, an erased release must not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING, Any

from seethrough.engine.content_key import kept_as
from seethrough.engine.runs import contrasts
from seethrough.engine.runs.attacks import Setting, learn, run_arm, sample
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.engine.runs.linker_choice import apart, with_one_linker
from seethrough.engine.runs.linking import blinded, by_luck
from seethrough.engine.self_test.result import SelfTest
from seethrough.estimates.estimate import Interval, excess, share
from seethrough.protocols import Attack, Figure, Knowledge

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.records.releases.release import Release

TARGETS = 200
"""How many targets the self-test attacks at the most."""

CONTROLS = 60
"""How many targets the originals are attacked on without the target's own records, at the most."""

SLACK = 0.05
"""How far above its floor the interval of an erased release may begin."""

LUCK = 1.7
"""That interval is this many times as wide: random guesses leave it once in 1,000 audits."""


def check_attack(
    cell: Cell, release: Release, setting: Setting
) -> tuple[list[SelfTest], Arm | None]:
    """Run an attack where the answer is known: the originals released, and nothing released.

    Args:
        cell: What the attack found on the release; its baseline is the erased release.
        release: The release.
        setting: What the audit's cells share.

    Returns:
        The tests, and what the originals tell an adversary who does not see the target's own
        records; None for a release that nobody reads.
    """
    attack = cell.attack
    setting = setting.of(attack)
    every = learn(attack, setting.private, setting)
    few = replace(setting, targets=min(TARGETS, setting.targets or TARGETS))
    known = sample(every, few)
    originals = _originals(release, known, setting)
    if originals is None:
        return [], None
    adversary = with_one_linker(attack, cell.linkers)
    key = _key(adversary, originals)
    arm = run_arm(adversary, originals, known, setting.private, key, setting)
    control = _strangers(cell, known, originals, setting) if release.readable else None
    told = None if control is None else (arm, control)
    tested = {k.record for k in known}
    alone = [k for k in attack.of_one_alone(every) if k.record in tested]
    if control is not None and alone != [*known]:
        told = (
            None
            if not alone
            else (
                run_arm(adversary, originals, alone, setting.private, f"{key}-alone", setting),
                _strangers(cell, alone, originals, setting, "-alone"),
            )
        )
    return _tests(cell, release, arm, control, told, setting.private), control


def _tests(
    cell: Cell,
    release: Release,
    arm: Arm,
    control: Arm | None,
    told: tuple[Arm, Arm] | None,
    private: Corpus,
) -> list[SelfTest]:
    """Return how each figure does.

    Args:
        cell: What the attack found on the release.
        release: The release.
        arm: What the originals tell.
        control: What they tell without the target's own records.
        told: Both, of what one person's records alone tell; None where that is nothing.
        private: The private records.
    """
    attack, results = cell.attack, []
    for figure in attack.figures:
        if figure.contrast is not None:
            if figure.ceiling is not None and control is not None:
                measured = contrasts.between(figure, attack, arm, control)
                passed = measured.value is not None and measured.value >= figure.ceiling
                results.append(
                    SelfTest.of(figure, "identity", measured, figure.ceiling, "at least", passed)
                )
            continue
        if figure.ceiling is not None and told is not None:
            results.append(_beyond_control(figure, *told))
        if figure.ceiling is not None:
            measured = share(arm.tallies(figure.name), arm.people)
            passed = measured.value is not None and _reaches(measured.value, figure)
            bound = "at least" if figure.direction == "lower_is_better" else "at most"
            results.append(SelfTest.of(figure, "identity", measured, figure.ceiling, bound, passed))
        if figure.erased is not None:
            measured = share(cell.baseline.tallies(figure.name), cell.baseline.people)
            scores = by_luck(figure.erased, cell.targets.people, release, private)
            floor = fmean(scores) if scores else 0.0
            passed = _at_floor(measured, floor, figure)
            results.append(SelfTest.of(figure, "erase", measured, floor, "about", passed))
    return results


def _strangers(
    cell: Cell, known: Sequence[Knowledge], originals: Release, setting: Setting, of: str = ""
) -> Arm:
    """Return what the originals tell an adversary who does not see the target's own records."""
    adversary = apart(with_one_linker(cell.attack, cell.linkers))
    fewer = sample(known, replace(setting, targets=CONTROLS))
    unseeing = blinded(fewer, originals, setting.private)
    key = f"{_key(adversary, originals)}-control{of}"
    return run_arm(adversary, originals, unseeing, setting.private, key, setting)


def _originals(release: Release, known: Sequence[Knowledge], setting: Setting) -> Release | None:
    """Return the originals, released: of records that are read, those of the targets suffice."""
    if not release.readable:
        return release.originals(setting.private)
    return release.originals(_records_of({k.person for k in known}, setting.private))


def _key(adversary: Attack[Any], originals: Release) -> str:
    """Return where the work is kept: what answers is a part of it, records as they are are not."""
    asked = "" if originals.readable else f"-{originals.label}"
    return f"selftest/{kept_as(adversary)}{asked}/identity"


def _beyond_control(figure: Figure, arm: Arm, control: Arm) -> SelfTest:
    """Return whether the originals tell more than the same release without the target's own."""
    scored = dict(zip((k.record for k in arm.knowledge), arm.tallies(figure.name), strict=True))
    seeing = [scored[k.record] for k in control.knowledge]
    measured = excess(seeing, control.tallies(figure.name), control.people, None, figure.direction)
    expected = figure.beyond_control
    passed = measured.value is not None and measured.value >= expected
    return SelfTest.of(figure, "identity", measured, expected, "beyond control", passed)


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
    assert measured.value is not None
    if figure.direction == "lower_is_better":
        return measured.value - LUCK * (measured.value - measured.low) <= floor + SLACK
    return measured.value + LUCK * (measured.high - measured.value) >= floor - SLACK
