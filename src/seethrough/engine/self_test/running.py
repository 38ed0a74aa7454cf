"""Which self-tests an audit runs: every attack and every judge where the answer is known."""

from __future__ import annotations

from collections.abc import Sequence

from seethrough import spec
from seethrough.engine.claims import claims_of
from seethrough.engine.floors import strangers
from seethrough.engine.inputs import Inputs
from seethrough.engine.judge_test.check import check_judge
from seethrough.engine.judge_test.wording import is_reworded
from seethrough.engine.runs.cells import Cell
from seethrough.engine.self_test.attacks import check_attack
from seethrough.engine.self_test.result import SelfTest, reasons
from seethrough.reasons import QUESTIONS, Reason
from seethrough.statistics.seeding import generator


def run_self_tests(cells: Sequence[Cell], inputs: Inputs) -> tuple[list[SelfTest], list[Reason]]:
    """Run every attack and judge where the answer is known; return what that says."""
    tests: list[SelfTest] = []
    found: list[Reason] = []
    for cell in cells:
        own, unseen = _attack_tests(cell, inputs)
        found += unseen
        questions = {q for figure in cell.attack.figures for q in figure.questions}
        found += reasons(own, [q for q in QUESTIONS if q in questions])
        tests += own
    judges = _judge_tests(cells, inputs)
    view = inputs.view
    reworded = view is not None and is_reworded(inputs.setting.private, view.release)
    return [*tests, *judges], [*found, *reasons(judges, reworded=reworded)]


def _attack_tests(cell: Cell, inputs: Inputs) -> tuple[list[SelfTest], list[Reason]]:
    """Return one attack's tests, and what strangers' records tell; none where it failed."""
    release = inputs.read_by(cell.attack)
    if cell.error is not None:
        return [], []
    if not cell.eligible and all(figure.optional for figure in cell.attack.figures):
        return [], []  # the private records hold nothing that the attack looks for
    own, unseen = check_attack(cell, release, inputs.setting)
    return own, strangers.reasons(cell, unseen)


def _judge_tests(cells: Sequence[Cell], inputs: Inputs) -> list[SelfTest]:
    """Test every judge once, on the private claims that it rates; none whose attack failed."""
    view, setting = inputs.view, inputs.setting
    released = view.release.corpus if view is not None and view.release.aligned else None
    tests: dict[str, list[SelfTest]] = {}
    for cell in (cell for cell in cells if cell.error is None):
        asked = cell.attack.judged_by()
        if asked is None or spec.key(asked[0]) in tests:
            continue
        judge, atomizer = asked
        private = setting.of(cell.attack).private
        rng = generator(setting.seed, "judge", spec.key(judge))
        claims = claims_of(atomizer, private)
        tests[spec.key(judge)] = check_judge(judge, claims, private, rng, released)
    return [test for found in tests.values() for test in found]
