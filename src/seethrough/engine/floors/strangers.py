"""A control that is told more than strangers can know: the records are not whose ids they bear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seethrough import spec
from seethrough.engine.verdict.exposure import MOST_NAMED, disclosed, exposed_beyond_chance
from seethrough.engine.verdict.limits import TOLERANCE, Tolerances
from seethrough.estimates.estimate import excess, share
from seethrough.protocols import SENSITIVITIES
from seethrough.reasons import Reason, widened

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Arm, Cell


def reasons(cell: Cell, originals: Arm | None, tolerances: Tolerances) -> list[Reason]:
    """Return where the control learns more from the release than strangers' originals disclose.

    The control is what an adversary learns who does not see the target's own records; here each
    target is linked by itself, as one record may tell of many people. If the
    release holds what it should, strangers' records disclose no more than their originals do. Where
    they do, somebody's facts stand under another id or in everybody's records, and a leak beyond
    this control says nothing. Figures that other text raises by chance are passed over
    (``Figure.by_chance``): any longer text has more words in common with everything, and unrelated
    news held a surname or two of one record in six. So are attacks that count token for token: who
    does not see the target's own record guesses blindly, and reads no other. A large tolerance
    excuses no more than the usual one. What a judge reads is told by the same records, so that one
    such figure bars the question of sensitive facts, too; identifiers are searched for in all
    records.

    Args:
        cell: What an attack found on the release.
        originals: The same attack on the originals, without the target's own (`check_attack`); None
            where there is none.
        tolerances: How much leak is tolerated.
    """
    control = cell.control if cell.alone is None else cell.alone
    if control is None or originals is None or not originals.outcomes:
        return []
    if cell.attack.token_for_token:
        return []
    out = []
    judged = {q for f in cell.attack.figures if f.judged for q in f.questions}
    held_out = {} if cell.paired else {"held_out": True}
    for figure in cell.attack.figures:
        if not figure.questions or figure.contrast or figure.by_chance:
            continue
        sides = [(arm.tallies(figure.name), arm.people) for arm in (control, originals)]
        (told, people), (known, others) = sides
        over = excess(told, known, people, others, figure.direction)
        if over.low is not None and over.low > min(TOLERANCE, tolerances[figure.name]):
            facts = {"control": share(told, people).value, "originals": share(known, others).value}
            facts |= held_out
            beside = judged & {"sensitive"} if figure.judged else ()
            questions = widened([*figure.questions, *beside])
            of = spec.to_json(cell.attack)
            out.append(Reason("strangers_tell", "inconclusive", questions, figure.name, facts, of))
    counts = (disclosed(arm, SENSITIVITIES) for arm in (control, originals))
    named = exposed_beyond_chance(*counts)
    if named:
        people_told = {
            "people": len(named),
            "of": len(set(control.people)),
            **held_out,
            "private": {"people": named[:MOST_NAMED]},
        }
        out.append(Reason("told_elsewhere", "inconclusive", facts=people_told))
    return out
