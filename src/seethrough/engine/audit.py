"""The audit: attacks on a release, what they found, and whether to believe it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough import spec
from seethrough.engine import coverage
from seethrough.engine.doubts import doubts, found_standing
from seethrough.engine.inputs import Inputs, fitting_attacks, inputs_of, needed_attacks
from seethrough.engine.notebook import figures_table
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.engine.runs.failures import said
from seethrough.engine.runs.linker_choice import with_one_linker
from seethrough.engine.runs.pools import by_pool
from seethrough.engine.runs.utilities import UtilityRun, run_utility
from seethrough.engine.self_test.result import SelfTest
from seethrough.engine.self_test.running import run_self_tests
from seethrough.engine.verdict.decision import Verdict, decide
from seethrough.engine.verdict.exposed_people import PersonFinding, people
from seethrough.engine.verdict.limits import (
    DEFAULT_TOLERANCES,
    Limit,
    Tolerances,
    check_limits,
    check_tolerances,
)
from seethrough.errors import (
    MissingExtraError,
    OutputError,
    SeethroughError,
    UnavailableError,
)
from seethrough.estimates.estimate import Estimate
from seethrough.fields import Names, names_in
from seethrough.models.describe import models_of
from seethrough.models.required import require_models
from seethrough.models.resolve import answers_kept
from seethrough.notices import notice
from seethrough.progress import Progress, silent
from seethrough.protocols import Attack, Utility
from seethrough.reasons import Question, Reason
from seethrough.records.corpus import Corpus
from seethrough.records.given import corpora_of
from seethrough.records.releases.model import SERVED
from seethrough.storage.store import RunDirectory, Store, working_in

if TYPE_CHECKING:
    from seethrough.agreement.ratings import RatedClaims

STEPS = "audit"
"""The stage under which an audit tells how many of its steps are done."""

CURVE_TARGETS = 200
"""How many targets a curve uses at the most."""


@dataclass(frozen=True)
class Audit:
    """The result of attacking one release.

    Attributes:
        private: The private records.
        release: What was attacked.
        cells: What each attack found.
        measured: What each utility measured.
        curves: For each number of known facts, the figures of the linkage attack.
        pools: For each size of the candidate pool, the figures that follow from places.
        self_tests: The attacks where the answer is known.
        coverage: The ledger.
        people: What was found about each person, the most exposed first.
        verdict: Pass, fail or inconclusive, and why.
        seed: The user's seed.
        run: What identifies the run: the same inputs, components and seed give the same.
        folder: Where finished work is kept, or None.
    """

    private: Corpus
    release: Any
    cells: Sequence[Cell]
    measured: Sequence[UtilityRun]
    curves: Mapping[int, Sequence[Estimate]]
    pools: Mapping[int, Sequence[Estimate]]
    self_tests: Sequence[SelfTest]
    coverage: Mapping[str, int]
    people: Sequence[PersonFinding]
    verdict: Verdict
    seed: int
    run: str
    folder: Path | None

    @property
    def estimates(self) -> list[Estimate]:
        """Every figure: those of the attacks, then those of the utilities."""
        return [e for cell in self.cells for e in cell.estimates] + self.utilities

    @property
    def utilities(self) -> list[Estimate]:
        """What the release is still good for."""
        return [e for run in self.measured for e in run.estimates]

    def __getitem__(self, name: str) -> Estimate:
        """Return the first figure of that name, such as ``audit["linkage.top1"]``."""
        for estimate in self.estimates:
            if estimate.name == name:
                return estimate
        raise KeyError(name)

    def _repr_html_(self) -> str:
        """Return a table for a notebook: every figure, no record text."""
        return figures_table([(self.release.corpus.name, self.verdict.word, self.estimates)])


def audit(
    private: Corpus | Any,
    release: Any,
    *,
    attacks: Sequence[Attack[Any] | str] | None = None,
    utilities: Sequence[Utility[Any] | str] = (),
    control: Corpus | Any | None = None,
    limits: Sequence[Limit] = (),
    tolerances: Tolerances = DEFAULT_TOLERANCES,
    standard: Question = "anonymous",
    seed: int = 0,
    targets: int | None = None,
    run: Path | None = None,
    runs: Path | None = None,
    progress: Progress = silent,
    ratings: RatedClaims | None = None,
    within: Store | None = None,
) -> Audit:
    """Attack a release and say what it gives away.

    Args:
        private: The private records that the release was made from: a corpus, or a table of Arrow,
            pandas, polars or ``datasets`` whose columns are guessed; ``seethrough.read`` names
            them.
        release: A release, or a corpus or table whose records stand for the private ones of the
            same id.
        attacks: Attacks or their specs; linkage, inference and the lexical baseline by default.
        utilities: Utilities or their specs.
        control: Records of people held out before the release was made; needed where the
            release's records do not align with the private ones.
        limits: Values that figures must not cross; they add to the decision.
        tolerances: How much leak is tolerated beyond what is guessed anyway.
        standard: The question whose answer is the verdict.
        seed: The same seed gives the same report.
        targets: Attack at most so many records, drawn at random.
        run: A folder to keep finished work in; a killed run goes on from there.
        runs: Instead of ``run``, a folder of runs; this one gets a folder named after its inputs.
        progress: Told how far each stage is.
        ratings: What people said of claims of this run, drawn at random (``annotate`` does so);
            they correct the judge in place of its measured errors.
        within: The store of a comparison that this audit is a part of. It keeps the work of all
            its audits, which have the private records, the control, the seed and the targets in
            common, and a cell that fails is shown as failed whatever the reason.

    Raises:
        InputError: Private and released records don't meet, or there are none.
        UsageError: A component or limit is wrong.
        UnavailableError: A language model that will be asked does not answer.
    """
    private, release, control = corpora_of(private, release, control)
    inputs = inputs_of(
        private,
        release,
        attacks=attacks,
        utilities=utilities,
        control=control,
        seed=seed,
        targets=targets,
        run=run,
        runs=runs,
        progress=progress,
        ratings=ratings,
        within=within,
    )
    expected = [*inputs.figures, *(f for u in inputs.utilities for f in u.figures)]
    check_limits(limits, expected)
    check_tolerances(tolerances, inputs.figures)
    with working_in(None if within is not None else inputs.setting.store), answers_kept(inputs.run):
        found = _found(inputs, go_on=within is not None, progress=progress)
    ledger = _ledger(private, inputs, found.cells)
    there = {e.name for e in (*found.leaks, *found.useful)}
    verdict = decide(
        found.leaks,
        utilities=found.useful,
        limits=limits,
        tolerances=tolerances,
        standard=standard,
        found=_doubts(inputs, found, ledger, ratings is not None),
        failed=[figure.name for figure in expected if figure.name not in there],
    )
    return _audit_of(inputs, found, ledger, verdict)


def _models(inputs: Inputs) -> list[str]:
    """Return the language models that will be asked."""
    named = names_in([*inputs.attacks, *inputs.utilities], Names.MODEL)
    return [*named, *models_of(inputs.release.details.get("service", {}))]


class _Found(NamedTuple):
    """What the search for originals, the attacks, their self-tests and the utilities found.

    Attributes:
        standing: What no control excuses.
        cells: One per attack.
        tests: The self-tests.
        tested: Why these carry no verdict; none where they do.
        measured: One per utility.
        curves: As in ``Audit``.
        pools: As in ``Audit``.
    """

    standing: list[Reason]
    cells: list[Cell]
    tests: Sequence[SelfTest]
    tested: list[Reason]
    measured: list[UtilityRun]
    curves: Mapping[int, Sequence[Estimate]]
    pools: Mapping[int, Sequence[Estimate]]

    @property
    def leaks(self) -> list[Estimate]:
        """The figures of the attacks."""
        return [e for cell in self.cells for e in cell.estimates]

    @property
    def useful(self) -> list[Estimate]:
        """The figures of the utilities."""
        return [e for run in self.measured for e in run.estimates]


def _found(inputs: Inputs, go_on: bool, progress: Progress) -> _Found:
    if not go_on:
        require_models(_models(inputs))
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
    tests, tested = run_self_tests(cells, inputs)
    for utility in inputs.utilities:
        progress(STEPS, next(done), steps)
        measured.append(_measured_or_failure(utility, inputs, go_on))
    progress(STEPS, next(done), steps)
    curves, pools = _curve(cells, inputs), _pools(cells, inputs)
    progress(STEPS, steps, steps)
    store = inputs.setting.store
    if SERVED in inputs.release.details and isinstance(store, RunDirectory):
        store.forget()  # another model may answer there the next time
    return _Found(standing, cells, tests, tested, measured, curves, pools)


def _doubts(inputs: Inputs, found: _Found, ledger: Mapping[str, int], rated: bool) -> list[Reason]:
    standing, tested = found.standing, found.tested
    return doubts(inputs, standing, found.cells, found.measured, ledger, tested, rated)


def _audit_of(inputs: Inputs, found: _Found, ledger: Mapping[str, int], verdict: Verdict) -> Audit:
    return Audit(
        inputs.setting.private,
        inputs.release,
        found.cells,
        found.measured,
        found.curves,
        found.pools,
        found.tests,
        ledger,
        people(found.cells),
        verdict,
        inputs.setting.seed,
        inputs.identity,
        inputs.run,
    )


def _ledger(private: Corpus, inputs: Inputs, cells: Sequence[Cell]) -> dict[str, int]:
    """Return everything that was met, counted: records, what undoing found, what was cut."""
    seen = inputs.view.ledger if inputs.view else {}
    needed = fitting_attacks(needed_attacks(inputs.release), inputs.release)
    counts = coverage.ledger(private, inputs.release, cells, needed)
    return {**counts, **seen, **inputs.cut}


def _run_or_failure(attack: Attack[Any], inputs: Inputs, go_on: bool) -> Cell:
    """Run an attack; a failure of its own code is a result, never a silent gap.

    So is, where the work shall go on, a failure that the user can mend.
    """
    try:
        return run_attack(attack, inputs.read_by(attack), inputs.label, inputs.setting)
    except OutputError:
        raise
    except Exception as error:
        if isinstance(error, SeethroughError) and not go_on:
            raise
        _tell(attack, error)
        nobody = Arm((), ())
        return Cell(attack, nobody, None, nobody, (), False, said(error))


def _measured_or_failure(utility: Utility[Any], inputs: Inputs, go_on: bool) -> UtilityRun:
    """Measure a utility; failures as for an attack."""
    try:
        return run_utility(utility, inputs.release, inputs.label, inputs.setting)
    except SeethroughError as error:
        if not go_on or isinstance(error, OutputError):
            raise
        _tell(utility, error)
        return UtilityRun(utility, (), said(error))


def _tell(component: Any, error: Exception) -> None:
    """Say at once what the user can mend; other messages may name files or quote records."""
    if isinstance(error, UnavailableError | MissingExtraError):
        notice(f"{spec.name_of(component)}: {' '.join(str(error).split())}")


def _curve(cells: Sequence[Cell], inputs: Inputs) -> dict[int, Sequence[Estimate]]:
    """Return the figures of the first attack that has a curve, by how much its adversary knows.

    All with the linker that was chosen most often for the figure itself.
    """
    few, label = _few(inputs.setting), f"{inputs.label}-curve"
    for cell in cells:
        attack = with_one_linker(cell.attack, cell.linkers)
        along = {} if cell.error is not None else attack.curve()
        if along:
            release = inputs.read_by(attack)
            return {k: run_attack(a, release, label, few).estimates for k, a in along.items()}
    return {}


def _pools(cells: Sequence[Cell], inputs: Inputs) -> dict[int, Sequence[Estimate]]:
    """Return the figures of the first attack that has any by the size of the candidate pool.

    On the targets of the other curve, and with the same linker.
    """
    few, label = _few(inputs.setting), f"{inputs.label}-curve"
    for cell in cells:
        attack = with_one_linker(cell.attack, cell.linkers)
        if cell.error is None and cell.paired:
            found = by_pool(attack, inputs.read_by(attack), label, few)
            if found:
                return {**found}
    return {}


def _few(setting: Setting) -> Setting:
    """Return the same with as many targets as a curve uses."""
    return replace(setting, targets=min(CURVE_TARGETS, setting.targets or CURVE_TARGETS))
