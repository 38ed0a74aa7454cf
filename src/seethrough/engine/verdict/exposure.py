"""Who is exposed, whatever the mean says: people whose claims are in the release one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from seethrough.evidence.linked import RatedClaim, RatedRecord
from seethrough.protocols import SENSITIVITIES, Sensitivity
from seethrough.reasons import Question, Reason

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Arm, Cell
    from seethrough.evidence.evidence import Evidence

LEVEL = 0.01
"""The level of the test, for each question, that anybody at all is exposed beyond chance.

How far it holds where few people of the control have most told: `seethrough.statistics.exposure`.
"""

MOST_NAMED = 50
"""How many exposed people a reason names."""

_CLASSES: Mapping[Question, tuple[Sensitivity, ...]] = {
    "identifiers": ("identifier",),
    "sensitive": ("special", "private"),
    "anonymous": SENSITIVITIES,
}

SEVERAL = 4
"""Where a person has so many records, single records are tested, too."""

Counts = dict[str, tuple[int, int]]
"""For each person (or record), how many claims were disclosed, of how many."""


def exposed_people(cells: Sequence[Cell]) -> list[Reason]:
    """Return who is exposed beyond what chance and the control explain, for each question.

    A claim counts that the linked record discloses as it is (grade 1) and the control does not;
    where the control has the same targets, its own claims that the release does not disclose show
    how often chance does the same. Each person is tested against that, and, where people have
    several records, each record; Holm's procedure allows for how many were looked at.

    Args:
        cells: The cells of an audit; those whose evidence holds rated claims count.
    """
    reasons: list[Reason] = []
    for cell in cells:
        if cell.control is None or not any(cell.targets.evidence(RatedRecord)):
            continue
        for question, classes in _CLASSES.items():
            people, own = _exposed(cell, classes)
            if people:
                reasons.append(_reason(question, people, own, _judged(cell)))
    return reasons


def _exposed(cell: Cell, classes: Collection[str]) -> tuple[list[str], Counts]:
    """Return who is exposed by claims of some classes, the worst first, and each person's counts.

    Where somebody has `SEVERAL` records, half of the level is for single records: the others, in
    which nothing is disclosed, would hide one of them.
    """
    persons = {known.record: known.person for known in cell.targets.knowledge}
    several = max(Counter(persons.values()).values()) >= SEVERAL
    level = LEVEL / 2 if several else LEVEL
    own, guessed = _sides(cell, classes)
    people = exposed_beyond_chance(own, guessed, level=level)
    if several:
        records = exposed_beyond_chance(*_sides(cell, classes, by_record=True), level=level)
        people = [*dict.fromkeys([*people, *(persons[record] for record in records)])]
    return people, own


def _sides(cell: Cell, classes: Collection[str], by_record: bool = False) -> tuple[Counts, Counts]:
    """Return what was disclosed of the targets and of the control, beyond each other if paired."""
    assert cell.control is not None
    own, others = (cell.control, cell.targets) if cell.paired else (None, None)
    return (
        disclosed(cell.targets, classes, own, by_record),
        disclosed(cell.control, classes, others, by_record),
    )


def exposed_beyond_chance(own: Counts, guessed: Counts, *, level: float = LEVEL) -> list[str]:
    """Return the people of whom more is disclosed than chance explains, the worst first.

    Args:
        own: What was disclosed of each person.
        guessed: What was disclosed of each person of the control.
        level: The level of the test that anybody at all is.
    """
    from seethrough.statistics.exposure import exposure_p_values
    from seethrough.statistics.holm import holm

    if not any(asked for _, asked in guessed.values()) or not own:
        return []
    people = list(own)
    found, asked = (np.array(column) for column in zip(*own.values(), strict=True))
    chance = (np.array(column) for column in zip(*guessed.values(), strict=True))
    p_values = exposure_p_values(found, asked, *chance)
    beyond = np.flatnonzero(holm(p_values) <= level)
    return [people[i] for i in sorted(beyond, key=lambda i: (p_values[i], people[i]))]


def disclosed(
    arm: Arm, classes: Collection[str], unless: Arm | None = None, by_record: bool = False
) -> Counts:
    """Count each person's disclosed claims (grade 1), less those that another arm discloses too.

    Args:
        arm: The arm to count in.
        classes: The sensitivity classes that count.
        unless: An arm of the same targets in the same order, or None.
        by_record: Whether to count each record's instead.
    """
    counts: Counts = {}
    for place, (known, outcome) in enumerate(zip(arm.knowledge, arm.outcomes, strict=True)):
        rated = _rated(outcome.evidence)
        there = _rated(unless.outcomes[place].evidence) if unless else ()
        also = {i for i, claim in enumerate(there) if claim.grade == 1}
        hits = sum(
            claim.grade == 1 and i not in also and any(map(claim.tells, classes))
            for i, claim in enumerate(rated)
        )
        unit = known.record if by_record else known.person
        before = counts.get(unit, (0, 0))
        asked = sum(claim.grade is not None and any(map(claim.says, classes)) for claim in rated)
        counts[unit] = (before[0] + hits, before[1] + asked)
    return counts


def _rated(seen: Evidence | None) -> tuple[RatedClaim, ...]:
    return seen.claims if isinstance(seen, RatedRecord) else ()


def _judged(cell: Cell) -> str | None:
    """Return the figure of an attack that is a share of all claims that a judge read."""
    figures = (f.name for f in cell.attack.figures if f.judged and not f.part)
    return next(figures, None)


def _reason(question: Question, people: Sequence[str], own: Counts, figure: str | None) -> Reason:
    facts = {
        "people": len(people),
        "of": sum(asked > 0 for _, asked in own.values()),
        "level": LEVEL,
        "private": {"people": list(people[:MOST_NAMED])},
    }
    return Reason("exposed_people", "fail", (question,), figure, facts)
