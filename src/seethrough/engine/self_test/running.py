"""Which self-tests an audit runs: every attack and every judge where the answer is known."""

from __future__ import annotations

from collections.abc import Sequence

from seethrough import spec
from seethrough.engine.claims import claims_of
from seethrough.engine.floors import misplaced, strangers
from seethrough.engine.inputs import Inputs
from seethrough.engine.judge_test.check import check_judge
from seethrough.engine.judge_test.wording import is_reworded
from seethrough.engine.runs.cells import Cell
from seethrough.engine.runs.failures import attack_failed, failure
from seethrough.engine.self_test.attacks import check_attack
from seethrough.engine.self_test.result import SelfTest, reasons
from seethrough.engine.verdict.limits import Tolerances
from seethrough.errors import SeethroughError
from seethrough.reasons import QUESTIONS, Reason
from seethrough.statistics.seeding import generator


def run_self_tests(
    cells: Sequence[Cell], inputs: Inputs, tolerances: Tolerances
) -> tuple[list[SelfTest], list[Reason]]:
    """Run every attack and judge where the answer is known; return what that says.

    One whose own code fails there carries no verdict, as if its attack had failed.
    """
    tests: list[SelfTest] = []
    judges: list[SelfTest] = []
    found: list[Reason] = []
    asked: set[str] = set()
    for cell in (cell for cell in cells if cell.error is None):
        try:
            own, unseen = _attack_tests(cell, inputs, tolerances)
            judges += _judge_tests(cell, inputs, asked)
        except SeethroughError:
            raise
        except (Exception, SystemExit) as error:
            found.append(attack_failed(cell.attack, failure(error)))
            continue
        found += unseen
        questions = {q for figure in cell.attack.figures for q in figure.questions}
        found += reasons(own, [q for q in QUESTIONS if q in questions])
        tests += own
    view = inputs.view
    reworded = view is not None and is_reworded(inputs.setting.private, view.release)
    return [*tests, *judges], [*found, *reasons(judges, reworded=reworded)]


def _attack_tests(
    cell: Cell, inputs: Inputs, tolerances: Tolerances
) -> tuple[list[SelfTest], list[Reason]]:
    """Return one attack's tests, and what strangers' records and misplaced ones tell."""
    if not cell.eligible and all(figure.optional for figure in cell.attack.figures):
        return [], []  # the private records hold nothing that the attack looks for
    own, unseen = check_attack(cell, inputs.read_by(cell.attack), inputs.setting)
    moved = misplaced.reasons(cell, inputs.setting.private)
    return own, [*strangers.reasons(cell, unseen, tolerances), *moved]


def _judge_tests(cell: Cell, inputs: Inputs, asked: set[str]) -> list[SelfTest]:
    """Test an attack's judge on the private claims that it rates; none where it was asked."""
    judged = cell.attack.judged_by()
    if judged is None or spec.key(judged[0]) in asked:
        return []
    judge, atomizer = judged
    asked.add(spec.key(judge))
    view, setting = inputs.view, inputs.setting
    released = view.release.corpus if view is not None and view.release.aligned else None
    private = setting.of(cell.attack).private
    rng = generator(setting.seed, "judge", spec.key(judge))
    return check_judge(judge, claims_of(atomizer, private), private, rng, released)
