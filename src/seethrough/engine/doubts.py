"""Every reason of a verdict beside the figures themselves, in one list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seethrough import spec
from seethrough.engine.coverage.missing import classes_not_judged, control_untold, shortfalls
from seethrough.engine.coverage.remarks import remarks
from seethrough.engine.coverage.stake import people_at_stake
from seethrough.engine.coverage.unexamined import names_unsought, unexamined
from seethrough.engine.findings import Findings
from seethrough.engine.floors import baseline, misplaced, same_people, same_texts, shared
from seethrough.engine.inputs import Inputs, fitting_attacks, needed_attacks
from seethrough.engine.runs import contrasts, judge_doubts
from seethrough.engine.runs.cells import Cell
from seethrough.engine.runs.failures import attack_failed
from seethrough.engine.runs.utilities import UtilityRun
from seethrough.engine.verdict.decision import too_few_people
from seethrough.engine.verdict.exposure import exposed_people
from seethrough.engine.verdict.limits import Tolerances
from seethrough.engine.verdict.promised import promised
from seethrough.engine.verdict.recited import recited
from seethrough.engine.verdict.retold import retold
from seethrough.engine.verdict.standing import contacts_standing, names_standing
from seethrough.reasons import Reason
from seethrough.records import overlong
from seethrough.records.releases.answering import AnsweringRelease
from seethrough.records.releases.release import VOIDED, Release


def doubts(
    inputs: Inputs, findings: Findings, ledger: Mapping[str, int], tolerances: Tolerances
) -> list[Reason]:
    """Return what bars a pass or is to be known, whatever the figures say.

    Args:
        inputs: What the audit works on.
        findings: What everything that ran on it found.
        ledger: The coverage ledger.
        tolerances: How much leak is tolerated.
    """
    private, release, view = inputs.setting.private, inputs.release, inputs.view
    cells = findings.cells
    needed = fitting_attacks(needed_attacks(release), release)
    return [
        *findings.standing,
        *_beside_control(cells, tolerances),
        *(baseline.reasons(cells) if isinstance(release, AnsweringRelease) else ()),
        *_told_by_others(inputs),
        *same_people.reasons(private),
        *same_texts.reasons(private),
        *exposed_people(cells),
        *contacts_standing(cells, private),
        *recited(cells, private, inputs.setting.control, findings.neutral),
        *retold(cells, private, inputs.setting.control, findings.neutral),
        *names_standing(cells, private),
        *too_few_people(*people_at_stake(private, cells, needed)),
        *shortfalls(ledger),
        *control_untold(cells),
        *classes_not_judged(cells),
        *overlong.reasons(ledger),
        *unexamined(inputs.attacks, needed),
        *names_unsought(inputs.attacks),
        *findings.tested,
        *(attack_failed(cell.attack, cell.error) for cell in cells if cell.error),
        *(_failed_utility(run) for run in findings.measured if run.error),
        *(view.reasons if view else ()),
        *release.doubts,
        *remarks(ledger),
        *judge_doubts.reasons(cells, inputs.setting.rated),
        *_one_draw(release),
        *_nobody(inputs),
        *_unused_control(inputs),
        *promised(release, cells, private),
    ]


def _beside_control(cells: Sequence[Cell], tolerances: Tolerances) -> list[Reason]:
    """Return what a control shares that cannot be chance, and where it scores higher."""
    figures = {figure.name: figure for cell in cells for figure in cell.attack.figures}
    estimates = [e for cell in cells for e in cell.estimates]
    return [
        *shared.reasons(estimates, figures),
        *contrasts.pointing_away(estimates, figures, tolerances),
    ]


def _told_by_others(inputs: Inputs) -> list[Reason]:
    """Return that released records tell of others that were not, where they are aligned."""
    if inputs.view is None or not inputs.release.aligned:
        return []
    return misplaced.left_out(inputs.setting.private, inputs.view.release.corpus)


def _one_draw(release: Release) -> list[Reason]:
    """Return that the figures are those of one draw, where a release is known to be random."""
    random = release.guarantee is not None or VOIDED in release.details
    return [Reason("one_draw", "pass")] if random else []


def _nobody(inputs: Inputs) -> list[Reason]:
    """Return that some attacks are undefined, where released records correspond to nobody."""
    left = [spec.name_of(a) for a in inputs.asked if a not in inputs.attacks]
    return [Reason("undefined_for_nobody", "pass", facts={"attacks": left})] if left else []


def _unused_control(inputs: Inputs) -> list[Reason]:
    """Return that people held out have no use, where each target is its own control."""
    unused = inputs.release.aligned and inputs.setting.control is not None
    return [Reason("control_unused", "pass")] if unused else []


def _failed_utility(run: UtilityRun) -> Reason:
    facts = {"utility": spec.name_of(run.utility), "private": {"error": run.error}}
    return Reason("utility_failed", "pass", facts=facts)
