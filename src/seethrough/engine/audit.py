"""The audit: attacks on a release, what they found, and whether to believe it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough.engine.asked import check_asked, check_ratings
from seethrough.engine.coverage.ledger import ledger_of
from seethrough.engine.doubts import doubts
from seethrough.engine.findings import Findings, find
from seethrough.engine.inputs import Inputs, fitting_attacks, inputs_of, needed_attacks
from seethrough.engine.judging import sheets_judged_once
from seethrough.engine.result import Audit
from seethrough.engine.runs.cells import Cell
from seethrough.engine.verdict.decision import Verdict, decide
from seethrough.engine.verdict.exposed_people import people
from seethrough.engine.verdict.limits import (
    DEFAULT_TOLERANCES,
    Limit,
    Tolerances,
    check_limits,
    check_tolerances,
)
from seethrough.models.resolve import answers_kept
from seethrough.progress import Progress, silent
from seethrough.protocols import Attack, Figure, Utility
from seethrough.reasons import Question
from seethrough.records.corpus import Corpus
from seethrough.records.given import corpora_of
from seethrough.storage.store import Store, working_in

if TYPE_CHECKING:
    from seethrough.agreement.ratings import RatedClaims


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
    run: str | Path | None = None,
    runs: str | Path | None = None,
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
        attacks: Attacks or their specs; by default those of the kind of release
            (``Release.default_attacks``).
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
        UsageError: A component or limit is wrong, or what was given holds no records.
        UnavailableError: A language model that will be asked does not answer.
    """
    check_asked(standard, targets, seed, limits, tolerances, progress)
    check_ratings(ratings)
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
    expected = _expected(inputs, limits, tolerances)
    store = None if within is not None else inputs.setting.store
    with working_in(store), answers_kept(inputs.run), sheets_judged_once():
        found = find(inputs, tolerances, go_on=within is not None, progress=progress)
    ledger = _ledger(private, inputs, found.cells)
    verdict = decide(
        found.leaks,
        utilities=found.useful,
        limits=limits,
        tolerances=tolerances,
        standard=standard,
        found=doubts(inputs, found, ledger, tolerances),
        failed=[figure.name for figure in expected if figure.name not in found.names],
    )
    return _audit_of(inputs, found, ledger, verdict)


def _expected(inputs: Inputs, limits: Sequence[Limit], tolerances: Tolerances) -> list[Figure]:
    """Return the figures that will be measured, to which limits and tolerances fit."""
    expected = [*inputs.figures, *(f for u in inputs.utilities for f in u.figures)]
    check_limits(limits, expected)
    check_tolerances(tolerances, inputs.figures)
    return expected


def _audit_of(
    inputs: Inputs, found: Findings, ledger: Mapping[str, int], verdict: Verdict
) -> Audit:
    return Audit(
        private=inputs.setting.private,
        release=inputs.release,
        cells=found.cells,
        measured=found.measured,
        curves=found.curves,
        pools=found.pools,
        self_tests=found.tests,
        coverage=ledger,
        people=people(found.cells),
        verdict=verdict,
        seed=inputs.setting.seed,
        run=inputs.identity,
        folder=inputs.run,
    )


def _ledger(private: Corpus, inputs: Inputs, cells: Sequence[Cell]) -> dict[str, int]:
    """Return everything that was met, counted: records, what undoing found, what was cut."""
    seen = inputs.view.ledger if inputs.view else {}
    needed = fitting_attacks(needed_attacks(inputs.release), inputs.release)
    counts = ledger_of(private, inputs.release, cells, needed)
    return {**counts, **seen, **inputs.read}
