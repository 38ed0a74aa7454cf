"""Everything that an audit runs on a release, one after the other, and what came of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from seethrough import spec
from seethrough.engine.floors import control
from seethrough.engine.floors.checking import check
from seethrough.engine.inputs import Inputs
from seethrough.engine.originals.reasons import originals_behind
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.engine.runs.failures import attack_failed, failure, named, said
from seethrough.engine.runs.linker_choice import with_one_linker
from seethrough.engine.runs.pools import by_pool
from seethrough.engine.runs.utilities import UtilityRun, run_utility
from seethrough.engine.self_test.result import SelfTest
from seethrough.engine.self_test.running import run_self_tests
from seethrough.engine.verdict.limits import Tolerances
from seethrough.errors import InputError, OutputError, SeethroughError
from seethrough.estimates.estimate import Estimate
from seethrough.fields import Names, names_in
from seethrough.model_releases.same_model import (
    answers_alike,
    check_same,
    neutral_answers,
    plain_answers,
)
from seethrough.models.named import models_of
from seethrough.models.required import require_models
from seethrough.notices import notice
from seethrough.progress import Progress
from seethrough.protocols import Attack, Requiring, Utility
from seethrough.reasons import Reason
from seethrough.records.releases.model import SERVED
from seethrough.storage.store import RunDirectory

STEPS = "audit"
"""The stage under which an audit tells how many of its steps are done."""

CURVE_TARGETS = 200
"""How many targets a curve uses at the most."""


class Findings(NamedTuple):
    """What the search for originals, the attacks, their self-tests and the utilities found.

    Attributes:
        standing: What ``found_standing`` returned.
        cells: One per attack.
        tests: The self-tests.
        tested: Why these, or an attack along a curve, carry no verdict; none where they do.
        measured: One per utility.
        curves: As in ``Audit``.
        pools: As in ``Audit``.
        neutral: What a served model or service said to questions that are not an attack's.
    """

    standing: list[Reason]
    cells: list[Cell]
    tests: Sequence[SelfTest]
    tested: list[Reason]
    measured: list[UtilityRun]
    curves: Mapping[int, Sequence[Estimate]]
    pools: Mapping[int, Sequence[Estimate]]
    neutral: Sequence[str]

    @property
    def leaks(self) -> list[Estimate]:
        """The figures of the attacks."""
        return [e for cell in self.cells for e in cell.estimates]

    @property
    def useful(self) -> list[Estimate]:
        """The figures of the utilities."""
        return [e for run in self.measured for e in run.estimates]

    @property
    def names(self) -> set[str]:
        """The names of all figures that came out."""
        return {e.name for e in (*self.leaks, *self.useful)}


def find(inputs: Inputs, tolerances: Tolerances, go_on: bool, progress: Progress) -> Findings:
    """Run everything that was asked for.

    Args:
        inputs: What the audit works on.
        tolerances: How much leak is tolerated.
        go_on: Show an attack or utility as failed whatever the reason, where otherwise a mistake
            that the user can mend ends the audit.
        progress: Told how many of the steps are done.

    Raises:
        UnavailableError: A language model that will be asked does not answer.
        SeethroughError: A component failed by what the user can mend.
    """
    store = inputs.setting.store
    served = SERVED in inputs.release.details
    if not go_on:
        for utility in inputs.utilities:
            if isinstance(utility, Requiring):
                with named(f"utility {spec.name_of(utility)}"):
                    utility.require(inputs.given, inputs.release)
        require_models(_models(inputs))
    neutral = neutral_answers(inputs.release) if served else []
    if served and isinstance(store, RunDirectory):
        check_same(neutral, inputs.release, store)
    plain = plain_answers(inputs.release) if served else []
    steps = len(inputs.attacks) + len(inputs.utilities) + 3
    done = itertools.count()
    progress(STEPS, next(done), steps)
    # First, while no linker or judge has anything in memory.
    standing = found_standing(inputs)
    cells: list[Cell] = []
    measured: list[UtilityRun] = []
    for attack in inputs.attacks:
        progress(STEPS, next(done), steps)
        cells.append(_run_or_failure(attack, inputs, go_on))
    progress(STEPS, next(done), steps)
    # Before the self-tests, which link to few records: linkers keep the index of the last ones.
    curves, unfinished = _first(_curve, cells, inputs)
    pools, unranked = _first(_pools, cells, inputs)
    progress(STEPS, next(done), steps)
    tests, tested = run_self_tests(cells, inputs, tolerances)
    for utility in inputs.utilities:
        progress(STEPS, next(done), steps)
        measured.append(_measured_or_failure(utility, inputs, go_on))
    tested += [*unfinished, *unranked]
    if served:
        after = neutral_answers(inputs.release)
        tested += answers_alike(neutral, after)
        neutral += [*after, *plain]
    progress(STEPS, steps, steps)
    if served and isinstance(store, RunDirectory):
        store.forget()  # another model may answer there the next time
    return Findings(standing, cells, tests, tested, measured, curves, pools, neutral)


def found_standing(inputs: Inputs) -> list[Reason]:
    """Return what no control excuses and no attack is needed for: originals that stand, and ids.

    Of a release that is not read, what it answers from and what is wrong with the control.
    """
    view, corpus, setting = inputs.view, inputs.release.corpus, inputs.setting
    if view is None:
        behind, held_out = originals_behind(setting.private, corpus), setting.control
        if held_out is None:
            return behind
        return [*behind, *control.reasons(setting.private, corpus, held_out)]
    readings = [corpus] if view.plain is corpus else [corpus, view.plain]
    return check(setting.private, readings, inputs.release.aligned, setting.control)


def _models(inputs: Inputs) -> list[str]:
    """Return the language models that will be asked."""
    named = names_in([*inputs.attacks, *inputs.utilities], Names.MODEL)
    return [*named, *models_of(inputs.release.details.get("service", {}))]


def _run_or_failure(attack: Attack[Any], inputs: Inputs, go_on: bool) -> Cell:
    """Run an attack; a failure of its own code is a result, never a silent gap.

    So is, where the work shall go on, a failure that the user can mend.
    """
    try:
        return run_attack(attack, inputs.read_by(attack), inputs.label, inputs.setting)
    except OutputError:
        raise
    except (Exception, SystemExit) as error:
        if isinstance(error, SeethroughError) and not go_on:
            raise
        _tell(attack, error)
        nobody = Arm((), ())
        return Cell(attack, nobody, None, nobody, (), False, failure(error))


def _measured_or_failure(utility: Utility[Any], inputs: Inputs, go_on: bool) -> UtilityRun:
    """Measure a utility; failures as for an attack."""
    try:
        setting = replace(inputs.setting, private=inputs.given)
        return run_utility(utility, inputs.release, inputs.label, setting)
    except SeethroughError as error:
        if not go_on or isinstance(error, OutputError):
            raise
        _tell(utility, error)
        return UtilityRun(utility, (), said(error))


def _tell(component: Any, error: BaseException) -> None:
    """Say at once what the user can mend; the messages of other errors may quote records."""
    if isinstance(error, SeethroughError):
        problem = error.bare if isinstance(error, InputError) else str(error)
        notice(f"{spec.name_of(component)}: {' '.join(problem.split())}")


def _first(
    along: Callable[[Cell, Inputs], Mapping[int, Sequence[Estimate]]],
    cells: Sequence[Cell],
    inputs: Inputs,
) -> tuple[Mapping[int, Sequence[Estimate]], list[Reason]]:
    """Return the figures along a curve of the first attack that has any.

    One whose own code fails there carries no verdict, as if it had failed before.
    """
    failed: list[Reason] = []
    for cell in (cell for cell in cells if cell.error is None):
        try:
            found = along(cell, inputs)
        except SeethroughError:
            raise
        except (Exception, SystemExit) as error:
            failed.append(attack_failed(cell.attack, failure(error)))
            continue
        if found:
            return found, failed
    return {}, failed


def _curve(cell: Cell, inputs: Inputs) -> Mapping[int, Sequence[Estimate]]:
    """Return the figures of an attack by how much its adversary knows; none without a curve.

    All with the linker that was chosen most often for the figure itself.
    """
    few, label = _few(inputs.setting), f"{inputs.label}-curve"
    attack = with_one_linker(cell.attack, cell.linkers)
    release = inputs.read_by(attack)
    return {k: run_attack(a, release, label, few).estimates for k, a in attack.curve().items()}


def _pools(cell: Cell, inputs: Inputs) -> Mapping[int, Sequence[Estimate]]:
    """Return the figures of an attack by the size of the candidate pool; none where it has none.

    On the targets of the other curve, and with the same linker.
    """
    if not cell.paired:
        return {}
    attack = with_one_linker(cell.attack, cell.linkers)
    few = _few(inputs.setting)
    return by_pool(attack, inputs.read_by(attack), f"{inputs.label}-curve", few)


def _few(setting: Setting) -> Setting:
    """Return the same with as many targets as a curve uses."""
    return replace(setting, targets=min(CURVE_TARGETS, setting.targets or CURVE_TARGETS))
